// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/renewal_words.hpp"

#include "text/words.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

struct Renewals
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::Renewals)
};

} // namespace

milliseconds renewalWithin(const LockState& lock)
{
    constexpr milliseconds usualLease{30'000};
    const bool isRenewed = lock.was_renewed() && lock.lease.count() > 0;
    return (isRenewed ? lock.lease : usualLease) * 2 / 5;
}

milliseconds extensionFor(milliseconds left)
{
    constexpr milliseconds usual{std::chrono::minutes{5}};
    constexpr milliseconds small{std::chrono::hours{2}};
    const milliseconds more = 2 * left;
    const milliseconds whole = more > small ? milliseconds(std::chrono::ceil<std::chrono::hours>(more))
                                            : milliseconds(std::chrono::ceil<std::chrono::minutes>(more));
    return std::max(usual, whole);
}

QString renewalText(milliseconds left, milliseconds within)
{
    return left >= within
             ? Renewals::tr("A living watchdog renews before that; if the holder does not renew and is still working "
                            "then, two will work at once.")
             : Renewals::tr(
                   "That may be too short even for a living watchdog, which renews within %1: if the holder is "
                   "still working then, two will work at once.",
                   "%1: duration")
                   .arg(durationText(within));
}

} // namespace lockscope::ui
