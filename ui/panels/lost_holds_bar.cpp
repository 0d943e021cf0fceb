// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lost_holds_bar.hpp"

#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <iterator>

namespace lockscope::ui {

LostHoldsBar::LostHoldsBar(QWidget* parent)
    : NoticeBar(parent)
    , m_show(new QAction(this))
    , m_acknowledge(new QAction(icon(QStringLiteral("check")), {}, this))
{
    addButton(m_show);
    addButton(m_acknowledge);
    connect(m_show, &QAction::triggered, this, &LostHoldsBar::listRequested);
    connect(m_acknowledge, &QAction::triggered, this, &LostHoldsBar::acknowledge);
    retranslate();
}

void LostHoldsBar::setHolds(const std::vector<OwnHold>& holds)
{
    m_lost.clear();
    std::copy_if(holds.begin(), holds.end(), std::back_inserter(m_lost), [this](const OwnHold& hold) {
        return hold.state == OwnHold::State::lost && !m_acknowledged.contains(hold.id);
    });
    refresh();
}

void LostHoldsBar::acknowledge()
{
    for (const OwnHold& hold : m_lost) {
        m_acknowledged.insert(hold.id);
    }
    m_lost.clear();
    refresh();
}

void LostHoldsBar::refresh()
{
    setVisible(!m_lost.empty());
    if (m_lost.empty()) {
        text().clear();
        return;
    }
    const OwnHold& latest = m_lost.back();
    QString sentence = tr("%1 is no longer ours: %2.", "%1: name of a lock; %2: why")
                           .arg(shortText(latest.lock, 60), lossText(latest));
    if (const std::size_t earlier = m_lost.size() - 1; earlier > 0) {
        sentence = inARow({sentence, tr("%Ln more was (were) lost before.", "locks of ours", pluralCount(earlier))});
    }
    text().setText(sentence);
}

void LostHoldsBar::retranslate()
{
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("List the locks that this program holds or has lost"));
    m_acknowledge->setText(tr("Acknowledge"));
    m_acknowledge->setToolTip(tr("It has been seen: this bar goes; the list stays."));
    setAccessibleName(tr("A lock of ours is lost"));
    refresh();
}

void LostHoldsBar::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor LostHoldsBar::markColor(const Theme& theme) const
{
    return theme.danger;
}

} // namespace lockscope::ui
