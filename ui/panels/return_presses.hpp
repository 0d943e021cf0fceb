// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockscope::ui {

/// Return presses the button of a window that has the focus, as the space bar does; dialogs have rules of their own.
/// Only a key that was meant for the button counts: a field passes Return on after it has done what it is for, and the
/// focus may be on a button by then.
class ReturnPresses : public QObject
{
    Q_OBJECT

public:
    /// @param window owns this
    explicit ReturnPresses(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

} // namespace lockscope::ui
