// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "session/session.hpp"

#include "lockscope/own_holds.hpp"

#include <QTimer>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class DurationField;

/// Takes a lock for this program itself: of what kind, for how long, and how long to wait for it. Whatever is missing
/// is said in place. While it waits it can be stopped; what was not to be had can be tried again.
///
/// Opened with open(); deletes itself when closed.
class AcquireDialog final : public Dialog
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the dialog
    /// @param lock what to propose; nullptr: a name is to be typed
    AcquireDialog(Session& session, const LockStatePtr& lock, QWidget* parent = nullptr);

    /// Stops the waiting if it waits; closes the dialog if it does not.
    void reject() override;

private:
    enum class Wait { none, limited, endless };
    void build();
    [[nodiscard]] HoldKind kind() const;
    [[nodiscard]] Wait waiting() const;
    [[nodiscard]] HoldRequest request() const;
    /// What is missing; empty if nothing is.
    [[nodiscard]] QString problem() const;
    void acquire();
    void finish(quint64 ticket, const AdminResult& result);
    void showMessage(const Text& text, const QColor& color);
    void block(const Text& why);
    void retranslate();
    void showWaiting();
    void refresh();

    Session& m_session;
    std::optional<Session::Ticket> m_ticket;
    std::optional<SteadyTime> m_since;
    bool m_isOver = false;
    Text m_says;
    QLineEdit* m_name;
    QComboBox* m_kind;
    QLabel* m_explanation;
    QComboBox* m_leaseChoice;
    DurationField* m_lease;
    QComboBox* m_waitChoice;
    DurationField* m_wait;
    QLineEdit* m_reason;
    QLabel* m_message;
    QPushButton* m_cancel;
    QPushButton* m_confirm;
    QTimer m_clock;
};

} // namespace lockscope::ui
