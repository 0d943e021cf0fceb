// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_watch.hpp"
#include "dialogs/dialog.hpp"

#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope::ui {

/// What is muted on the present server, and until when; each can be ended. Follows what is muted meanwhile, here or in
/// another window.
class MutesDialog : public Dialog
{
    Q_OBJECT

public:
    /// @param watch not owned; lives as long as the dialog is open
    explicit MutesDialog(AlertWatch& watch, QWidget* parent = nullptr);

private:
    void refresh();
    void fill();
    [[nodiscard]] QTreeWidgetItem* itemOf(const AlertMute& mute) const;
    void unmuteSelected();
    void updateButtons();

    AlertWatch& m_watch;
    std::vector<AlertMute> m_mutes; ///< In the order of the rows.
    QTreeWidget* m_list;
    QLabel* m_note;
    QPushButton* m_unmute;
};

} // namespace lockscope::ui
