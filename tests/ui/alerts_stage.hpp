// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the alerts' panel and its dialogs share.
#pragma once

#include "alerts/alert_desk.hpp"
#include "alerts/alerts_panel.hpp"
#include "lock_states.hpp"
#include "panels/elided_label.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"

#include "lockscope/sandbox.hpp"

#include <QAction>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace lockscope::testing {

inline constexpr int kPatience = 15'000;

inline LockState neverExpiring(const std::string& name)
{
    LockState state = heldLock(name, holder(kAlice, 57), milliseconds{-1});
    state.anomalies = {Anomaly::never_expires};
    return state;
}

/// A panel on the screen, with a session and settings of its own.
class AlertsStage
{
protected:
    void open()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        ui::SessionOptions options;
        options.auditFile = m_folder->filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_session = std::make_unique<ui::Session>(options);
        m_desk = makeDesk();
        m_panel = makePanel();
        m_panel->resize(900, 300);
        m_panel->show();
    }
    void close()
    {
        m_panel.reset();
        m_desk.reset();
        m_session.reset();
        m_folder.reset();
    }

    [[nodiscard]] std::unique_ptr<ui::AlertsPanel> makePanel() const
    {
        return std::make_unique<ui::AlertsPanel>(*m_session, *m_desk);
    }
    [[nodiscard]] std::unique_ptr<ui::AlertDesk> makeDesk() const
    {
        return std::make_unique<ui::AlertDesk>(m_folder->filePath(QStringLiteral("settings.ini")));
    }
    void connectTo(const Sandbox& server)
    {
        m_session->connectTo(server.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), ui::Session::State::connected, kPatience);
    }
    [[nodiscard]] ui::TablePage& page() const { return *m_panel->findChild<ui::TablePage*>(); }
    [[nodiscard]] int count() const { return page().table().model()->rowCount(); }
    void type(const QString& text) { m_panel->findChild<QLineEdit*>()->setText(text); }
    [[nodiscard]] QString said() const { return m_panel->findChild<ui::ElidedLabel*>()->text(); }
    [[nodiscard]] QString shown(int column) const { return m_panel->model().index(0, column).data().toString(); }
    [[nodiscard]] QAction* actionWith(const QString& text) const
    {
        for (QAction* action : m_panel->actions()) {
            if (action->text() == text) {
                return action;
            }
        }
        return nullptr;
    }
    /// The session's news, as they come from the monitor.
    void tell(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        tell(*m_session, state, kind);
    }
    static void tell(ui::Session& session, const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, shared(state)});
        emit session.batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::AlertDesk> m_desk;
    std::unique_ptr<ui::AlertsPanel> m_panel;
};

} // namespace lockscope::testing
