// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "panels/notice_bar.hpp"
#include "session/session.hpp"

#include <QPointer>
#include <QTimer>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace lockscope::ui {

/// Offers below the panels to take a force-release back, as long as that is possible, and says what it can and cannot
/// do. The newest is offered first, older ones are in a menu, and all of them can be taken back in a row. Where
/// somebody else has had the lock since, it asks before. What the server or the audit log refused can be tried again,
/// and what somebody has now when it is free.
/// Hidden while there is nothing to offer, or nobody wants to see it.
class UndoBar : public NoticeBar
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the bar
    explicit UndoBar(Session& session, QWidget* parent = nullptr);

    /// Who gets the keys that come here although nobody has sent them: what had them before has gone. A key that was
    /// meant for that must not take a release back. Not owned.
    void leaveKeysTo(QWidget& widget) { m_keysGoTo = &widget; }
    /// What the clients of holders are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// Undo (Ctrl+Z): takes the newest release back.
    [[nodiscard]] QList<QAction*> actions() const { return {m_undo}; }
    /// The locks that can be put back.
    [[nodiscard]] std::vector<std::string> locks() const;

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void followFocus(const QWidget* before, const QWidget* now);
    void offer(const UndoTicket& ticket);
    void followEvents(const MonitorBatch& batch);
    void askToUndo(const UndoTicket& ticket);
    void sayThatItIsHeld(const UndoTicket& ticket, const std::string& owner);
    void undoAll();
    void undo(std::vector<UndoTicket> tickets);
    void undoNext();
    void offerAgain(const UndoTicket& ticket);
    void finish(quint64 ticket, const AdminResult& result);
    /// @param back what is back, if it is one
    void tell(const AdminResult& result, const std::optional<UndoTicket>& back = {});
    void dismiss();
    void tick();
    void followClock();
    void refresh();
    [[nodiscard]] QString offerText(const UndoTicket& ticket) const;
    [[nodiscard]] QString resultText() const;
    [[nodiscard]] QString resultOfOne(const AdminResult& result) const;
    void fillMenu();
    void retranslate();

    Session& m_session;
    ClientNamer m_namer;
    struct Taken
    {
        std::string owner; ///< The last one.
        bool isHeld;       ///< Now, by it or by others.
    };
    std::vector<UndoTicket> m_offers;        ///< Newest last.
    std::map<std::string, Taken> m_takenBy;  ///< By lock: who has taken it since it was released.
    std::vector<UndoTicket> m_undoing;       ///< Asked for together; one after the other, the last one first.
    std::size_t m_asked = 0;                 ///< How many that were.
    std::size_t m_back = 0;                  ///< How many of them are back in Redis.
    std::optional<Session::Ticket> m_ticket; ///< Of the one that is being undone, the last of m_undoing.
    std::string m_lock;                      ///< Its name.
    std::optional<AdminResult> m_result;     ///< Of the last one.
    std::optional<SteadyTime> m_ends;        ///< Of the one that is back: when its lease ends, if it does.
    bool m_endsWithReader = false;           ///< As UndoTicket::ends_with_reader.
    SteadyTime m_resultUntil{};
    bool m_isDismissed = false;   ///< Somebody does not want to see the offers.
    QPointer<QWidget> m_keysGoTo; ///< May go first, with the window.
    bool m_isSentHere = false;    ///< The keys are here because somebody wanted that.
    QAction* m_undo;
    QAction* m_undoAll;
    QAction* m_dismiss;
    QToolButton* m_button;
    QToolButton* m_all;
    QToolButton* m_more;
    QMenu* m_menu;
    QTimer m_clock;
};

} // namespace lockscope::ui
