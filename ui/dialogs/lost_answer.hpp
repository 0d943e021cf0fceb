// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/monitor.hpp"

#include <QStringList>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// It is only not looked for any more: the pattern has changed.
[[nodiscard]] bool isOnlyUnwatched(const LockChange& change);

/// Of an action on a lock whose answer was lost nobody says whether it has happened. What is there later, when the
/// server answers again, tells more.
class LostAnswer
{
public:
    /// Is it as it was before the action? Then it tells nothing: a lease, for one, is not compared.
    using IsAsSeen = std::function<bool(const LockState& now)>;
    /// What is there instead; nullptr: nothing.
    using ChangedText = std::function<QString(const LockState* now)>;

    LostAnswer(AdminResult answer, IsAsSeen isAsSeen);

    void see(const LockChange& change);
    /// What the answer was, and what was seen last, if that tells anything.
    [[nodiscard]] QStringList texts(const ChangedText& changedText) const;

    /// What to do while that tells nothing; empty: it does.
    [[nodiscard]] QString whatNextText() const;

private:
    void see(LockStatePtr now);

    AdminResult m_answer;
    IsAsSeen m_isAsSeen;
    bool m_isSeen = false;                 ///< Somebody has looked since.
    std::optional<LockStatePtr> m_instead; ///< Holds nullptr: nothing is there.
};

} // namespace lockscope::ui
