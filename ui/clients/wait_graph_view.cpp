// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_view.hpp"

#include "clients/wait_graph_layout.hpp"
#include "theme/theme.hpp"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {
namespace {

constexpr qreal kLeastScale = 0.2;
constexpr qreal kMostScale = 3;
/// Around all nodes, in lines: on the left there is room for arrows from nowhere.
constexpr qreal kLeftEdge = 2.6;
constexpr qreal kRightEdge = 1.8;
/// For one row of nodes.
constexpr int kLeastLines = 5;

} // namespace

WaitGraphView::WaitGraphView(QWidget* parent) : QGraphicsView(parent)
{
    setScene(&m_scene);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setFrameShape(QFrame::NoFrame);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setFocusPolicy(Qt::StrongFocus);
    setAlignment(Qt::AlignCenter);
    retranslate();
}

bool WaitGraphView::sameShape(const WaitPicture& picture) const
{
    const auto sameNode = [](const WaitPicture::Node& a, const WaitPicture::Node& b) {
        return a.kind == b.kind && a.name == b.name;
    };
    const auto sameEdge = [](const WaitPicture::Edge& a, const WaitPicture::Edge& b) {
        return a.kind == b.kind && a.from == b.from && a.to == b.to && a.deadlock == b.deadlock;
    };
    return m_nodes.size() == picture.nodes.size()
        && std::equal(m_picture.nodes.begin(), m_picture.nodes.end(), picture.nodes.begin(), picture.nodes.end(),
                      sameNode)
        && std::equal(m_picture.edges.begin(), m_picture.edges.end(), picture.edges.begin(), picture.edges.end(),
                      sameEdge);
}

void WaitGraphView::setPicture(WaitPicture picture, const ClientNames& names)
{
    const bool same = m_metrics && sameShape(picture);
    std::optional<NodeKey> chosen;
    if (m_current) {
        chosen = NodeKey(m_picture.nodes[*m_current].kind, m_picture.nodes[*m_current].name);
    }
    m_picture = std::move(picture);
    m_names = names;
    if (same) {
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            m_nodes[i]->update(m_picture.nodes[i], waitNodeText(m_picture, i, m_names));
        }
        describe();
        return;
    }
    rebuild();
    m_current.reset();
    for (std::size_t i = 0; chosen && i < m_picture.nodes.size(); ++i) {
        if (NodeKey(m_picture.nodes[i].kind, m_picture.nodes[i].name) == *chosen) {
            m_current = i;
        }
    }
    mark();
    describe();
    adaptScale();
}

QSize WaitGraphView::minimumSizeHint() const
{
    return QGraphicsView::minimumSizeHint().expandedTo({0, kLeastLines * fontMetrics().height()});
}

void WaitGraphView::rebuild()
{
    m_room = maximumViewportSize();
    m_nodes.clear();
    m_scene.clear();
    m_metrics.emplace(font());
    const qreal unit = m_metrics->unit;
    WaitLayoutSizes sizes;
    sizes.lock = m_metrics->lock;
    sizes.party = m_metrics->party;
    sizes.layerGap = unit * 3.2;
    sizes.rowGap = unit * 0.9;
    sizes.blockGap = unit * 3.4;
    sizes.aspect = m_room.height() > 0 ? std::max(1.0, static_cast<qreal>(m_room.width()) / m_room.height()) : 2;
    // Whoever cannot see all of it should have to scroll in one direction only.
    const int besideBar = m_room.width() - verticalScrollBar()->sizeHint().width();
    sizes.maxWidth = std::max(besideBar - unit * (kLeftEdge + kRightEdge), unit);
    const WaitLayout layout = layOut(m_picture, sizes);
    for (std::size_t i = 0; i < m_picture.edges.size(); ++i) {
        const WaitPicture::Edge& edge = m_picture.edges[i];
        m_scene.addItem(new WaitEdgeItem(
            edge, waitEdgePath(layout.nodes[edge.from], layout.nodes[edge.to], layout.under[i], unit), *m_metrics));
    }
    for (std::size_t i = 0; i < m_picture.nodes.size(); ++i) {
        auto* item =
            new WaitNodeItem(m_picture.nodes[i], waitNodeText(m_picture, i, m_names), *m_metrics, layout.nodes[i], i);
        m_scene.addItem(item);
        m_nodes.push_back(item);
    }
    m_scene.setSceneRect(layout.bounds.adjusted(-unit * kLeftEdge, -unit, unit * kRightEdge, unit));
}

bool WaitGraphView::showLock(const std::string& name)
{
    for (std::size_t i = 0; i < m_picture.nodes.size(); ++i) {
        if (m_picture.nodes[i].kind == WaitPicture::Node::Kind::lock && m_picture.nodes[i].name == name) {
            choose(i);
            return true;
        }
    }
    return false;
}

QString WaitGraphView::currentText() const
{
    return m_current ? m_nodes[*m_current]->text().spoken : QString();
}

void WaitGraphView::choose(std::optional<std::size_t> node)
{
    m_current = node;
    mark();
    if (m_current) {
        ensureVisible(m_nodes[*m_current]->boundingRect(), 8, 8);
    }
    describe();
}

