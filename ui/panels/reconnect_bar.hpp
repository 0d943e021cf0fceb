// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/waiting_parts.hpp"
#include "panels/notice_bar.hpp"

#include <QList>

class QAction;

namespace lockscope::ui {

/// Says above the table which parts of the changed profile wait for the next connection, until that is made or somebody
/// hides the bar; it comes again when other parts wait. Hidden otherwise.
class ReconnectBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit ReconnectBar(QWidget* parent = nullptr);

    void setWaiting(const QList<WaitingPart>& parts);

signals:
    void reconnectRequested();

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QList<WaitingPart> m_parts;
    QAction* m_reconnect;
    QAction* m_later;
};

} // namespace lockscope::ui
