// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "models/client_namer.hpp"
#include "models/multi_lock_model.hpp"
#include "session/session.hpp"

#include <QHash>
#include <QTimer>

#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class DurationField;
class TablePage;
class TypedName;

/// The same action on several locks: lists each with its holder and what happens to it, asks once for the reason, and
/// then says in the list what became of each. A lock that changes while it stands there is left out; one that was
/// renewed in the moment of the action, or taken anew by the same owner, may be confirmed once more, and so may one
/// that the server refused to act on. Cancelling while it works leaves alone what has not begun. On a production server
/// it is to be typed how many the list has, and what the server is called. Opened with open(); deletes itself when
/// closed.
class MultiLockDialog final : public Dialog
{
    Q_OBJECT

public:
    using What = BatchRequest::What;

    /// @param session not owned, outlives the dialog
    /// @param locks held ones
    /// @param server what it is called, in words of the user; empty: without a name
    MultiLockDialog(Session& session, What what, const std::vector<LockStatePtr>& locks, const QString& server,
                    QWidget* parent = nullptr);

    [[nodiscard]] const MultiLockModel& model() const { return m_model; }
    /// What the clients of holders and waiters are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// Stops the work if it works; closes the dialog if it does not.
    void reject() override;
    [[nodiscard]] Text unfinished() const override;

private:
    void build();
    void addRows(const std::vector<LockStatePtr>& locks);
    [[nodiscard]] QString effectOn(const LockState& lock) const;
    [[nodiscard]] QString waitersOf(const LockState& lock) const;
    [[nodiscard]] QString holdersOf(const LockState& lock) const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString warning() const;
    [[nodiscard]] static QString titleOf(What what);
    [[nodiscard]] QString verb() const;
    /// @param asked the time left that was asked for
    [[nodiscard]] QString resultText(const AdminResult& result, milliseconds asked) const;
    void showEffects();
    void lookAt(const MonitorBatch& batch);
    void confirm();
    void finish(quint64 ticket, const AdminResult& result);
    void settle();
    /// Why those that are left may be confirmed once more.
    [[nodiscard]] static QString againText(int renewed, int failed);
    void followServerKind();
    void conclude(const Text& message);
    void say(const Text& message);
    void setResult(int row, MultiLockModel::State state, const Text& text);
    void refresh();
    void followStandstill();
    void retranslate();
    [[nodiscard]] int pending() const;
    [[nodiscard]] bool isWorking() const { return !m_tickets.isEmpty(); }

    Session& m_session;
    What m_what;
    QString m_server;
    MultiLockModel m_model;
    QHash<QByteArray, int> m_rowOf;        ///< By name, while nothing was sent.
    QHash<Session::Ticket, int> m_tickets; ///< Not answered yet.
    QHash<int, Text> m_results;            ///< By row: what became of it.
    int m_count = 0;                       ///< Locks that confirming acts on, or has acted on.
    milliseconds m_asked{0};               ///< The time left that was asked for last.
    int m_renewed = 0;                     ///< Of those that were asked for last: left alone, because they were others.
    int m_failed = 0;                      ///< Of the same: the server refused, and nothing was done.
    bool m_isOver = false;
    Text m_says;
    QLabel* m_sentence;
    QLabel* m_standstill;
    TablePage* m_page;
    DurationField* m_duration = nullptr; ///< Not for releasing.
    QFormLayout* m_form;
    QLineEdit* m_reason;
    TypedName* m_typedName = nullptr; ///< Production servers only.
    QProgressBar* m_progress;
    QLabel* m_message;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_confirm = nullptr;
    QTimer m_clock;
};

} // namespace lockscope::ui
