// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_page.hpp"

#include "dialogs/copy_rows.hpp"
#include "models/csv.hpp"
#include "models/first_order.hpp"
#include "panels/column_shape.hpp"
#include "panels/focus.hpp"
#include "panels/lone_words.hpp"
#include "panels/table_columns.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/wrapped_label.hpp"
#include "theme/fusion_style.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPersistentModelIndex>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

QByteArray lineOf(const QModelIndex& row)
{
    QStringList cells;
    for (int column = 0; column < row.model()->columnCount(); ++column) {
        const QModelIndex cell = row.siblingAtColumn(column);
        const QString text = cell.data().toString();
        cells << formulaSafe(text.isEmpty() ? cell.data(Qt::AccessibleTextRole).toString() : text);
    }
    return cells.join(QLatin1Char('\t')).toUtf8();
}

/// Before anything else gets what is left over.
constexpr int kFirst = 10'000;
constexpr int kBetweenWords = 2;   ///< Characters.
constexpr int kMostMeasured = 100; ///< Rows; of a table that is not laid out yet all would be in sight.

} // namespace

/// Takes a little room at the end, if there is any, and asks for none: were the height that the page would like to have
/// a matter of the height that it has, whatever scrolls it would go on for ever to find the right one.
class TablePage::LeftOver : public QSpacerItem
{
public:
    LeftOver() : QSpacerItem(0, 0) {}

    [[nodiscard]] int most() const { return m_most; }
    void setMost(int height) { m_most = height; }
    [[nodiscard]] QSize maximumSize() const override { return {QLAYOUTSIZE_MAX, m_most}; }
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Vertical; }

private:
    int m_most = 0;
};

TablePage::TablePage(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableView(this))
    , m_note(plainLabel({}, this))
    , m_noteAlone(new LoneWords(*m_note))
    , m_copy(new QAction(this))
    , m_sortHere(new QAction(this))
    , m_columns(new TableColumns(*m_table->horizontalHeader()))
    , m_columnShape(new ColumnShape(*m_table))
    , m_columnMenu(new QMenu(this))
    , m_rest(new LeftOver)
{
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_copy);
    m_columnMenu->addActions(m_columnShape->actions());
    m_table->addActions({m_columnMenu->menuAction(), m_columns->undoAction()});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_follow.setSingleShot(true);
    m_follow.setInterval(0);
    connect(&m_follow, &QTimer::timeout, this, &TablePage::followCurrent);
    connect(m_copy, &QAction::triggered, this, &TablePage::copySelection);
    connect(m_sortHere, &QAction::triggered, this, &TablePage::sortHere);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this] {
        if (m_table->isVisible()) {
            m_isSortedAnew = true;
            m_follow.start();
        }
    });
    connect(m_columns, &TableColumns::sortingRestored, this, [this](int column, Qt::SortOrder order) {
        if (m_table->isSortingEnabled()) {
            m_table->sortByColumn(column, order);
        }
    });

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_note);
    layout->addWidget(m_table, 1);
    layout->addSpacerItem(m_rest);
    layout->setStretch(layout->count() - 1, kFirst);
    adoptFont();
    retranslate();
    arrange();
}

void TablePage::setModel(QAbstractItemModel* model)
{
    m_table->setModel(model);
    m_columnShape->follow();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(model, signal, this, &TablePage::arrange);
    }
    connect(model, &QAbstractItemModel::modelReset, this, &TablePage::arrange);
    adoptFont();
    arrange();
}

void TablePage::offerSorting()
{
    m_table->setSortingEnabled(true);
    m_table->addAction(m_sortHere);
}

/// Again the other way round, as with a click on the header.
void TablePage::sortHere()
{
    const int column = m_table->currentIndex().column();
    const QHeaderView& header = *m_table->horizontalHeader();
    if (column >= 0) {
        const bool again = header.sortIndicatorSection() == column;
        m_table->sortByColumn(column,
                              again ? reversed(header.sortIndicatorOrder()) : firstOrder(*m_table->model(), column));
    }
}

