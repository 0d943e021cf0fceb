// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QCache>
#include <QFont>
#include <QStyledItemDelegate>

#include <utility>

namespace lockscope::ui {

struct Theme;

/// What a delegate of ours paints in: the cell's background, selection and focus are there already.
struct Cell
{
    const Theme& theme;
    const QStyleOptionViewItem& option;
    QRect content; ///< Without the margins.
    QString text;  ///< Of the display role.
    QColor textColor;
    bool selected;  ///< Painted on the selection's colour: then everything takes textColor.
    bool isPast;    ///< The row is of the past; see kPastRole.
    SteadyTime now; ///< As of when it is shown.

    /// @p color, or the selection's text colour.
    [[nodiscard]] QColor tinted(const QColor& color) const { return selected ? textColor : color; }
    /// The same for a colour that says how it is now: what is of the past is grey.
    [[nodiscard]] QColor liveColor(const QColor& color) const;
    /// A square for a mark as high as a capital letter and a bit, at the left of the content, on whole pixels.
    [[nodiscard]] QRect markSquare() const;
};

/// Base of the delegates: paints the cell as the style does, but for its text, and leaves the content to the subclass.
/// Text goes through QPainter::drawText, which knows no rich text.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const final;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    virtual void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const = 0;
    /// Besides the text's own width.
    [[nodiscard]] virtual int extraWidth(const QStyleOptionViewItem& option) const;

    /// A number that does not fit is not cut, or it would look like a smaller one: ">999" instead.
    /// @param kept the end of @p text that is never cut
    void drawElided(QPainter& painter, const Cell& cell, const QRect& rect, const QString& text, Qt::TextElideMode mode,
                    const QString& kept = {}) const;

private:
    enum class What { words, number };
    [[nodiscard]] const QString& elided(const QFont& font, const QString& text, int width, Qt::TextElideMode mode,
                                        What what) const;

    // Where a text is cut costs as much as to paint it, and most texts are painted again and again.
    mutable QCache<std::pair<QString, std::pair<int, int>>, QString> m_elided{2000}; ///< By text, width and mode.
    mutable QFont m_elidedFont;
};

/// The system's monospace font in the size of @p like.
[[nodiscard]] QFont monospaceLike(const QFont& like);

} // namespace lockscope::ui
