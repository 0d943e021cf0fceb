// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/time_chart.hpp"
#include "contention/contention_panel.hpp"
#include "lock_states.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::testing {

/// What a name may be.
inline const std::string kHostile = "=<b>&\n\xff";

inline LockState contended(const std::string& name, std::int64_t waiting)
{
    LockState state = heldLock(name, holder(kAlice, 57));
    state.waiting_clients = waiting;
    return state;
}

/// A contention panel that is shown, on a session that is told what to say. Base of the tests of the panel.
class ContentionStage
{
protected:
    void raise()
    {
        ui::SessionOptions options;
        options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_session = std::make_unique<ui::Session>(options);
        m_later = milliseconds{0};
        m_panel = std::make_unique<ui::ContentionPanel>(*m_session, nullptr, [this] {
            auto now = ContentionHistory::Moment::now();
            now.steady += m_later;
            now.wall += m_later;
            return now;
        });
        m_panel->resize(900, 240);
        m_panel->show();
    }
    void strike()
    {
        m_panel.reset();
        m_session.reset();
    }

    void feed(const std::vector<LockState>& states, std::vector<LockEvent> events = {})
    {
        auto batch = std::make_shared<MonitorBatch>();
        for (const LockState& state : states) {
            batch->changes.push_back({LockChange::Kind::added, shared(state)});
        }
        batch->events = std::move(events);
        batch->status = MonitorStatus{};
        batch->status->link = MonitorStatus::Link::live;
        emit m_session->batchArrived(batch);
    }
    /// Goes on as a monitor does with which nothing happens.
    template <typename Condition>
    void feedUntil(Condition condition)
    {
        QTRY_VERIFY_WITH_TIMEOUT((feed({}), condition()), 30'000);
    }
    /// So much time passes in which nothing happens, for the panel.
    void pass(milliseconds duration)
    {
        constexpr milliseconds kStep{3'000}; // five seconds of silence are a gap
        for (milliseconds passed{0}; passed < duration; passed += kStep) {
            m_later += std::min(kStep, duration - passed);
            feed({});
        }
    }
    ui::ContentionCharts& charts() { return *m_panel->findChild<ui::ContentionCharts*>(); }
    ui::TimeChart* timeChart(int index) { return m_panel->findChildren<ui::TimeChart*>().at(index); }
    QComboBox* ranges() { return m_panel->findChildren<QComboBox*>().at(0); }
    QComboBox* scopes() { return m_panel->findChildren<QComboBox*>().at(1); }
    QComboBox* rankings() { return m_panel->findChildren<QComboBox*>().at(2); }
    QString visibleText()
    {
        QStringList texts;
        for (const QLabel* label : m_panel->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts << label->text();
            }
        }
        return texts.join(QLatin1Char('\n'));
    }

    QTemporaryDir m_folder;
    milliseconds m_later{0}; ///< The panel's clock is so much ahead.
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::ContentionPanel> m_panel;
};

} // namespace lockscope::testing
