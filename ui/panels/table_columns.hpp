// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/header_layout.hpp"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>

#include <optional>

class QAction;
class QHeaderView;

namespace lockscope::ui {

/// The columns of a panel's table: as wide as they are made at first, or as somebody has made them since; in
/// characters, so that they follow the size of the text. What somebody has changed is kept between starts by who has a
/// place for it, under the object's name: widths, order, and by what the rows are sorted. Without a name nothing is.
/// Changes can be undone, one after the other.
class TableColumns : public QObject
{
    Q_OBJECT

public:
    /// A column that becomes narrower where there is too little room for all, down to so many characters, and never
    /// below what its title needs.
    struct Yield
    {
        int column;
        int leastCharacters;
    };

    /// @param header of a view that has its model before restore(); owns this
    explicit TableColumns(QHeaderView& header);

    /// The columns' widths, in characters of the font; 0 leaves a column as it is, the last one stretches.
    void setFirstWidths(const QList<int>& characters);
    /// In pixels, for a column whose first width is that of what is in it; to be told anew when that has another one.
    void setFirstWidth(int column, int width);
    /// For a column whose first width depends on the room there is, in pixels: nothing if somebody has chosen one.
    void suggestWidth(int column, int width);
    /// A column takes what the others leave: at least so much counts as what it wants, unless somebody has chosen.
    void setRest(int column, int leastCharacters);
    /// Where they want more room than there is, the first of these becomes narrower first, then the next. A column may
    /// be named again, to give the rest later. Whose width somebody has chosen stays as it is.
    void setYielding(const QList<Yield>& columns);
    /// The room there is, in pixels. To be told again when columns have come or gone.
    void setRoom(int width);
    /// What all of them need that are shown, when those that yield do; as if nobody had chosen a width.
    [[nodiscard]] int leastWidth() const;
    /// The text, or the room, has another size.
    void fit();
    /// The header was changed. It tells so itself, but not if it hid the order that it has now.
    void takeChange();

    [[nodiscard]] QByteArray save() const;
    /// @return false, and nothing is changed, if the state is none of ours
    bool restore(const QByteArray& state);

    /// For the menu of the table.
    [[nodiscard]] QAction* undoAction() const { return m_undo; }
    void retranslate();

signals:
    /// The rows were sorted by this column: whoever sorts them does so again. −1: by none, as before somebody sorted.
    void sortingRestored(int column, Qt::SortOrder order);

private:
    [[nodiscard]] int widthOf(int column) const;
    [[nodiscard]] int firstWidthOf(int column) const;
    [[nodiscard]] QList<int> widthsInRoom() const;
    [[nodiscard]] QList<int> shownColumns() const;
    [[nodiscard]] int titleWidth(int column) const;
    [[nodiscard]] int character() const;
    [[nodiscard]] bool isStretched(int column) const;
    void noteWidth(int column, int before, int now);
    [[nodiscard]] HeaderLayout layoutNow() const;
    void use(const HeaderLayout& layout);
    void noteChange();
    void undo();
    void updateUndo();

    QHeaderView& m_header;
    QList<int> m_first;
    QHash<int, int> m_firstPixels; ///< By column; these count before the characters.
    QHash<int, double> m_chosen;   ///< In characters, by column.
    QList<Yield> m_yielding;
    std::optional<Yield> m_restColumn;
    int m_room = 0;      ///< 0: not known.
    QList<int> m_shown;  ///< That share it.
    QList<int> m_widths; ///< In pixels, by column; 0: none is set.
    bool m_own = false;  ///< The change is ours, not the user's.
    QAction* m_undo;
    HeaderLayout m_known;          ///< As it was when it was last at rest.
    QList<HeaderLayout> m_earlier; ///< What undo goes back to, the newest last.
    QTimer m_rest{this};
};

} // namespace lockscope::ui
