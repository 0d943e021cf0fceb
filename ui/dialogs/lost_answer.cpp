// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/lost_answer.hpp"

#include "text/words.hpp"

#include <memory>
#include <utility>

namespace lockscope::ui {

bool isOnlyUnwatched(const LockChange& change)
{
    return change.kind == LockChange::Kind::removed && change.state->is_held();
}

LostAnswer::LostAnswer(AdminResult answer, IsAsSeen isAsSeen)
    : m_answer(std::move(answer))
    , m_isAsSeen(std::move(isAsSeen))
{
    if (m_answer.state) {
        see(std::make_shared<const LockState>(*m_answer.state));
    }
}

void LostAnswer::see(const LockChange& change)
{
    if (!isOnlyUnwatched(change)) {
        see(change.kind == LockChange::Kind::removed ? nullptr : change.state);
    }
}

void LostAnswer::see(LockStatePtr now)
{
    m_instead.reset();
    if (now == nullptr || !m_isAsSeen(*now)) {
        m_instead = std::move(now);
    }
}

QStringList LostAnswer::texts(const ChangedText& changedText) const
{
    QStringList texts{outcomeText(m_answer)};
    if (m_instead) {
        texts << changedText(m_instead->get());
    }
    return texts;
}

} // namespace lockscope::ui
