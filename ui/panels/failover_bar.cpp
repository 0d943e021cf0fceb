// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/failover_bar.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>

#include <numeric>

namespace lockscope::ui {
namespace {

constexpr std::size_t kMostFailovers = 100;

} // namespace

FailoverBar::FailoverBar(QWidget* parent)
    : NoticeBar(parent)
    , m_list(new QAction(icon(QStringLiteral("filter")), {}, this))
    , m_acknowledge(new QAction(icon(QStringLiteral("check")), {}, this))
{
    for (QAction* action : {m_list, m_acknowledge}) {
        addButton(action);
    }
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
        text().clear();
        return;
    }
    const Failover& newest = m_failovers.back();
    QString sentence =
        tr("At %1: %2", "a time of day, and what happened then").arg(timeText(newest.at), failoverText(newest));
    if (const std::size_t earlier = m_failovers.size() - 1 + m_forgotten; earlier > 0) {
        sentence = inARow({sentence, tr("There was (were) %Ln more before.", "times that another server took over",
                                        pluralCount(earlier))});
    }
    text().setText(sentence);
    m_list->setVisible(lostLocks() > 0);
    m_list->setText(
        tr("&List %Ln lock(s)", "button: lost in a failover, or with another holder", pluralCount(lostLocks())));
    update();
}

void FailoverBar::retranslate()
{
    m_list->setToolTip(toolTipText(tr(
        "Locks whose holders lost them when another server took over or this one was started anew, among the events")));
    m_acknowledge->setText(tr("Ac&knowledge"));
    m_acknowledge->setToolTip(toolTipText(tr("It has been seen: this bar goes; the events stay.")));
    setAccessibleName(tr("Another server took over"));
    refresh();
}

void FailoverBar::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor FailoverBar::markColor(const Theme& theme) const
{
    return lostLocks() > 0 ? theme.danger : theme.warning;
}

} // namespace lockscope::ui
