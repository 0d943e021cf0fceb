// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "dialogs/hold_facts.hpp"
#include "dialogs/lost_answer.hpp"
#include "dialogs/standstill.hpp"
#include "models/client_namer.hpp"
#include "session/session.hpp"

#include "lockscope/admin.hpp"
#include "lockscope/lock_state.hpp"

#include <QTimer>

class QColor;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class Heading;
struct Theme;
class TypedName;

/// Base of the dialogs that do something to a lock of others. Says in a sentence what will happen, with the facts in
/// it, asks for a reason, and on production servers for the lock's name. It acts on exactly what it showed when it was
/// opened: as soon as the holders are others, it shows the new state and can do nothing but be closed. What the server
/// or the audit log refused can be tried again, with all that was typed.
///
/// Opened with open(); deletes itself when closed.
class DestructiveDialog : public Dialog
{
    Q_OBJECT

public:
    ~DestructiveDialog() override;

    /// Not in the moment of the action: nobody would learn what became of it. If that takes long, it may be closed.
    void reject() override;
    [[nodiscard]] Text unfinished() const override;

    [[nodiscard]] const LockStatePtr& lock() const { return m_lock; }
    /// What the clients of holders and waiters are called, in a word. Only what is said depends on it, never what is
    /// compared or recorded.
    void setClientNamer(ClientNamer namer);
    /// What else they hold and wait for, which tells whether they live.
    void setClientStakes(ClientStakes stakes);
    /// What they lost, and whether they are connected, which tells it, too.
    void setClientRecords(ClientRecords records);

protected:
    /// @param session not owned, outlives the dialog
    DestructiveDialog(Session& session, LockStatePtr lock, QWidget* parent);

    /// Called once from the subclass' constructor, when its virtuals can answer.
    void build(const Text& title, const Text& verb, const QString& iconName);
    /// Rows of the subclass, above the reason.
    [[nodiscard]] QFormLayout& form() { return *m_form; }

    /// What will happen, with the facts.
    [[nodiscard]] virtual QString sentence() const = 0;
    [[nodiscard]] virtual Session::Ticket perform(const AdminRequest& request) = 0;
    /// Is what the dialog shows still so? Unless told otherwise: the same holders, entered as often.
    [[nodiscard]] virtual bool isAsSeen(const LockState& now) const;
    /// What is there instead; nullptr: nothing.
    [[nodiscard]] virtual QString changedText(const LockState* now) const;
    /// What is still to be chosen in the subclass' own rows, in a sentence; empty: nothing. See checkReady().
    [[nodiscard]] virtual QString problem() const { return {}; }
    /// What was done; empty: the dialog just closes.
    [[nodiscard]] virtual QString doneText(const AdminResult& result) const;
    /// Why nothing was done although the holders are the same; empty: they are not.
    [[nodiscard]] virtual QString notDoneText(const AdminResult& result) const;

    [[nodiscard]] Session& session() const { return m_session; }
    [[nodiscard]] const ClientNamer& namer() const { return m_namer; }
    /// The newest reading of what is shown: its lease may have been renewed since, and whatever isAsSeen() does not
    /// compare may be different. What is said is of this one; what is compared before anything is done is of lock().
    [[nodiscard]] const LockState& latest() const { return *m_latest; }
    /// Of somebody else, the first one since the action was done; nullptr: none was seen yet.
    [[nodiscard]] const LockState* nextHold() const { return m_nextHold.get(); }
    /// As of when the facts are said.
    [[nodiscard]] Moment moment() const { return momentFor(m_session, *m_latest); }
    /// "held by 9f45…e1:57 (entered 2 times) for 1 m 04 s", who waits, when it was renewed; for sentence().
    [[nodiscard]] QString heldByText() const { return facts::heldBy(*m_latest, moment().wall, m_namer); }
    [[nodiscard]] QString waitersText() const { return facts::waiters(*m_latest, m_namer); }
    [[nodiscard]] QString renewedText() const { return facts::renewal(*m_latest, moment().now); }
    /// What else the client of @p lock's holder holds or waits for; empty: nothing that is known, or it has several
    /// holders.
    [[nodiscard]] QString otherStakesText(const LockState& lock) const { return facts::otherStakes(lock, m_stakes); }
    [[nodiscard]] QString otherStakesText() const { return otherStakesText(*m_latest); }
    /// What speaks for the death of that client; empty: nothing that is known, or it has several holders.
    [[nodiscard]] QString deathSignsText(const LockState& lock) const;
    [[nodiscard]] QString deathSignsText() const { return deathSignsText(*m_latest); }
    /// The sentence's facts are others now.
    void showSentence();
    /// What problem() says may be different now.
    void checkReady();

private:
    void tick();
    void followStandstill();
    void showServer();
    void followServerKind();
    void confirm();
    void lookAt(const MonitorBatch& batch);
    void lookForNextHold(const MonitorBatch& batch);
    void finish(quint64 ticket, const AdminResult& answer);
    void showChanged(const LockState* now);
    void askAgain(const AdminResult& result);
    void offerAgain(const AdminResult& result);
    void sayUnknown(const AdminResult& result);
    [[nodiscard]] QString unknownText() const;
    void catchUp();
    void block(const Text& why);
    void conclude(const Text& message, QColor Theme::*color);
    void say(const Text& message);
    [[nodiscard]] QString whatIsMissing() const;
    void stressWhatIsMissing() override;
    void updateButtons();
    /// An action is under way, and so long already that one may go without its answer.
    [[nodiscard]] bool isSlow() const;
    [[nodiscard]] bool isUnderWay() const { return m_ticket && !isSlow(); }
    [[nodiscard]] QString cancelText() const;
    [[nodiscard]] AdminRequest request() const;

    Session& m_session;
    LockStatePtr m_lock;
    LockStatePtr m_latest; ///< As m_lock, but read later.
    LockStatePtr m_nextHold;
    Expectation m_expected;
    ClientNamer m_namer;
    ClientStakes m_stakes;
    ClientRecords m_records;
    std::optional<Session::Ticket> m_ticket;
    SteadyTime m_since{};               ///< When the action began.
    std::optional<LockChange> m_missed; ///< What was heard of the lock while the action was under way.
    bool m_blocked = false;
    bool m_isDecided = false;            ///< What became of it is known: nothing else is worth saying.
    bool m_isDone = false;               ///< That is: it was done.
    bool m_isChanged = false;            ///< That is: it has changed, and nothing was done.
    std::optional<LostAnswer> m_unknown; ///< It has no answer, and may have been done.
    Text m_says;                         ///< Empty: nothing.
    Text m_title;
    Heading* m_name = nullptr;
    QLabel* m_server = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_standstill = nullptr;
    QFormLayout* m_form = nullptr;
    QLineEdit* m_reason = nullptr;
    TypedName* m_typedName = nullptr; ///< Production servers only.
    QLabel* m_message = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_confirm = nullptr;
    QTimer m_clock;
};

} // namespace lockscope::ui
