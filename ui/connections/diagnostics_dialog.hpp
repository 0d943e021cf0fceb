// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/diagnostics.hpp"
#include "dialogs/dialog.hpp"

class QLabel;
class QTreeWidget;

namespace lockscope::ui {

/// What somebody who helps wants to know about this window and its server, to be copied without secrets. Follows the
/// session while it is open.
class DiagnosticsDialog : public Dialog
{
    Q_OBJECT

public:
    /// @param session and @param journal are not owned and outlive the dialog
    DiagnosticsDialog(Session& session, const ErrorJournal& journal, QWidget* parent = nullptr);

private:
    void refresh();
    void retranslate();

    Session& m_session;
    const ErrorJournal& m_journal;
    QList<DiagnosticsSection> m_sections;
    QTreeWidget* m_list;
    QLabel* m_note;
};

} // namespace lockscope::ui
