// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/wait_graph_words.hpp"

#include <QFont>
#include <QGraphicsItem>
#include <QPainterPath>

namespace lockscope::ui {

struct Theme;

/// Measures of the graph, all from the font; no words are smaller than those of the window.
struct WaitGraphMetrics
{
    explicit WaitGraphMetrics(const QFont& font);

    QFont title;  ///< Of locks.
    QFont id;     ///< Of threads, in monospace.
    QFont detail; ///< Of everything else.
    qreal unit;   ///< Height of a line.
    QSizeF lock;
    QSizeF party;
};

/// A lock (a card with a bar in the colour of its state), a thread (a pill with a chip in its client's colour) or a
/// client (the same with a second rim). Takes no events: the view finds out what was meant.
class WaitNodeItem : public QGraphicsItem
{
public:
    WaitNodeItem(const WaitPicture::Node& node, WaitNodeText text, const WaitGraphMetrics& metrics, const QRectF& place,
                 std::size_t index);

    enum class Mark { plain, current, focused }; ///< Chosen; chosen, and the keyboard is here.
    void setMark(Mark mark);
    /// The same node with other facts.
    void update(const WaitPicture::Node& node, WaitNodeText text);

    [[nodiscard]] std::size_t index() const { return m_index; }
    [[nodiscard]] QRectF place() const { return m_place; }
    [[nodiscard]] const WaitNodeText& text() const { return m_text; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    [[nodiscard]] bool isLock() const { return m_node.kind == WaitPicture::Node::Kind::lock; }
    [[nodiscard]] QPainterPath outline(qreal grow) const;
    void paintLock(QPainter& painter, const Theme& theme) const;
    void paintParty(QPainter& painter, const Theme& theme) const;
    void paintLines(QPainter& painter, const Theme& theme, const QRectF& rect) const;
    void paintTag(QPainter& painter, const Theme& theme) const;
    /// An arrow from nowhere: somebody waits, but nobody knows who.
    void paintUnknown(QPainter& painter, const Theme& theme) const;

    WaitPicture::Node m_node;
    WaitNodeText m_text;
    const WaitGraphMetrics& m_metrics; ///< Of the view, which outlives its items.
    const QRectF m_place;
    const std::size_t m_index;
    Mark m_mark = Mark::plain;
};

/// An arrow between two nodes: solid holds, dashed waits, dotted may wait.
class WaitEdgeItem : public QGraphicsItem
{
public:
    WaitEdgeItem(const WaitPicture::Edge& edge, const QPainterPath& path, const WaitGraphMetrics& metrics);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const WaitPicture::Edge m_edge;
    const QPainterPath m_path;
    const qreal m_unit;
};

/// The head of an arrow that arrives at @p end in this direction (radians).
void drawArrowHead(QPainter& painter, const QPointF& end, qreal angle, const QColor& color, qreal unit);

/// How an edge of this kind is drawn; also for the legend. @param unit height of a line of text
[[nodiscard]] QPen waitEdgePen(WaitPicture::Edge::Kind kind, const std::optional<WaitCycle::Certainty>& deadlock,
                               const Theme& theme, qreal unit);
[[nodiscard]] QColor deadlockColor(WaitCycle::Certainty certainty, const Theme& theme);

/// From the right side of one to the left of the other; or, where it closes a ring, back under what stands between.
/// @param under how deep it passes there
[[nodiscard]] QPainterPath waitEdgePath(const QRectF& from, const QRectF& to, const std::optional<qreal>& under,
                                        qreal unit);

} // namespace lockscope::ui