void TablePage::setNote(const QString& note)
{
    if (note != m_note->text()) {
        m_note->setText(note);
        arrange();
    }
}

QString TablePage::note() const
{
    return m_note->text();
}

void TablePage::setColumnWidths(const QList<int>& characters)
{
    m_columns->setFirstWidths(characters);
}

void TablePage::fitToWords(int column, Mark mark, const Words& words)
{
    m_wordColumns[column] = {mark, words};
    fitWords();
}

void TablePage::fitWords()
{
    for (const auto& [column, fitted] : m_wordColumns) {
        int widest = widthOf(m_table->model()->headerData(column, Qt::Horizontal).toString(), Mark::none);
        for (const QString& word : fitted.words()) {
            widest = std::max(widest, widthOf(word, fitted.mark));
        }
        m_columns->setFirstWidth(column, widest);
    }
    measureRows(Rows::others);
    fitRest();
}

int TablePage::widthOf(const QString& word, Mark mark) const
{
    const QFontMetrics metrics = m_table->fontMetrics();
    return metrics.horizontalAdvance(word) + (mark == Mark::before ? metrics.height() * 3 / 2 : 0)
         + kBetweenWords * characterWidth(metrics);
}

void TablePage::fitToRows(int column, Mark mark, int leastCharacters)
{
    m_rowColumns[column] = {mark, leastCharacters};
    measureRows(Rows::others);
}

void TablePage::measureRows(Rows rows)
{
    if (m_rowColumns.empty()) {
        return;
    }
    const QAbstractItemModel& model = *m_table->model();
    const QList<int> measured = rowsToMeasure();
    for (auto& [column, fitted] : m_rowColumns) {
        fitted.widest = rows == Rows::same ? fitted.widest : 0;
        for (const int row : measured) {
            fitted.widest = std::max(fitted.widest, widthOf(model.index(row, column).data().toString(), fitted.mark));
        }
        const int title = widthOf(model.headerData(column, Qt::Horizontal).toString(), Mark::none);
        const int least = fitted.leastCharacters * characterWidth(m_table->fontMetrics());
        const auto alignment = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        const int gap = (alignment & Qt::AlignRight) != 0 ? numberGap(m_table->fontMetrics()) : 0;
        m_columns->setFirstWidth(column, std::max({title, least, fitted.widest}) + gap);
    }
    fitRest();
}

/// Those in sight, and the last one, whose number is the longest.
QList<int> TablePage::rowsToMeasure() const
{
    const int last = m_table->model()->rowCount() - 1;
    const int bottom = m_table->rowAt(m_table->viewport()->height() - 1);
    const int first = std::max(m_table->rowAt(0), 0);
    QList<int> rows;
    for (int row = first; row <= std::min(bottom < 0 ? last : bottom, first + kMostMeasured); ++row) {
        rows << row;
    }
    return rows << last;
}

void TablePage::giveRest(int column, int leastCharacters)
{
    m_restColumn = column;
    m_leastRest = leastCharacters;
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_columns->setRest(column, leastCharacters);
    fitRest();
}

void TablePage::letYield(const QList<TableColumns::Yield>& columns)
{
    m_columns->setYielding(columns);
    connect(m_table->model(), &QAbstractItemModel::headerDataChanged, m_columns, &TableColumns::fit);
    fitRoom();
}

void TablePage::fitRoom()
{
    m_columns->setRoom(m_table->viewport()->width());
    fitRest();
}

