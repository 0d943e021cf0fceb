// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/table_columns.hpp"

#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>

class QAbstractItemModel;
class QAction;
class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class ColumnShape;
class LoneWords;

/// A table of ours with a sentence above it, which takes the whole page where the table is empty. Rows can be selected
/// and copied (Ctrl+C, context menu) as text between tabs, which no spreadsheet takes for a formula. Columns can be
/// moved and sized with the mouse, or from the context menu.
class TablePage : public QWidget
{
    Q_OBJECT

public:
    explicit TablePage(QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    /// The table shows and watches @p model from now on.
    void setModel(QAbstractItemModel* model);
    /// Who gets the keys when the table has them and goes, because it has become empty. Not owned.
    void leaveKeysTo(QWidget& widget) { m_keysGoTo = &widget; }
    /// The table gets them, or who gets the table's, when @p button has the keys and can no longer be pressed: what it
    /// was pressed for is done. By itself Qt goes on to whatever stands behind it, in another part of the window.
    void takeKeysFrom(QToolButton& button);
    /// Empty: no sentence above a table with rows.
    void setNote(const QString& note);
    [[nodiscard]] QString note() const;
    /// The columns' first widths, in characters of the font; 0 leaves a column as it is, the last one stretches.
    void setColumnWidths(const QList<int>& characters);
    /// In the language of the window.
    using Words = std::function<QStringList()>;
    /// Whether something is drawn before a word.
    enum class Mark { none, before };
    /// This column, which only ever says one of @p words, is at first as wide as the widest of them and its title.
    void fitToWords(int column, Mark mark, const Words& words);
    /// This column is at first as wide as what its rows in sight say, its title, and so many characters. It grows with
    /// what they say later, as measureRows() finds it; only other rows make it narrower, or it would never be at rest.
    void fitToRows(int column, Mark mark, int leastCharacters);
    enum class Rows { same, others };
    void measureRows(Rows rows);
    /// This column takes the room that the others leave, but never less than for so many characters: where there is
    /// less, the table scrolls sideways.
    void giveRest(int column, int leastCharacters);
    /// Where there is less room than the columns want, these become narrower: see TableColumns. The table has its
    /// model.
    void letYield(const QList<TableColumns::Yield>& columns);
    /// From now on the columns are kept between starts, under this name: another one when the model's have changed
    /// places, or what was kept would be taken for the widths and the order of others.
    void keepColumnsAs(const QString& name);
    [[nodiscard]] TableColumns& columns() const { return *m_columns; }
    /// As long as no row has anything in it, a column takes no room. To be called when rows have changed.
    void hideIfEmpty(int column);
    void copySelection() const;
    /// The table is never higher than a number of rows, so that at its end none is cut by the header.
    void showWholeRows();
    /// The page is never lower than what so many rows take.
    void keepRoomFor(int rows);
    /// While the current row is in sight it stays there: rows come, go and change places, and the table becomes lower.
    /// Unless somebody has them sorted: then the first ones are shown, as in every table. The table has its model.
    void keepCurrentInSight();
    /// In the context menu, for who cannot click on the header.
    void offerSorting();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class LeftOver;

    void sortHere();
    void takeKeysBack();
    void arrange();
    void makeRoom();
    void fitRows();
    [[nodiscard]] bool isCurrentSeen(int height) const;
    void followCurrent();
    void fitRoom();
    void fitRest();
    void fitWords();
    [[nodiscard]] QList<int> rowsToMeasure() const;
    [[nodiscard]] int widthOf(const QString& word, Mark mark) const;
    void adoptFont();
    void retranslate();

    QTableView* m_table;
    QLabel* m_note;
    LoneWords* m_noteAlone;
    QAction* m_copy;
    QAction* m_sortHere;
    TableColumns* m_columns;
    ColumnShape* m_columnShape;
    QMenu* m_columnMenu;
    QPointer<QWidget> m_keysGoTo; ///< May go first, with the window.
    LeftOver* m_rest;             ///< The layout's. What is too little for a row.
    bool m_wholeRows = false;
    int m_leastRows = 0;
    struct WordColumn
    {
        Mark mark;
        Words words;
    };
    std::map<int, WordColumn> m_wordColumns;
    struct RowColumn
    {
        Mark mark;
        int leastCharacters;
        int widest = 0; ///< Of what its rows have said.
    };
    std::map<int, RowColumn> m_rowColumns;
    std::optional<int> m_restColumn;
    int m_leastRest = 0; ///< Characters.
    bool m_keepsCurrent = false;
    bool m_wasCurrentSeen = false; ///< Before what happens now.
    bool m_isSortedAnew = false;
    QTimer m_follow; ///< Once for all that happens at once, when it is laid out.
};

} // namespace lockscope::ui
