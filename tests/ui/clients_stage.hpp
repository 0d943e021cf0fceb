// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/client_watch.hpp"
#include "clients/clients_page.hpp"
#include "clients/clients_panel.hpp"
#include "clients/wait_graph_page.hpp"
#include "clients/wait_graph_view.hpp"
#include "lock_states.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "settings.hpp"

#include "lockscope/sandbox.hpp"

#include <QListWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::testing {

using namespace lockscope::ui;

inline constexpr int kPatience = 60'000;

/// x is held by alice and waited for by bob, y the other way round.
inline std::vector<LockStatePtr> deadlock()
{
    LockState x = heldLock("x", holder(kAlice, 1));
    LockState y = heldLock("y", holder(kBob, 2));
    x.type = y.type = LockType::fair;
    x.waiters = {waiter(kBob, 2, x.server_time + 1000)};
    y.waiters = {waiter(kAlice, 1, x.server_time + 1000)};
    x.waiters_total = y.waiters_total = 1;
    return {shared(x), shared(y)};
}

/// A panel of clients with a session that is not connected yet.
class ClientsStage
{
public:
    void setUp()
    {
        SessionOptions options;
        options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_settings = std::make_unique<Settings>(
            m_folder.filePath(QStringLiteral("%1.ini").arg(QString::fromLatin1(QTest::currentTestFunction()))));
        m_session = std::make_unique<Session>(options);
        m_panel = std::make_unique<ClientsPanel>(*m_session, nullptr);
        m_panel->useSettings(*m_settings);
        m_panel->resize(1300, 420);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void tearDown()
    {
        m_panel.reset();
        m_session.reset();
        m_settings.reset();
    }
    void tell(const std::vector<LockStatePtr>& states, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        for (const LockStatePtr& state : states) {
            batch.changes.push_back({kind, state});
        }
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }
    ClientsPage& page() const { return m_panel->clientsPage(); }
    QTableView& clients() const { return page().clients().table(); }
    QTableView& stakes() const { return page().stakes().table(); }
    WaitGraphPage& graph() const { return m_panel->graphPage(); }
    QString cell(int row, int column) const { return clients().model()->index(row, column).data().toString(); }
    int rows() const { return clients().model()->rowCount(); }
    QStringList sentences() const
    {
        QStringList all;
        for (int i = 0; i < graph().sentences().count(); ++i) {
            all << graph().sentences().item(i)->text();
        }
        return all;
    }
    void connectTo(const Sandbox& sandbox)
    {
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ClientsPanel> m_panel;
};

} // namespace lockscope::testing
