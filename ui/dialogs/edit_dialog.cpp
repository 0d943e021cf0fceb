// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/edit_dialog.hpp"

#include <QMessageBox>
#include <QPushButton>

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
    m_question = new QMessageBox(QMessageBox::Question, windowTitle(), tr("Discard what was changed here?"),
                                 QMessageBox::NoButton, this);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* goOn = m_question->addButton(tr("&Go on editing"), QMessageBox::RejectRole);
    const QPushButton* discard = m_question->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    m_question->setDefaultButton(goOn);
    m_question->setEscapeButton(goOn);
    connect(discard, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    m_question->open();
}

} // namespace lockscope::ui
