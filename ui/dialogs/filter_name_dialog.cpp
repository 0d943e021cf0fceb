// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/filter_name_dialog.hpp"

#include "delegates/cell_delegate.hpp"
#include "panels/form_layout.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 44;
constexpr int kLongestName = 60;

} // namespace

FilterNameDialog::FilterNameDialog(const QString& filter, QStringList taken, qsizetype most, QWidget* parent)
    : Dialog(parent)
    , m_taken(std::move(taken))
    , m_most(most)
    , m_name(new QLineEdit(this))
    , m_note(plainLabel({}, this))
{
    m_name->setMaxLength(kLongestName);
    m_name->setMinimumWidth(widthOf(kWidthChars));
    QLabel* shown = plainLabel(filter, this);
    shown->setFont(monospaceLike(font()));
    shown->setWordWrap(true);
    m_note->setWordWrap(true);
    auto* form = new FormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addRow(
        *form, [] { return tr("Filter:"); }, shown);
    addRow(
        *form, [] { return tr("&Name:"); }, m_name);
    contents().addLayout(form);
    contents().addWidget(m_note);
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    m_save = addButton(QDialogButtonBox::AcceptRole, [] { return tr("&Save"); });
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_name, &QLineEdit::textChanged, this, &FilterNameDialog::refresh);
    keepTranslated(*this, [this] {
        setWindowTitle(tr("Save the filter"));
        refresh();
    });
    m_name->setFocus();
}

QString FilterNameDialog::name() const
{
    return m_name->text().simplified();
}

void FilterNameDialog::refresh()
{
    m_save->setEnabled(!name().isEmpty() && (replaces() || !isFull()));
    m_note->setText(note());
    makeRoom();
}

QString FilterNameDialog::note() const
{
    if (replaces()) {
        return tr("There is a filter of this name; it is replaced.");
    }
    if (isFull()) {
        return tr("There is no room for more than %1 filters: type the name of one that is to be replaced, or remove "
                  "one first.")
            .arg(m_most);
    }
    return tr("It is then in View → Saved filters, and in the menu of the field (Alt+Down).");
}

} // namespace lockscope::ui
