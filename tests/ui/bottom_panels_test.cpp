// SPDX-License-Identifier: GPL-3.0-or-later
// What the panels below the table tell each other.
#include "clients/clients_panel.hpp"
#include "lock_ring.hpp"
#include "panels/bottom_panels.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "trace/trace_panel.hpp"

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

namespace {

constexpr int kPatience = 60'000;

SessionOptions auditIn(const QTemporaryDir& folder)
{
    SessionOptions options;
    options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    return options;
}

} // namespace

class BottomPanelsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_session = std::make_unique<Session>(auditIn(*m_folder));
        m_panels = std::make_unique<BottomPanels>(*m_session, *m_settings);
    }
    void cleanup()
    {
        m_panels.reset();
        m_session.reset();
        m_settings.reset();
        m_folder.reset();
    }

    void whatATraceSeesCompletesTheWaitForGraph()
    {
        const Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        TraceSession& trace = panel<TracePanel>().trace();
        TraceOptions options;
        options.duration = 120s;
        trace.start(options);
        QTRY_COMPARE_WITH_TIMEOUT(trace.status().state, TraceStatus::State::running, kPatience);
        Client a(sandbox.endpoint());
        Client b(sandbox.endpoint());
        LockRing ring(2);
        ring.add(a.reentrant_lock("orders:1"), a.reentrant_lock("orders:2"));
        ring.add(b.reentrant_lock("orders:2"), b.reentrant_lock("orders:1"));
        // Of these locks Redis knows only how many clients listen.
        const auto possible = [this] {
            const std::vector<WaitCycle>& cycles = panel<ClientsPanel>().watch().cycles().cycles;
            return std::count_if(cycles.begin(), cycles.end(), [](const WaitCycle& cycle) {
                return cycle.certainty == WaitCycle::Certainty::possible;
            });
        };
        QTRY_COMPARE_WITH_TIMEOUT(possible(), 1, kPatience);
    }

private:
    template <typename Panel>
    Panel& panel() const
    {
        return *m_panels->findChild<Panel*>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<BottomPanels> m_panels;
};

QTEST_MAIN(BottomPanelsTest)
#include "bottom_panels_test.moc"
