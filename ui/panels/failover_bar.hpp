// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

#include "lockscope/monitor.hpp"

#include <vector>

class QAction;

namespace lockscope::ui {

/// Says above the table that another server took over, and what became of the locks, until somebody acknowledges it.
/// Of several the newest is shown, with the sums of all. Hidden otherwise.
class FailoverBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit FailoverBar(QWidget* parent = nullptr);

    void add(const Failover& failover);
    /// Another server: nothing of it matters any more.
    void clear();

signals:
    /// The locks that were lost, or have another holder, want to be listed.
    void lostLocksRequested();

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();
    [[nodiscard]] std::size_t lostLocks() const;

    std::vector<Failover> m_failovers; ///< Not acknowledged yet, newest last; bounded.
    std::size_t m_forgotten = 0;       ///< Older ones that found no room.
    QAction* m_list;
    QAction* m_acknowledge;
};

} // namespace lockscope::ui
