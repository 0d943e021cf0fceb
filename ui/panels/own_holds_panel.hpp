// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/own_holds_model.hpp"
#include "text/live_text.hpp"

#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QHBoxLayout;

namespace lockscope::ui {

class Session;
class TablePage;

/// The locks that this program holds itself or waits for, and giving them back. What is lost stays in the list until it
/// is removed; what could not be given back is said above it until something else is done.
class OwnHoldsPanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit OwnHoldsPanel(Session& session, QWidget* parent = nullptr);

    /// A button for @p acquire, which is not the panel's own, before the others.
    void offer(QAction* acquire);
    /// Release, release all.
    [[nodiscard]] QList<QAction*> actions() const { return {m_release, m_releaseAll}; }
    [[nodiscard]] const OwnHoldsModel& model() const { return m_model; }
    [[nodiscard]] TablePage& page() const { return *m_page; }

signals:
    void lockActivated(const std::string& name);
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void takeHolds();
    void takeNews(const MonitorBatch& batch);
    /// Whoever waits stops waiting, what is lost goes from the list.
    void release(const std::vector<OwnHold>& holds);
    void noteFailure(const std::string& lock, const AdminResult& result);
    void forgetFailures();
    [[nodiscard]] QString failureText() const;
    [[nodiscard]] std::vector<OwnHold> selected() const;
    [[nodiscard]] std::vector<OwnHold> undoubted() const;
    void updateActions();
    void updateClock();
    void showNote();
    void retranslate();

    Session& m_session;
    OwnHoldsModel m_model;
    TablePage* m_page;
    QHBoxLayout* m_bar;
    QAction* m_release;
    QAction* m_releaseAll;
    Text m_failure;     ///< Of the latest release that did not succeed; empty: none.
    int m_failures = 0; ///< Since something was done.
    QTimer m_clock;
};

} // namespace lockscope::ui
