// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/client_directory.hpp"
#include "lockscope/trace.hpp"
#include "lockscope/wait_graph.hpp"

#include <QObject>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::ui {

class Session;
class ShownTime;

/// Keeps the directory of clients and the wait-for graph up to date, and tells of changes a few times a second at most:
/// both are asked for far more rarely than locks change. Looks for deadlocks whether or not anybody looks on.
class ClientWatch : public QObject
{
    Q_OBJECT

public:
    enum class Attention {
        away,
        looking, ///< Somebody sees the clients: the server is asked now and then who they are, not only for new ones.
    };

    explicit ClientWatch(Session& session, QObject* parent = nullptr);

    [[nodiscard]] const ClientDirectory& directory() const { return m_directory; }
    [[nodiscard]] const WaitGraph& graph() const { return m_graph; }
    [[nodiscard]] const WaitCycles& cycles() const { return m_cycles; }
    /// What became of the last question for connections; nothing was asked yet: known, without any.
    [[nodiscard]] const ConnectionList& connections() const { return m_connections; }

    /// As of when clients and graph are shown.
    [[nodiscard]] const ShownTime& shownTime() const;
    /// That they are of the past; empty while they are live.
    [[nodiscard]] QString standstillText() const;

    void setAttention(Attention attention);
    /// What a trace has seen: who came from which address, and who was refused a lock.
    void takeTrace(const TraceBatch& batch);

signals:
    void cleared();
    void clientsChanged(const lockscope::ClientDirectory::Changes& changes);
    /// The graph, or how sure its cycles are.
    void graphChanged();
    /// Only when one of the numbers changes. Possible ones include those that are not confirmed yet.
    void deadlocksChanged(int certain, int possible);
    void connectionsChanged();

private:
    void takeBatch(const MonitorBatch& batch);
    void takeConnections(const ConnectionList& connections);
    void tell();
    void findCycles();
    void lookForNewcomers(const ClientDirectory::Changes& changes);
    void askForConnections();
    void clear();

    Session& m_session;
    ClientDirectory m_directory;
    WaitGraph m_graph;
    WaitCycles m_cycles;
    ConnectionList m_connections;
    std::uint64_t m_searched = 0; ///< The graph's revision when cycles were looked for.
    bool m_confirming = false;    ///< Locks of a cycle are being read again.
    int m_certain = 0, m_possible = 0;
    Attention m_attention = Attention::away;
    SystemTime m_askedAt{};
    bool m_hasNewcomers = false; ///< Clients that the server has not been asked about.
    QTimer m_tellTimer;
    QTimer m_askTimer;
};

} // namespace lockscope::ui
