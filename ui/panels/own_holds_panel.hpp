// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/own_holds_model.hpp"

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
/// is removed.
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
    void release();
    [[nodiscard]] std::vector<OwnHold> selected() const;
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
    QTimer m_clock;
};

} // namespace lockscope::ui
