// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/wait_graph_items.hpp"
#include "clients/wait_graph_words.hpp"

#include <QGraphicsScene>
#include <QGraphicsView>

#include <optional>
#include <string>
#include <vector>

class QAction;

namespace lockscope::ui {

/// The wait-for graph, drawn from a picture of it. It is laid out anew only if nodes or edges come or go, or if it has
/// another room. Until somebody zooms its words are as large as those of the window. The mouse drags it, Ctrl and the
/// wheel zoom. With the keyboard: Tab and arrows go from node to node, Return activates one, + − and 0 zoom, Escape
/// lets go of the node, so that Tab leads on to the next control.
class WaitGraphView : public QGraphicsView
{
    Q_OBJECT

public:
    explicit WaitGraphView(QWidget* parent = nullptr);

    /// @param names kept, and asked until the next picture
    void setPicture(WaitPicture picture, const ClientNames& names);
    [[nodiscard]] const WaitPicture& picture() const { return m_picture; }
    /// Chooses the node of this lock and brings it into sight. @return whether it is drawn
    bool showLock(const std::string& name);
    /// Chooses none.
    void letGo() { choose(std::nullopt); }
    /// The node that is chosen, as a sentence; empty if none is.
    [[nodiscard]] QString currentText() const;

    void zoomIn() { zoomBy(kZoomStep); }
    void zoomOut() { zoomBy(1 / kZoomStep); }
    /// All of it in sight, legible or not, also in another room, until somebody zooms.
    void fit();

    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void lockActivated(const std::string& name);
    void clientActivated(const std::string& uuid);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    static constexpr qreal kZoomStep = 1.2;
    using NodeKey = std::pair<WaitPicture::Node::Kind, std::string>;
    enum class Scale { legible, whole, chosen }; ///< As the window's words; the largest that fits; the user's own.

    [[nodiscard]] bool sameShape(const WaitPicture& picture) const;
    void rebuild();
    [[nodiscard]] WaitNodeItem* itemAt(const QPoint& position) const;
    void choose(std::optional<std::size_t> node);
    void chooseTowards(Qt::Key direction);
    void mark();
    void describe();
    void activate();
    void adaptScale();
    void zoomBy(qreal factor);
    void retranslate();

    QGraphicsScene m_scene;
    std::optional<WaitGraphMetrics> m_metrics;
    WaitPicture m_picture;
    ClientNames m_names;
    std::vector<WaitNodeItem*> m_nodes; ///< As in the picture; owned by the scene.
    std::optional<std::size_t> m_current;
    QSize m_room; ///< That it is laid out for.
    Scale m_scale = Scale::legible;
};

} // namespace lockscope::ui
