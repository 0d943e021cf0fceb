// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/tour_offer.hpp"

#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>

namespace lockscope::ui {

TourOffer::TourOffer(QWidget* parent) : NoticeBar(parent), m_accept(new QAction(this)), m_decline(new QAction(this))
{
    addButton(m_accept);
    addButton(m_decline);
    for (const QAction* answer : {m_accept, m_decline}) {
        connect(answer, &QAction::triggered, this, &QWidget::hide);
    }
    connect(m_accept, &QAction::triggered, this, &TourOffer::accepted);
    connect(m_decline, &QAction::triggered, this, &TourOffer::declined);
    retranslate();
    hide();
}

void TourOffer::retranslate()
{
    text().setText(tr("New here? Three short steps show how to find a lock, read it, and act on it."));
    m_accept->setText(tr("Show me"));
    m_decline->setText(tr("No, thanks"));
    m_decline->setToolTip(tr("Hide this; the tour stays in the Help menu"));
    setAccessibleName(tr("Offer of a tour"));
}

void TourOffer::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor TourOffer::markColor(const Theme& theme) const
{
    return theme.accent;
}

} // namespace lockscope::ui
