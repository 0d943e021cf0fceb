// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/import_dialog.hpp"

#include "connections/profile_badge.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 108;
constexpr int kNameChars = 32;

} // namespace

ImportDialog::ImportDialog(ImportPlan plan, QWidget* parent) : QDialog(parent), m_plan(std::move(plan))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Import profiles"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    QLabel* rules = plainLabel(
        tr("A profile that is here already is replaced if it names the same server and user; any other is added. "
           "Passwords are never part of the file and stay as they are."),
        this);
    rules->setWordWrap(true);
    layout->addWidget(rules);

    auto* list = new QTreeWidget(this);
    list->setRootIsDecorated(false);
    list->setAccessibleName(tr("Profiles in the file"));
    list->setHeaderLabels({tr("Profile"), tr("Server"), tr("What happens")});
    list->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    const Theme& theme = Theme::of(palette());
    for (const ImportPlan::Item& item : m_plan.items) {
        auto* row =
            new QTreeWidgetItem(list, {shortText(item.profile.title().toStdString(), kNameChars),
                                       shortText(item.profile.uri().toStdString(), kNameChars), stepText(item)});
        row->setIcon(0, profileIcon(item.profile, theme));
    }
    for (int column = 0; column < list->columnCount(); ++column) {
        list->resizeColumnToContents(column);
    }
    layout->addWidget(list, 1);
    if (m_plan.notUnderstood > 0) {
        auto* warning = new MarkedLine(this);
        warning->setWarning(
            tr("%n entry(ies) of the file cannot be understood and are left out.", "", m_plan.notUnderstood));
        layout->addWidget(warning);
    }

    const auto changes = static_cast<int>(changesOf(m_plan).size());
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    QPushButton* go = buttons->addButton(tr("Import %n profile(s)", "", changes), QDialogButtonBox::AcceptRole);
    go->setEnabled(changes > 0);
    go->setDefault(changes > 0);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(go, &QPushButton::clicked, this, &QDialog::accept);
    layout->addWidget(buttons);
}

QString ImportDialog::stepText(const ImportPlan::Item& item) const
{
    switch (item.step) {
    case ImportPlan::Step::add: return tr("is added");
    case ImportPlan::Step::addRenamed: return tr("is added under another name");
    case ImportPlan::Step::replace: return tr("replaces “%1”").arg(shortText(item.replaced.toStdString(), kNameChars));
    case ImportPlan::Step::keep: break;
    }
    return tr("is here already");
}

} // namespace lockscope::ui