void TablePage::fitRest()
{
    if (!m_restColumn) {
        return;
    }
    QHeaderView& header = *m_table->horizontalHeader();
    const int least = m_leastRest * characterWidth(m_table->fontMetrics());
    const int others = header.length() - header.sectionSize(*m_restColumn);
    const bool hasRoom = m_table->viewport()->width() - others >= least;
    const auto mode = hasRoom ? QHeaderView::Stretch : QHeaderView::Interactive;
    if (header.sectionResizeMode(*m_restColumn) != mode) {
        header.setSectionResizeMode(*m_restColumn, mode);
    }
    if (!hasRoom) {
        m_columns->suggestWidth(*m_restColumn, least);
    }
}

void TablePage::takeKeysFrom(QToolButton& button)
{
    button.installEventFilter(this);
}

void TablePage::takeKeysBack()
{
    QWidget* place = m_table->isHidden() ? m_keysGoTo.data() : m_table;
    if (place != nullptr) {
        place->setFocus(Qt::OtherFocusReason);
    }
}

bool TablePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ActionChanged) { // which the button is yet to follow
        const auto* button = qobject_cast<QToolButton*>(watched);
        if (button != nullptr && window()->focusWidget() == button && !button->defaultAction()->isEnabled()) {
            takeKeysBack();
        }
    }
    if (event->type() == QEvent::Resize && watched == m_table->viewport()) {
        const QSize before = static_cast<QResizeEvent*>(event)->oldSize();
        if (m_keepsCurrent && (!before.isValid() || isCurrentSeen(before.height()))) { // not valid: shown at last
            m_wasCurrentSeen = true;
            m_follow.start();
        }
        fitRoom();
    }
    if (event->type() == QEvent::FocusIn && watched == m_table) {
        bringKeysToSight(*m_table, *static_cast<QFocusEvent*>(event));
    }
    if (event->type() == QEvent::KeyPress && watched == m_table) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        return selectCurrentRowByKey(*m_table, key) || goToEndByKey(*m_table, key);
    }
    return QWidget::eventFilter(watched, event);
}

void TablePage::keepColumnsAs(const QString& name)
{
    m_columns->setObjectName(name);
}

void TablePage::hideIfEmpty(int column)
{
    const QAbstractItemModel* model = m_table->model();
    bool isEmpty = true;
    for (int row = 0; isEmpty && row < model->rowCount(); ++row) {
        isEmpty = model->index(row, column).data().toString().isEmpty();
    }
    m_table->setColumnHidden(column, isEmpty);
    fitRoom();
}

void TablePage::arrange()
{
    const bool empty = !m_table->model() || m_table->model()->rowCount() == 0;
    const int pad = fontMetrics().height() / 2;
    if (empty && m_keysGoTo && window()->focusWidget() == m_table) {
        m_keysGoTo->setFocus(Qt::OtherFocusReason);
    }
    m_table->setVisible(!empty);
    m_note->setVisible(empty || !m_note->text().isEmpty());
    m_noteAlone->setPlace(empty ? LoneWords::Place::alone : LoneWords::Place::besideOthers);
    if (!empty) {
        m_note->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    m_note->setContentsMargins(empty ? pad * 2 : pad, pad, empty ? pad * 2 : pad, pad);
    m_note->setSizePolicy(QSizePolicy::Preferred, empty ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    QPalette words = palette();
    words.setColor(QPalette::WindowText, Theme::of(words).mutedText);
    m_note->setPalette(words);
    makeRoom();
}

/// What scrolls asks for the least height of words, not how high they are when they wrap.
void TablePage::makeRoom()
{
    if (m_note->isHidden()) {
        m_note->setMinimumHeight(0);
    } else {
        reserveHeight(*m_note, width());
    }
}

void TablePage::showWholeRows()
{
    m_wholeRows = true;
    fitRows();
}

void TablePage::keepRoomFor(int rows)
{
    m_leastRows = rows;
    fitRows();
}

void TablePage::keepCurrentInSight()
{
    m_keepsCurrent = true;
    const auto look = [this] {
        if (!m_follow.isActive()) {
            m_wasCurrentSeen = isCurrentSeen(m_table->viewport()->height());
        }
    };
    const auto follow = [this] {
        if (m_wasCurrentSeen) {
            m_follow.start();
        }
    };
    const QAbstractItemModel* model = m_table->model();
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, look);
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, look);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, look);
    connect(model, &QAbstractItemModel::layoutChanged, this, follow);
    connect(model, &QAbstractItemModel::rowsInserted, this, follow);
    connect(model, &QAbstractItemModel::rowsRemoved, this, follow);
}

