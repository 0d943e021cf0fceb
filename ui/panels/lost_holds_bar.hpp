// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

#include "lockscope/own_holds.hpp"

#include <QSet>

#include <vector>

class QAction;

namespace lockscope::ui {

/// Says above the table that this program has lost a lock that it held, until somebody acknowledges it or removes the
/// lock from the list. Of several the latest is named. Hidden otherwise.
class LostHoldsBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit LostHoldsBar(QWidget* parent = nullptr);

    /// Everything that this program holds, waits for or has lost.
    void setHolds(const std::vector<OwnHold>& holds);

signals:
    /// Our own locks want to be seen.
    void listRequested();

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void acknowledge();
    void refresh();
    void retranslate();

    std::vector<OwnHold> m_lost;  ///< Not acknowledged yet, the latest last.
    QSet<quint64> m_acknowledged; ///< By id; none is used twice.
    QAction* m_show;
    QAction* m_acknowledge;
};

} // namespace lockscope::ui
