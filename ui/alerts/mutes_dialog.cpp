// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/mutes_dialog.hpp"

#include "alerts/alert_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 76;
constexpr int kNameChars = 60;

QString ruleName(const AlertRules& rules, const std::string& id)
{
    const auto found =
        std::find_if(rules.rules.begin(), rules.rules.end(), [&id](const AlertRule& rule) { return rule.id == id; });
    return found == rules.rules.end() ? shortText(id, kNameChars) : ruleText(*found);
}

} // namespace

MutesDialog::MutesDialog(AlertWatch& watch, QWidget* parent)
    : Dialog(parent)
    , m_watch(watch)
    , m_mutes(watch.mutes())
    , m_list(new QTreeWidget(this))
    , m_note(plainLabel({}, this))
{
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->setColumnCount(3);
    m_list->header()->setStretchLastSection(false);
    for (const int column : {0, 2}) {
        m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch); // a name has its tool tip
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(m_list);
    m_note->setWordWrap(true);
    contents().addWidget(m_note);
    m_unmute = addButton(
        QDialogButtonBox::ActionRole, [] { return tr("&Unmute"); }, QStringLiteral("bell"));
    m_unmute->setAutoDefault(false);
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Close"); });

    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &MutesDialog::updateButtons);
    connect(m_unmute, &QPushButton::clicked, this, &MutesDialog::unmuteSelected);
    connect(&m_watch, &AlertWatch::changed, this, &MutesDialog::refresh);
    connect(&m_watch, &AlertWatch::rulesChanged, this, &MutesDialog::fill);
    keepTranslated(*this, [this] {
        setWindowTitle(tr("Mutes"));
        m_list->setHeaderLabels(
            {tr("Kind", "column of mutes"), tr("Name", "column of mutes"), tr("Until", "column of mutes")});
        m_list->setAccessibleName(tr("Mutes"));
        fill();
        makeRoom();
    });
    m_list->setFocus();
}

void MutesDialog::refresh()
{
    std::vector<AlertMute> mutes = m_watch.mutes();
    if (std::exchange(m_mutes, std::move(mutes)) != m_mutes) {
        fill();
    }
}

/// The place in the list stays, so that several can be ended one after the other.
void MutesDialog::fill()
{
    const int place = std::max(m_list->indexOfTopLevelItem(m_list->currentItem()), 0);
    m_list->clear();
    for (const AlertMute& mute : m_mutes) {
        m_list->addTopLevelItem(itemOf(mute));
    }
    if (!m_mutes.empty()) {
        m_list->setCurrentItem(m_list->topLevelItem(std::min(place, m_list->topLevelItemCount() - 1)));
    }
    m_note->setText(m_mutes.empty() ? tr("Nothing is muted.")
                                    : tr("Their alerts are listed, but nobody is told of them."));
    updateButtons();
}

QTreeWidgetItem* MutesDialog::itemOf(const AlertMute& mute) const
{
    QString kind;
    QString name = shortText(mute.what, kNameChars);
    switch (mute.of) {
    case AlertMute::Of::lock: kind = tr("Lock", "what is muted"); break;
    case AlertMute::Of::rule:
        kind = tr("Rule", "what is muted");
        name = ruleName(m_watch.rules(), mute.what);
        break;
    case AlertMute::Of::alert:
        kind = tr("Alert", "what is muted");
        name = mute.what.empty() ? ruleKindText(mute.kind) : ruleKindText(mute.kind) + QStringLiteral(" · ") + name;
        break;
    }
    auto* item = new QTreeWidgetItem({kind, name,
                                      mute.muted.until ? timeOfDayText(*mute.muted.until)
                                                       : tr("the alert clears", "until when something is muted")});
    item->setToolTip(1, toolTipText(mute.of == AlertMute::Of::lock ? displayText(mute.what) : name));
    return item;
}

void MutesDialog::unmuteSelected()
{
    std::vector<AlertMute> ended; // they go from the list while they are ended
    for (QTreeWidgetItem* item : m_list->selectedItems()) {
        ended.push_back(m_mutes[static_cast<std::size_t>(m_list->indexOfTopLevelItem(item))]);
    }
    m_watch.unmute(ended);
    refresh();
}

void MutesDialog::updateButtons()
{
    m_unmute->setEnabled(!m_list->selectedItems().isEmpty());
}

} // namespace lockscope::ui
