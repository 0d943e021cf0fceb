// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/question.hpp"

#include <QPushButton>

#include <utility>

namespace lockscope::ui {

QMessageBox* askFirst(QWidget* asker, const Question& question, std::function<void()> then)
{
    auto* box = new QMessageBox(question.icon, question.title, question.text, QMessageBox::NoButton, asker->window());
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(question.details);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* yes = box->addButton(question.yes, QMessageBox::DestructiveRole);
    QPushButton* no = box->addButton(question.no, QMessageBox::RejectRole);
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    QObject::connect(yes, &QPushButton::clicked, asker, std::move(then));
    box->open();
    return box;
}

} // namespace lockscope::ui
