// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace_model.hpp"
#include "trace/trace_session.hpp"

#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QStackedWidget;

namespace lockscope::ui {

class Session;
class TraceStart;
class TraceView;

/// MONITOR, for a limited time: says its cost before it starts, asks once more on a production server, shows the
/// commands about locks with the inner ones folded under their script. Esc stops it. Its actions are in actions().
class TracePanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit TracePanel(Session& session, QWidget* parent = nullptr);

    /// The lock that "only this lock" means; empty for none.
    void setSelectedLock(const std::string& name);
    void setKnownLocks(TraceSession::KnownLocks known) { m_trace.setKnownLocks(std::move(known)); }
    /// How clients are called.
    void setNamer(TraceModel::Namer namer);
    [[nodiscard]] TraceSession& trace() { return m_trace; }
    [[nodiscard]] TraceView& view() { return *m_view; }

signals:
    /// Double click or Return on a command about this lock.
    void lockActivated(const std::string& name);
    /// A script under this UUID came from this address.
    void identityLearned(const std::string& uuid, const std::string& address);
    /// As they come, before they are shown; later than what was learned from them.
    void commandsArrived(const std::vector<lockscope::TraceCommand>& commands);
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void start();
    void take(const std::vector<TraceCommand>& commands);
    void flush();
    void showStatus(const TraceStatus& status);
    /// Connected, and yet the server does not answer now.
    [[nodiscard]] bool isLost() const;
    void showServer();
    void look();
    void retranslate();

    Session& m_session;
    TraceSession m_trace;
    QAction* m_start;
    QAction* m_stop;
    QStackedWidget* m_pages;
    TraceStart* m_startPage;
    TraceView* m_view;
    std::vector<TraceCommand> m_pending; ///< Shown a few times a second, however many batches come.
    QTimer m_flushing;
    QTimer m_looking; ///< At how much the server executes.
    bool m_isLost = false;
};

} // namespace lockscope::ui
