// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/force_release_dialog.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

namespace lockscope::ui {

ForceReleaseDialog::ForceReleaseDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
{
    build([] { return tr("Force-release"); }, [] { return tr("Force-release"); }, QStringLiteral("release"));
    if (session.state() == Session::State::connected && !session.isPaused()) {
        session.requestConnections(); // who is connected may have been asked long ago
    }
}

QString ForceReleaseDialog::sentence() const
{
    const QString facts = inARow({waitersText(), facts::ghosts(latest()), facts::lateReaders(latest()), renewedText(),
                                  otherStakesText(), deathSignsText()});
    const QString effect = lock()->type == LockType::read_write
                             ? tr("Its key and the deadlines of its readers are deleted, and the message of a release "
                                  "is published.")
                             : tr("Its key is deleted, and the message of a release is published.");
    return inARow({tr("Releases %1, %2. %3 If the holder is still working, two will work at once.",
                      "%1: name of the lock; %2: held by whom; %3: sentence about the waiters")
                       .arg(shortText(lock()->name, 60), heldByText(), facts),
                   effect});
}

QString ForceReleaseDialog::doneText(const AdminResult& result) const
{
    const QString was = namedHolders(*lock(), namer());
    // A waiter takes it a moment later: what is said must still be true then.
    const LockState* next = result.state && result.state->is_held() ? &*result.state : nextHold();
    const QString difference =
        next != nullptr
            ? tr("Done: it was held by %1. Then %2 got it.", "holders").arg(was, namedHolders(*next, namer()))
            : tr("Done: it was held by %1. Right after that nobody held it yet.").arg(was);
    const QString removed =
        result.removed.empty()
            ? QString()
            : tr("%Ln dead waiter(s) were removed from its queue; to take it back does not bring them back.", nullptr,
                 pluralCount(result.removed.size()));
    return inARow({difference, removed,
                   result.undo ? tr("The window offers to take it back.")
                               : tr("It cannot be taken back: that needs the permission to run DUMP and "
                                    "RESTORE, and at most 1 MB of data.")});
}

Session::Ticket ForceReleaseDialog::perform(const AdminRequest& request)
{
    return session().forceRelease(request);
}

} // namespace lockscope::ui
