// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QWidget;

namespace lockscope::ui {

/// Whether somebody is about to click in a view: as long as the mouse moves over it, and for half a second after. What
/// would move rows then waits, so that none comes under the mouse that was not meant; two seconds at most.
class MouseHold : public QObject
{
    Q_OBJECT

public:
    /// @param viewport not owned, outlives this
    explicit MouseHold(QWidget& viewport, QObject* parent = nullptr);

    [[nodiscard]] bool holds() const { return m_rest.isActive(); }

signals:
    /// What has waited may happen now.
    void released();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void release();

    QTimer m_rest;
    QElapsedTimer m_since; ///< The first of the moves.
};

} // namespace lockscope::ui
