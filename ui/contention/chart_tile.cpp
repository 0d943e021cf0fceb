// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/chart_tile.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope::ui {

ChartTile::ChartTile(QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_content(content)
    , m_title(plainLabel({}, this))
    , m_figures(plainLabel({}, this))
{
    m_title->setTextInteractionFlags(Qt::NoTextInteraction);
    m_figures->setWordWrap(true);
    m_figures->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_content, 1);
    layout->addWidget(m_figures);
    adoptFont();
}

void ChartTile::setTitle(const QString& title)
{
    m_title->setText(title);
    m_content->setAccessibleName(title);
}

QString ChartTile::title() const
{
    return m_title->text();
}

void ChartTile::showTitle(Title title)
{
    m_title->setVisible(title == Title::shown);
}

void ChartTile::setFigures(const QString& figures, const QString& remark)
{
    if (figures != m_figures->text()) {
        m_figures->setText(figures);
        m_figures->setToolTip(remark.isEmpty() ? QString() : toolTipText(remark));
        m_content->setAccessibleDescription(inARow({figures, remark}));
    }
    m_figures->setVisible(!figures.isEmpty());
}

QString ChartTile::figures() const
{
    return m_figures->text();
}

void ChartTile::adoptFont()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    const int pad = fontMetrics().averageCharWidth() / 2;
    m_title->setContentsMargins(pad, 0, pad, 0);
    m_figures->setContentsMargins(pad, 0, pad, 0);
}

void ChartTile::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

} // namespace lockscope::ui
