// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/edit_dialog.hpp"

#include "dialogs/question.hpp"

namespace lockscope::ui {

void EditDialog::reject()
{
    if (!unfinished()) {
        QDialog::reject();
        return;
    }
    if (m_question) {
        return;
    }
    m_question = askFirst(this,
                          {.title = windowTitle(),
                           .text = tr("Discard what was changed here?"),
                           .details = {},
                           .yes = tr("&Discard"),
                           .no = tr("&Go on editing")},
                          [this] { QDialog::reject(); });
}

} // namespace lockscope::ui
