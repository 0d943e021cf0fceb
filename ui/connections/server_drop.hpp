// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QMimeData;
class QWidget;

namespace lockscope::ui {

/// A server that is dropped on a widget: its address as text, or a file that can be imported.
class ServerDrop : public QObject
{
    Q_OBJECT

public:
    /// @param target  not owned, outlives this; it gets an edge while something is held over it that it takes
    /// @param isWanted  asked when something comes
    ServerDrop(QWidget& target, std::function<bool()> isWanted);

    /// A server that is dropped on this part of the target is the target's: in a field, its address would show its
    /// password, and be kept with it. Whatever else is dropped there stays the part's.
    void passThrough(QWidget& part);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Perhaps with a password, and perhaps none that can be understood.
    void addressDropped(const QString& uri);
    /// A Redisson configuration or an export of profiles, by its ending.
    void fileDropped(const QString& path);

private:
    struct Dropped
    {
        QString file, address; ///< One of them is empty.
    };
    [[nodiscard]] static std::optional<Dropped> droppedOf(const QMimeData& data);
    void showEdge();

    QWidget& m_target;
    std::function<bool()> m_isWanted;
    QWidget* m_edge;
};

} // namespace lockscope::ui
