// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "dialogs/lost_answer.hpp"
#include "models/client_namer.hpp"
#include "models/multi_lock_model.hpp"
#include "session/session.hpp"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <map>
#include <string>
#include <vector>

class QColor;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class TablePage;
struct Theme;
class TypedName;

/// Base of the dialogs that do the same to several locks: lists each with its holder and what happens to it, asks once
/// for the reason, and then says in the list what became of each. A lock that changes while it stands there is left
/// out; one that was renewed in the moment of the action, or taken anew by the same owner, may be confirmed once more,
/// and so may one that was refused, by the server or because it has become a production server meanwhile. What is seen
/// later of one whose answer was lost stands in the list, too. Cancelling while it works leaves alone what has not
/// begun. On a production server it is to be typed how many the list has, and what the server is called. Opened with
/// open(); deletes itself when closed.
class MultiLockDialog : public Dialog
{
    Q_OBJECT

public:
    /// More locks than anybody could look through.
    static constexpr qsizetype mostAtOnce = 1000;

    ~MultiLockDialog() override;

    [[nodiscard]] const MultiLockModel& model() const { return m_model; }
    /// What the clients of holders and waiters are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// Stops the work if it works; closes the dialog if it does not.
    void reject() override;
    [[nodiscard]] Text unfinished() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// A lock to be acted on.
    struct Target
    {
        LockStatePtr seen;   ///< As the list has it.
        LockStatePtr latest; ///< The same, read later.
        std::string reason, typedName;
    };

    /// @param session not owned, outlives the dialog
    /// @param server what it is called, in words of the user; empty: without a name
    MultiLockDialog(Session& session, const QString& server, QWidget* parent);

    /// Called once from the subclass' constructor, when its virtuals can answer.
    void build(const std::vector<LockStatePtr>& locks, const Text& title, const QString& iconName);
    /// Rows of the subclass, above the reason. They cannot be changed while it works.
    void addRow(const Text& label, QWidget* field);

    /// What will happen to all of them, and what is to be feared from it.
    [[nodiscard]] virtual QString sentence(int count) const = 0;
    /// On the button.
    [[nodiscard]] virtual QString verb(int count) const = 0;
    /// What happens to this one.
    [[nodiscard]] virtual QString effectOn(const LockState& lock) const = 0;
    /// It is already as the action would leave it, as effectOn() says: it is not counted, and left out.
    [[nodiscard]] virtual bool isNothingToDo(const LockState& /*lock*/) const { return false; }
    /// What is wrong with what was chosen in the rows of the subclass; empty: nothing.
    [[nodiscard]] virtual QString problem() const { return {}; }
    /// A ticket for each, in their order.
    [[nodiscard]] virtual std::vector<Session::Ticket> perform(const std::vector<Target>& targets) = 0;
    /// What was done to one.
    [[nodiscard]] virtual Text doneText(const AdminResult& result) const = 0;
    /// Why nothing was done to one that is not as it was seen.
    [[nodiscard]] virtual QString notDoneText(const AdminResult& result) const;
    /// May it be acted on as it is @p now? Unless told otherwise: the same holders, entered as often.
    [[nodiscard]] virtual bool isAsSeen(const LockState& seen, const LockState& now) const;
    /// What is there instead; nullptr: nothing.
    [[nodiscard]] virtual QString changedText(const LockState* now) const;
    /// Nothing was done to one that has changed in that moment, but it is as it was seen in all that matters.
    [[nodiscard]] virtual bool mayBeAskedAgain(const LockState& seen, const AdminResult& result) const;
    /// That so many are such, as sentences.
    [[nodiscard]] virtual QString askedAgainText(int count) const;
    /// The same of one, in the list.
    [[nodiscard]] virtual QString askedAgainText() const;
    /// Of how many nobody knows what became of them, as a sentence; none: empty.
    [[nodiscard]] static QString unknownText(int count);

    [[nodiscard]] Session& session() const { return m_session; }
    [[nodiscard]] const ClientNamer& namer() const { return m_model.clientNamer(); }
    /// What happens may be something else now.
    void showEffects();
    /// What is missing, or wrong, may be something else now.
    void checkReady();

private:
    void addRows(const std::vector<LockStatePtr>& locks);
    void lookAt(const MonitorBatch& batch);
    void lookAt(int row, const LockChange& change);
    void confirm();
    [[nodiscard]] std::vector<int> leaveOutTheRest();
    void finish(quint64 ticket, const AdminResult& answer);
    void showLost(int row);
    void catchUp();
    void settle();
    void followServerKind();
    void showServer();
    void conclude(const Text& message);
    [[nodiscard]] QString whatIsMissing() const;
    void stressWhatIsMissing() override;
    void say(const Text& message, QColor Theme::*color);
    void setResult(int row, MultiLockModel::State state, const Text& text);
    void refresh();
    void followStandstill();
    void retranslate();
    void fitColumns();
    [[nodiscard]] int pending() const;
    [[nodiscard]] bool isWorking() const { return !m_tickets.isEmpty(); }

    Session& m_session;
    QString m_server;
    MultiLockModel m_model;
    Text m_title;
    QHash<QByteArray, int> m_rowOf;        ///< By name, while nothing was sent.
    QHash<Session::Ticket, int> m_tickets; ///< Not answered yet.
    QHash<int, Text> m_results;            ///< By row: what became of it.
    QSet<int> m_leftOut;                   ///< Rows that had changed before anything was sent.
    std::map<int, LockChange> m_missed;    ///< By row: what was seen while it worked.
    std::map<int, LostAnswer> m_lost;      ///< By row: of all that were asked for, those that have no answer.
    int m_count = 0;                       ///< Locks that confirming acts on, or has acted on.
    int m_askedAgain = 0;                  ///< Of those that were asked for last: see mayBeAskedAgain().
    int m_failed = 0; ///< Of the same: the server, or our own policy, refused, and nothing was done.
    bool m_isOver = false;
    Text m_says;
    QLabel* m_sentence;
    QLabel* m_where;
    QLabel* m_standstill;
    TablePage* m_page;
    QFormLayout* m_form;
    QList<QWidget*> m_fields; ///< Of the subclass.
    QLineEdit* m_reason;
    TypedName* m_typedName = nullptr; ///< Production servers only.
    QProgressBar* m_progress;
    QLabel* m_message;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_confirm = nullptr;
    QTimer m_clock;
};

} // namespace lockscope::ui