void WaitGraphView::describe()
{
    const QString words =
        m_current ? currentText() : tr("Tab and arrow keys go from node to node, Return opens one, Escape leaves.");
    if (words != accessibleDescription()) {
        setAccessibleDescription(words);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void WaitGraphView::mark()
{
    for (WaitNodeItem* item : m_nodes) {
        const bool chosen = m_current == item->index();
        item->setMark(!chosen      ? WaitNodeItem::Mark::plain
                      : hasFocus() ? WaitNodeItem::Mark::focused
                                   : WaitNodeItem::Mark::current);
    }
}

void WaitGraphView::chooseTowards(Qt::Key direction)
{
    if (m_nodes.empty()) {
        return;
    }
    if (!m_current) {
        choose(0);
        return;
    }
    const QPointF from = m_nodes[*m_current]->place().center();
    std::optional<std::size_t> best;
    qreal least = 0;
    for (const WaitNodeItem* item : m_nodes) {
        const QPointF way = item->place().center() - from;
        const bool across = direction == Qt::Key_Left || direction == Qt::Key_Right;
        const qreal ahead =
            (across ? way.x() : way.y()) * (direction == Qt::Key_Left || direction == Qt::Key_Up ? -1.0 : 1.0);
        const qreal aside = std::abs(across ? way.y() : way.x());
        // Straight ahead is better than near: what stands aside counts more.
        const qreal cost = ahead + 2 * aside;
        if (ahead > 1 && (!best || cost < least)) {
            best = item->index();
            least = cost;
        }
    }
    if (best) {
        choose(best);
    }
}

void WaitGraphView::activate()
{
    if (!m_current) {
        return;
    }
    const WaitPicture::Node& node = m_picture.nodes[*m_current];
    if (node.kind == WaitPicture::Node::Kind::lock) {
        emit lockActivated(std::string(node.name));
    } else if (!node.client.empty()) {
        emit clientActivated(std::string(node.client));
    }
}

WaitNodeItem* WaitGraphView::itemAt(const QPoint& position) const
{
    const QPointF point = mapToScene(position);
    for (WaitNodeItem* item : m_nodes) {
        if (item->place().contains(point)) {
            return item;
        }
    }
    return nullptr;
}

void WaitGraphView::fit()
{
    m_scale = Scale::whole;
    adaptScale();
}

void WaitGraphView::adaptScale()
{
    const QRectF all = m_scene.sceneRect();
    const QSizeF room = maximumViewportSize() - QSize(1, 1); // or it might scroll by what was rounded
    if (m_scale == Scale::chosen || all.isEmpty() || room.width() < 10 || room.height() < 10) {
        return;
    }
    const qreal fitting = std::min(room.width() / all.width(), room.height() / all.height());
    const qreal least = m_scale == Scale::whole ? kLeastScale : 1.0; // smaller words are better scrolled to
    const qreal scale = std::clamp(fitting, least, 1.0);
    setTransform(QTransform::fromScale(scale, scale));
    if (fitting < least) {
        // What matters most stands first.
        horizontalScrollBar()->setValue(horizontalScrollBar()->minimum());
        verticalScrollBar()->setValue(verticalScrollBar()->minimum());
    } else {
        centerOn(all.center());
    }
}

void WaitGraphView::zoomBy(qreal factor)
{
    const qreal scale = std::clamp(transform().m11() * factor, kLeastScale, kMostScale);
    m_scale = Scale::chosen;
    setTransform(QTransform::fromScale(scale, scale));
}

void WaitGraphView::retranslate()
{
    setAccessibleName(tr("Wait-for graph"));
    choose(m_current);
}

bool WaitGraphView::event(QEvent* event)
{
    // Otherwise shortcuts of the window would take + and −.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier
            && (key->key() == Qt::Key_Plus || key->key() == Qt::Key_Minus || key->key() == Qt::Key_0)) {
            event->accept();
            return true;
        }
    }
    return QGraphicsView::event(event);
}

void WaitGraphView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        rebuild();
        retranslate();
        break;
    case QEvent::FontChange:
        rebuild();
        mark();
        m_scale = Scale::legible;
        adaptScale();
        break;
    case QEvent::PaletteChange: viewport()->update(); break;
    default: break;
    }
}

void WaitGraphView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    const bool hasOtherRoom = m_room != maximumViewportSize(); // not if scroll bars come or go
    if (m_metrics && hasOtherRoom && m_scale != Scale::chosen) {
        rebuild();
        mark();
    }
    adaptScale();
}

void WaitGraphView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    zoomBy(std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void WaitGraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: chooseTowards(static_cast<Qt::Key>(event->key())); return;
    case Qt::Key_Home: choose(m_nodes.empty() ? std::nullopt : std::optional<std::size_t>(0)); return;
    case Qt::Key_End: choose(m_nodes.empty() ? std::nullopt : std::optional(m_nodes.size() - 1)); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: activate(); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomIn(); return;
    case Qt::Key_Minus: zoomOut(); return;
    case Qt::Key_0: fit(); return;
    case Qt::Key_Escape:
        if (m_current) {
            choose(std::nullopt);
            return;
        }
        break;
    default: break;
    }
    QGraphicsView::keyPressEvent(event);
}

void WaitGraphView::mousePressEvent(QMouseEvent* event)
{
    if (const WaitNodeItem* item = itemAt(event->pos())) {
        choose(item->index());
    }
    QGraphicsView::mousePressEvent(event);
}

void WaitGraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const WaitNodeItem* item = itemAt(event->pos())) {
        choose(item->index());
        activate();
    }
}

void WaitGraphView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    const bool byTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byTab && !m_current && !m_nodes.empty()) {
        choose(0);
    }
    mark();
}

void WaitGraphView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    mark();
}

bool WaitGraphView::focusNextPrevChild(bool next)
{
    if (m_current && next && *m_current + 1 < m_nodes.size()) {
        choose(*m_current + 1);
        return true;
    }
    if (m_current && !next && *m_current > 0) {
        choose(*m_current - 1);
        return true;
    }
    return QGraphicsView::focusNextPrevChild(next);
}

} // namespace lockscope::ui
