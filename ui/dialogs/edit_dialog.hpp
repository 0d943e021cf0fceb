// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include <QPointer>

class QMessageBox;

namespace lockscope::ui {

/// Base of the dialogs in which something is edited: what unfinished() tells of is not dropped unasked.
class EditDialog : public Dialog
{
    Q_OBJECT

public:
    using Dialog::Dialog;

    /// Closes it if nothing was changed; asks otherwise, and closes it only if the changes may go.
    void reject() override;

private:
    QPointer<QMessageBox> m_question;
};

} // namespace lockscope::ui
