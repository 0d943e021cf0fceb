// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/failover_bar.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <numeric>

namespace lockscope::ui {
namespace {

constexpr std::size_t kMostFailovers = 100;
/// With fewer characters side by side, the text would be a column of single words.
constexpr int kWideChars = 90;

} // namespace

FailoverBar::FailoverBar(QWidget* parent)
    : QFrame(parent)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_text(plainLabel({}, this))
    , m_list(new QAction(icon(QStringLiteral("filter")), {}, this))
    , m_acknowledge(new QAction(icon(QStringLiteral("check")), {}, this))
{
    m_text->setWordWrap(true);
    m_layout->setContentsMargins(14, 6, 12, 6);
    m_layout->addWidget(m_text, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QAction* action : {m_list, m_acknowledge}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        buttons->addWidget(button);
        connect(action, &QAction::changed, button, [action, button] { button->setVisible(action->isVisible()); });
    }
    m_layout->addLayout(buttons);
    connect(m_list, &QAction::triggered, this, &FailoverBar::lostLocksRequested);
    connect(m_acknowledge, &QAction::triggered, this, &FailoverBar::clear);
    retranslate();
}

void FailoverBar::add(const Failover& failover)
{
    m_failovers.push_back(failover);
    if (m_failovers.size() > kMostFailovers) {
        m_failovers.erase(m_failovers.begin());
        ++m_forgotten;
    }
    refresh();
}

void FailoverBar::clear()
{
    m_failovers.clear();
    m_forgotten = 0;
    refresh();
}

std::size_t FailoverBar::lostLocks() const
{
    return std::accumulate(
        m_failovers.begin(), m_failovers.end(), std::size_t{0},
        [](std::size_t sum, const Failover& failover) { return sum + failover.lost + failover.changed; });
}

void FailoverBar::refresh()
{
    setVisible(!m_failovers.empty());
    if (m_failovers.empty()) {
        m_text->clear();
        return;
    }
    const Failover& newest = m_failovers.back();
    QString text =
        tr("At %1: %2", "a time of day, and what happened then").arg(timeText(newest.at), failoverText(newest));
    if (const std::size_t earlier = m_failovers.size() - 1 + m_forgotten; earlier > 0) {
        text = inARow({text, tr("There was (were) %Ln more before.", "times that another server took over",
                                pluralCount(earlier))});
    }
    m_text->setText(text);
    m_list->setVisible(lostLocks() > 0);
    m_list->setText(tr("&List %Ln lost lock(s)", "button", pluralCount(lostLocks())));
    update();
}

/// The buttons stand beside the text, or, in a narrow window or with a large font, below it.
void FailoverBar::arrange()
{
    const bool isWide = width() >= kWideChars * fontMetrics().averageCharWidth();
    m_layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void FailoverBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void FailoverBar::retranslate()
{
    m_list->setToolTip(
        toolTipText(tr("Locks whose holders lost them when another server took over, among the events")));
    m_acknowledge->setText(tr("Ac&knowledge"));
    m_acknowledge->setToolTip(toolTipText(tr("It has been seen: this bar goes; the events stay.")));
    setAccessibleName(tr("Another server took over"));
    refresh();
}

void FailoverBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        arrange();
    }
}

void FailoverBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    const QColor color = lostLocks() > 0 ? theme.danger : theme.warning;
    QPainter painter(this);
    painter.fillRect(rect(), mixed(theme.window, color, 0.14));
    painter.fillRect(QRect(0, 0, 4, height()), color);
}

} // namespace lockscope::ui
