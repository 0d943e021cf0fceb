// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockscope::ui {

/// In a text field of a window, keys that delete a word do so, though they mean something else in the window: Ctrl+Del
/// would force-release a lock. By itself a field gives these up to shortcuts.
class FieldKeys : public QObject
{
    Q_OBJECT

public:
    /// @param window owns this
    explicit FieldKeys(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

} // namespace lockscope::ui
