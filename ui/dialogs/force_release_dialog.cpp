// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/force_release_dialog.hpp"

#include "text/server_text.hpp"

namespace lockscope::ui {

ForceReleaseDialog::ForceReleaseDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
{
    build([] { return tr("Force-release"); }, [] { return tr("Force-release"); }, QStringLiteral("release"));
}

QString ForceReleaseDialog::sentence() const
{
    return tr("Releases %1, %2. %3 If the holder is still working, two will work at once.",
              "%1: name of the lock; %2: held by whom; %3: sentence about the waiters")
        .arg(shortText(lock()->name, 60), heldByText(), waitersText());
}

QString ForceReleaseDialog::doneText(const AdminResult& result) const
{
    return result.undo
             ? QString() // The window offers to take it back.
             : tr("Done: the lock was released. It cannot be taken back: that needs the permission to run DUMP "
                  "and RESTORE, and at most 1 MB of data.");
}

Session::Ticket ForceReleaseDialog::perform(const AdminRequest& request)
{
    return session().forceRelease(request);
}

} // namespace lockscope::ui