bool TablePage::isCurrentSeen(int height) const
{
    const int row = m_table->currentIndex().row();
    const int middle = m_table->rowViewportPosition(row) + m_table->rowHeight(row) / 2;
    return row >= 0 && middle >= 0 && middle < height;
}

/// Sideways nothing moves. Who has the rows sorted wants to see the first ones.
void TablePage::followCurrent()
{
    if (std::exchange(m_isSortedAnew, false)) {
        m_table->scrollToTop();
        return;
    }
    QScrollBar& across = *m_table->horizontalScrollBar();
    const int place = across.value();
    m_table->scrollTo(m_table->currentIndex());
    across.setValue(place);
}

void TablePage::fitRows()
{
    if (m_leastRows > 0) {
        setMinimumHeight(m_table->horizontalHeader()->sizeHint().height()
                         + m_leastRows * m_table->verticalHeader()->defaultSectionSize()
                         + m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
    }
    if (!m_wholeRows) {
        return;
    }
    const int rows = height() - m_table->horizontalHeader()->sizeHint().height() - 2 * m_table->frameWidth();
    const int rest = std::max(0, rows) % m_table->verticalHeader()->defaultSectionSize();
    if (rest != m_rest->most()) {
        m_rest->setMost(rest);
        layout()->invalidate();
    }
}

void TablePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    makeRoom();
    fitRows();
}

void TablePage::adoptFont()
{
    m_table->verticalHeader()->setDefaultSectionSize(tableRowHeight(m_table->fontMetrics()));
    m_table->verticalHeader()->setMinimumSectionSize(1);
    // By itself as wide as the widest letter of the font, which the last column may not have left.
    m_table->horizontalHeader()->setMinimumSectionSize(3 * fontMetrics().horizontalAdvance(QLatin1Char('0')));
    m_columns->fit();
    fitWords();
    fitRows();
}

void TablePage::retranslate()
{
    m_sortHere->setText(tr("Sort by this column"));
    m_columnMenu->setTitle(tr("This column"));
    m_columnShape->update();
    m_columns->retranslate();
    fitWords();
    m_copy->setText(tr("Copy rows"));
    m_copy->setIcon(icon(QStringLiteral("copy")));
}

void TablePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: retranslate(); break;
    case QEvent::FontChange:
        // When the table, too, has the new font.
        QTimer::singleShot(0, this, [this] {
            adoptFont();
            arrange();
        });
        break;
    case QEvent::PaletteChange: arrange(); break;
    default: break;
    }
}

void TablePage::copySelection() const
{
    if (!m_table->selectionModel()) {
        return;
    }
    QModelIndexList selected = m_table->selectionModel()->selectedRows();
    if (selected.isEmpty()) {
        return;
    }
    std::sort(selected.begin(), selected.end());
    const QList<QPersistentModelIndex> rows(selected.begin(), selected.end()); // some may go meanwhile
    RecordText text;
    text.records = static_cast<std::size_t>(rows.size());
    const auto isWhole = std::make_shared<bool>(true);
    text.record = [rows, isWhole](std::size_t at) {
        const QPersistentModelIndex& row = rows.at(static_cast<qsizetype>(at));
        *isWhole = *isWhole && row.isValid();
        return *isWhole ? (at > 0 ? "\n" : "") + lineOf(row) : QByteArray();
    };
    copyRows(std::move(text), *window(), [isWhole] { return *isWhole; });
}

} // namespace lockscope::ui
