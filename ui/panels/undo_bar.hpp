// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QFrame>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

class QAction;
class QBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace lockscope::ui {

/// Offers above the table to take a force-release back, as long as that is possible, and says what it can and cannot
/// do. The newest is offered first, older ones are in a menu. Hidden while there is nothing to offer.
class UndoBar : public QFrame
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the bar
    explicit UndoBar(Session& session, QWidget* parent = nullptr);

    /// Undo (Ctrl+Z): takes the newest release back.
    [[nodiscard]] QList<QAction*> actions() const { return {m_undo}; }
    /// The locks that can be put back.
    [[nodiscard]] std::vector<std::string> locks() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void offer(const UndoTicket& ticket);
    void undo(std::size_t place);
    void finish(quint64 ticket, const AdminResult& result);
    void dismiss();
    void tick();
    void refresh();
    void arrange();
    void fillMenu();
    void retranslate();

    Session& m_session;
    std::vector<UndoTicket> m_offers; ///< Newest last.
    std::optional<Session::Ticket> m_ticket;
    std::string m_lock; ///< What is being undone.
    std::optional<AdminResult> m_result;
    SteadyTime m_resultUntil{};
    QAction* m_undo;
    QAction* m_dismiss;
    QBoxLayout* m_layout;
    QLabel* m_text;
    QToolButton* m_button;
    QToolButton* m_more;
    QMenu* m_menu;
    QTimer m_clock;
};

} // namespace lockscope::ui
