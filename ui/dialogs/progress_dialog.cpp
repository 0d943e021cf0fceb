// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/progress_dialog.hpp"

#include "text/server_text.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 50;

} // namespace

ProgressDialog::ProgressDialog(const Text& title, const Text& sentence, QWidget* parent)
    : Dialog(parent)
    , m_bar(new QProgressBar(this))
{
    QLabel* words = plainLabel({}, this);
    words->setWordWrap(true);
    words->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(words);
    contents().addWidget(m_bar);
    QPushButton* cancel = addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    cancel->setAutoDefault(false); // Return was meant for the window that was in front a moment ago
    keepTranslated(*this, [this, words, title, sentence] {
        setWindowTitle(title());
        words->setText(sentence());
        m_bar->setAccessibleName(sentence());
    });
}

void ProgressDialog::setPercent(int percent)
{
    m_bar->setValue(percent);
}

} // namespace lockscope::ui
