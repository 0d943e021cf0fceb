// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_reactions.hpp"
#include "alerts/reactions_form.hpp"
#include "dialogs/edit_dialog.hpp"

#include "lockscope/alert_rules.hpp"

#include <optional>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace lockscope::ui {

class RuleEditor;

/// The rules of a server: a list with a tick for each, and the fields of the selected one; and what happens when an
/// alert is raised, which is the same for all servers. Opened with open(); deletes itself when closed.
class RulesDialog : public EditDialog
{
    Q_OBJECT

public:
    /// @param rules absent: there is no server that they could be kept for, and the dialog says so
    RulesDialog(std::optional<AlertRules> rules, const AlertReactions& reactions, ReactionsForm::Tray tray,
                QWidget* parent = nullptr);

    [[nodiscard]] Text unfinished() const override;
    [[nodiscard]] const AlertRules& rules() const { return m_rules; }
    [[nodiscard]] AlertReactions reactions() const { return m_reactions->reactions(); }

private:
    void makeList(QWidget* side);
    /// @param side of the list, @param page of the fields
    void arrange(QWidget* side, QWidget* page);
    void retranslate();
    void addRule();
    void duplicateRule();
    void removeRule();
    void restoreDefaults();
    void fill(int selected);
    void select(int row);
    void takeEdit();
    void takeTick(QListWidgetItem* item);
    void updateButtons();
    /// Why it cannot be saved as it is; empty: it can.
    [[nodiscard]] QString obstacle() const;

    bool m_hasServer;
    AlertRules m_rules;
    const AlertRules m_rulesBefore;
    QLabel* m_title = nullptr;
    QLabel* m_noServer;
    QListWidget* m_list;
    RuleEditor* m_editor;
    ReactionsForm* m_reactions;
    const AlertReactions m_reactionsBefore;
    QPushButton* m_add;
    QPushButton* m_duplicate;
    QPushButton* m_remove;
    QPushButton* m_defaults;
    QPushButton* m_ok;
    QLabel* m_hint;
};

} // namespace lockscope::ui
