// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QWidget>

#include <string>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// Stands over an empty table and says why it is empty, and what to do about it.
class TablePlaceholder : public QWidget
{
    Q_OBJECT

public:
    explicit TablePlaceholder(QWidget* parent = nullptr);

    void setStatus(const MonitorStatus& status);
    /// @param total locks known, @param shown those that the filter leaves
    void setCounts(int shown, std::size_t total);
    enum class Server { sandbox, cluster, other };
    /// @param database a cluster has one only
    /// @param pattern of the names that are looked at; "*": all
    void setServer(Server server, int database, const std::string& pattern);
    enum class Acquiring { offered, impossible };
    void setAcquiring(Acquiring acquiring);

signals:
    void acquireRequested();
    void sandboxRequested();
    void filterClearRequested();
    void permissionsRequested();
    void resumeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Reason {
        none,
        filtered,
        noPermission,
        lost,
        paused,
        connecting,
        scanning,
        partlyLost,
        noLocks,
        noKeys,
    };
    [[nodiscard]] Reason reason() const;
    void showText();
    [[nodiscard]] QString absenceText(Reason why) const;
    [[nodiscard]] QString nothingFoundText(Reason why) const;

    MonitorStatus m_status;
    int m_shown = 0;
    std::size_t m_total = 0;
    bool m_hadLocks = false; ///< On this server there were some.
    Server m_server = Server::other;
    int m_database = 0;
    std::string m_pattern = "*"; ///< Of the names that are looked at.
    QLabel* m_title;
    QLabel* m_text;
    Acquiring m_acquiring = Acquiring::offered;
    QPushButton* m_button;
    QPushButton* m_acquire;
    QPushButton* m_sandbox;
};

} // namespace lockscope::ui
