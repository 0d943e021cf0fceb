// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPen>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QAbstractSeries;
class QChart;
class QGraphicsLineItem;
class QLabel;

namespace lockscope::ui {

struct Theme;

/// What our charts have in common: two axes in the colours and the font of the window, a note where there is nothing
/// to draw, a legend drawn with the very lines it explains, and a cursor that the mouse or the arrow keys move from one
/// point to the next, whose values are given as text.
class ChartFrame : public QWidget
{
    Q_OBJECT

public:
    explicit ChartFrame(QWidget* parent = nullptr);
    ~ChartFrame() override;

    /// Says in words what stands at a point.
    using Words = std::function<QString(int point)>;
    void setWords(Words words) { m_words = std::move(words); }
    /// Empty: none.
    void setNote(const QString& note);
    [[nodiscard]] QString note() const;
    /// What the cursor points at; empty without a cursor.
    [[nodiscard]] QString readout() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void readoutChanged(const QString& text);
    /// Return at the cursor, or a double click.
    void pointActivated(int point);

protected:
    /// How many points the cursor can stand at, and where they are on the x axis, ascending.
    [[nodiscard]] virtual int pointCount() const = 0;
    [[nodiscard]] virtual double pointX(int point) const = 0;
    /// Size, font, colours or language have changed: axes, labels and marks are to be made anew.
    virtual void arrange() = 0;

    void addSeries(QAbstractSeries* series);
    using Marks = QList<std::pair<double, QString>>;
    /// Both axes, from the first number to the second, with labels at these values.
    void setX(double from, double to, const Marks& marks);
    void setY(double to, const Marks& marks);
    /// From 0 to a round number above @p highest that leaves the given part free; labels are whole numbers.
    void setCountAxis(double highest, double freePart = 0.05);
    void setLegend(const QList<std::pair<QString, QPen>>& entries);
    /// In the chart's coordinates; the inverse of what the axes do.
    [[nodiscard]] QPointF positionOf(double x, double y) const;
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] QChart* chart() const;
    [[nodiscard]] const Theme& theme() const;
    /// As many labels of this width as have room along the x axis.
    [[nodiscard]] int roomFor(const QString& label) const;
    /// To be called when the points are others.
    void pointsChanged();
    /// Called when the plot area has moved or changed its size.
    virtual void placeItems();

    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    void adoptTheme();
    void setCursorAt(std::optional<int> point);
    void showCursor();
    int placeLegend();
    [[nodiscard]] int nearestPoint(double x) const;

    std::unique_ptr<Parts> m_parts;
    QLabel* m_note;
    Words m_words;
    std::optional<int> m_cursor;
};

} // namespace lockscope::ui
