// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/import_dialog.hpp"

#include "connections/profile_badge.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"

#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 108;
constexpr int kNameChars = 32;
constexpr int kServerChars = 60;

} // namespace

ImportDialog::ImportDialog(ImportPlan plan, QWidget* parent)
    : Dialog(parent)
    , m_plan(std::move(plan))
    , m_rules(plainLabel({}, this))
    , m_list(new QTreeWidget(this))
    , m_leftOut(new MarkedLine(this))
{
    m_rules->setWordWrap(true);
    contents().addWidget(m_rules);
    m_list->setRootIsDecorated(false);
    m_list->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(m_list, 1);
    contents().addWidget(m_leftOut);
    m_leftOut->setVisible(m_plan.notUnderstood > 0);

    const auto changes = static_cast<int>(changesOf(m_plan).size());
    const bool replaces = std::any_of(m_plan.items.begin(), m_plan.items.end(), [](const ImportPlan::Item& item) {
        return item.step == ImportPlan::Step::replace;
    });
    QPushButton* cancel = addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    QPushButton* go =
        addButton(QDialogButtonBox::AcceptRole, [changes] { return tr("Import %Ln profile(s)", "", changes); });
    go->setEnabled(changes > 0);
    const bool isHarmless = changes > 0 && !replaces; // a profile that is replaced cannot be had back
    go->setAutoDefault(isHarmless);
    (isHarmless ? go : cancel)->setDefault(true);
    connect(go, &QPushButton::clicked, this, &QDialog::accept);
    m_list->setFocus();
    keepTranslated(*this, [this] { retranslate(); });
}

void ImportDialog::retranslate()
{
    setWindowTitle(tr("Import profiles"));
    m_rules->setText(
        tr("A profile that is here already is replaced if it names the same server and user; any other is added. "
           "Passwords are never part of the file and stay as they are."));
    m_leftOut->setWarning(
        tr("%Ln entry(ies) of the file cannot be understood and are left out.", "", m_plan.notUnderstood));
    m_list->setAccessibleName(tr("Profiles in the file"));
    m_list->setHeaderLabels({tr("Profile"), tr("Server"), tr("What happens")});
    m_list->clear();
    const Theme& theme = Theme::of(palette());
    for (const ImportPlan::Item& item : m_plan.items) {
        auto* row =
            new QTreeWidgetItem(m_list, {shortText(item.profile.title().toStdString(), kNameChars),
                                         shortText(item.profile.endpoint.display(), kServerChars), stepText(item)});
        row->setIcon(0, profileIcon(item.profile, theme));
        row->setToolTip(0, toolTipText(item.profile.title()));
        row->setToolTip(1, toolTipText(item.profile.uri()));
    }
    for (int column = 0; column < m_list->columnCount(); ++column) {
        m_list->resizeColumnToContents(column);
    }
    makeRoom();
}

QString ImportDialog::stepText(const ImportPlan::Item& item) const
{
    switch (item.step) {
    case ImportPlan::Step::add: return tr("is added");
    case ImportPlan::Step::addRenamed: return tr("is added under another name");
    case ImportPlan::Step::replace:
        return tr("replaces “%1”").arg(shortText(item.replaced->title().toStdString(), kNameChars));
    case ImportPlan::Step::keep: break;
    }
    return tr("is here already");
}

} // namespace lockscope::ui
