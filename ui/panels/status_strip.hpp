// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/permissions.hpp"

#include <QFrame>
#include <QHash>
#include <QTimer>

#include <optional>
#include <vector>

class QLabel;
class QToolButton;

namespace lockscope::ui {

class FlowLayout;

/// One line of facts below the toolbar: how many locks in which state, what watching costs, how fresh the picture is,
/// where the news come from, whether it is encrypted, and what is not permitted.
class StatusStrip : public QFrame
{
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    void setStatus(const MonitorStatus& status);
    /// Newer ones than the status has.
    void setCounts(const LockCounts& counts);
    /// Events are missing from now on backwards; said for a minute.
    void noteLostEvents();
    /// They were another server's.
    void forgetLostEvents();
    /// Rows are being sorted or filtered, and it takes a while.
    enum class Arranging { done, goingOn };
    void setArranging(Arranging arranging);
    /// How many locks the filter leaves; nothing is said if it leaves all.
    void setShown(std::size_t shown, std::size_t total);
    /// Of the rows; told where it is several, because the detail shows one of them.
    void setSelected(std::size_t locks);
    /// Whoever only watches misses nothing of what acting takes: it is told of apart.
    void setPurpose(Purpose purpose);

signals:
    void permissionsRequested();
    /// A click on a number: these are to be shown.
    void quickFilterRequested(lockscope::ui::QuickFilter filter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// A number in bold and what it counts.
    struct Fact
    {
        QWidget* box;
        QLabel* number;
        QLabel* word;
    };

    Fact addFact(FlowLayout& layout);
    /// The keys have the quick filters themselves.
    void offer(const Fact& fact, QuickFilter filter);
    /// How much of what there is: everything; at least that; about that: what was seen last, of which nobody knows what
    /// is left, or what stands in queues, of which nobody may be asked whether it listens.
    enum class Seen { all, some, about };
    static void show(const Fact& fact, qint64 number, const QString& word, Seen seen = Seen::all);
    void arrange();
    void showAll();
    void showSource();
    void showCounts();
    void showCost();
    void showAge();
    void showWarnings();
    void showPermissions();
    void showEncryption();

    MonitorStatus m_status;
    std::optional<SystemTime> m_lostAt;
    Arranging m_arranging = Arranging::done;
    std::size_t m_shown = 0;
    std::size_t m_selected = 0;
    std::size_t m_total = 0;
    QHash<const QObject*, QuickFilter> m_offered; ///< By the box that is clicked.
    Fact m_locks, m_held, m_waiting, m_contended, m_stuck, m_unknown, m_filtered, m_chosen;
    QLabel* m_cost;
    QLabel* m_age;
    QLabel* m_source;
    QLabel* m_encryption; ///< Hidden where nothing is encrypted.
    QLabel* m_notes;
    QToolButton* m_permissions;
    Purpose m_purpose = Purpose::watching;
    QTimer m_ageTimer;
};

} // namespace lockscope::ui
