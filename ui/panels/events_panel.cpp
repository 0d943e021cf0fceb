// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/events_panel.hpp"

#include "delegates/holder_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "dialogs/question.hpp"
#include "models/events_export.hpp"
#include "models/first_order.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/kept_choices.hpp"
#include "panels/mouse_hold.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "panels/time_range_box.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "text/machine_text.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

// Half of the time between two batches: the table of locks has been painted then, and is not painted again yet.
constexpr std::chrono::milliseconds kAfterTheTable{25};
constexpr std::array kKinds{
    LockEvent::Kind::acquired,        LockEvent::Kind::reentered,   LockEvent::Kind::renewed,
    LockEvent::Kind::extended,        LockEvent::Kind::shortened,   LockEvent::Kind::persisted,
    LockEvent::Kind::released_once,   LockEvent::Kind::released,    LockEvent::Kind::gone,
    LockEvent::Kind::expired,         LockEvent::Kind::forced,      LockEvent::Kind::restored,
    LockEvent::Kind::vanished,        LockEvent::Kind::ended,       LockEvent::Kind::lost_in_failover,
    LockEvent::Kind::lost_in_restart, LockEvent::Kind::waiter_came, LockEvent::Kind::waiter_left,
    LockEvent::Kind::waiter_removed,  LockEvent::Kind::failed_over, LockEvent::Kind::resynchronised};
// Besides one kind each, in the box of kinds.
constexpr int kAllKinds = -1;
constexpr int kProblems = -2;
constexpr int kAlerts = -3;
constexpr int kLost = -4;

std::vector<LockEvent::Kind> kindsOf(int choice)
{
    if (choice == kAllKinds || choice == kAlerts) {
        return {};
    }
    if (choice == kProblems) {
        return {kProblemKinds.begin(), kProblemKinds.end()};
    }
    if (choice == kLost) {
        return {LockEvent::Kind::lost_in_failover, LockEvent::Kind::lost_in_restart};
    }
    return {static_cast<LockEvent::Kind>(choice)};
}

EventsFilter::Alerts alertsOf(int choice)
{
    return choice == kAlerts              ? EventsFilter::Alerts::alone
         : choice >= 0 || choice == kLost ? EventsFilter::Alerts::hidden
                                          : EventsFilter::Alerts::shown;
}

QStringList eventWords()
{
    QStringList words = EventsModel::alertWords();
    for (const LockEvent::Kind kind : kKinds) {
        words << eventText(kind);
    }
    return words;
}

} // namespace

EventsPanel::EventsPanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(*session)
    , m_text(new QLineEdit(this))
    , m_kind(new QComboBox(this))
    , m_range(new TimeRangeBox(
          {std::chrono::minutes(1), std::chrono::minutes(5), std::chrono::minutes(15), std::chrono::minutes(60)}, this))
    , m_onlyThis(new QAction(icon(QStringLiteral("filter")), {}, this))
    , m_latest(new QAction(this))
    , m_clear(new QAction(this))
    , m_latestButton(new QToolButton(this))
    , m_export(new ExportButton(
          QStringLiteral("lock-events"), {ExportFormat::csv, ExportFormat::json},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_sortHere(new QAction(this))
    , m_counts(new ElidedLabel(this, Qt::ElideRight))
    , m_notice([this] { showCounts(); })
    , m_page(new TablePage(this))
    , m_hold(new MouseHold(*m_page->table().viewport(), this))
{
    makeTable();
    auto* bar = new FlowBar(this);
    makeBar(bar->row());
    bar->comeFirst();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_page, 1);

    m_arriving.setSingleShot(true);
    m_arriving.setInterval(kAfterTheTable);
    connect(&m_arriving, &QTimer::timeout, this, [this] {
        if (!m_hold->holds()) { // released, so it is made up for
            takeNews();
        }
    });
    connect(m_hold, &MouseHold::released, this, &EventsPanel::takeNews);
    connect(session, &Session::batchArrived, this, [this](const std::shared_ptr<const MonitorBatch>& batch) {
        if (batch->events.empty()) {
            return;
        }
        m_news.push_back(batch);
        if (!m_arriving.isActive()) {
            m_arriving.start();
        }
    });
    connect(session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            clear();
        }
    });
    connect(session, &Session::statusChanged, this, &EventsPanel::showNote);
    addActions({m_onlyThis, m_latest});
    addActions(m_export->formatActions());
    addAction(m_clear);
    keepChoices();
    adoptFont();
    retranslate();
    applyLockFilter();
    showCounts();
}

/// Not "only this lock": nothing is selected after a start.
void EventsPanel::keepChoices()
{
    auto* kept = new KeptChoices(QStringLiteral("events"), this);
    kept->add(QStringLiteral("text"), *m_text);
    kept->add(QStringLiteral("kind"), *m_kind, [](const QVariant& choice) {
        const int kind = choice.toInt();
        return kind == kAllKinds ? QStringLiteral("all")
             : kind == kProblems ? QStringLiteral("problems")
             : kind == kAlerts   ? QStringLiteral("alerts")
             : kind == kLost     ? QStringLiteral("lost")
                                 : machineWord(to_string(static_cast<LockEvent::Kind>(kind)));
    });
    kept->add(QStringLiteral("minutes"), *m_range);
}

EventsPanel::~EventsPanel()
{
    m_page->table().verticalScrollBar()->disconnect(this); // it changes once more while its window is closed
}

void EventsPanel::makeTable()
{
    m_filter.setSourceModel(&m_model);
    m_page->setModel(&m_filter);
    QTableView& table = m_page->table();
    m_page->showWholeRows(); // the header would cut one in half, as long as the newest is in sight
    table.setItemDelegateForColumn(EventsModel::Event,
                                   new EventDelegate(EventsModel::KindRole, EventsModel::SeverityRole, &table));
    table.setItemDelegateForColumn(EventsModel::Owner, new HolderDelegate(EventsModel::ClientRole, &table));
    table.horizontalHeader()->setSectionsClickable(true);
    m_page->setColumnWidths({16, 0, 0, 20, 13, 15});
    m_page->fitToWords(EventsModel::Event, TablePage::Mark::before, eventWords);
    m_page->giveRest(EventsModel::Lock, 22);
    m_page->keepColumnsAs(QStringLiteral("events"));
    table.setTextElideMode(Qt::ElideMiddle);
    table.addAction(m_sortHere);
    connect(m_sortHere, &QAction::triggered, this, [this, &table] {
        if (table.currentIndex().isValid()) {
            sortBy(table.currentIndex().column());
        }
    });
    connect(table.horizontalHeader(), &QHeaderView::sectionClicked, this, &EventsPanel::sortBy);
    connect(&m_page->columns(), &TableColumns::sortingRestored, this, [this](int column, Qt::SortOrder order) {
        // What comes stands at the end: where there is nothing yet, nothing would be in that order.
        column < 0 || m_model.rowCount() == 0 ? sortBy(EventsModel::Time) : sort(column, order);
    });
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, [this, &table](int value) {
        if (!m_inserting && m_sorted < 0) {
            m_following = value >= table.verticalScrollBar()->maximum();
            m_unseen = m_following ? 0 : m_unseen;
            showCounts();
        }
    });
    connect(table.verticalScrollBar(), &QScrollBar::rangeChanged, this, [this, &table](int, int most) {
        if (m_following) { // in a panel of another height, too
            const QScopedValueRollback inserting(m_inserting, true);
            table.verticalScrollBar()->setValue(most);
        }
    });
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex&, int first, int last) { keepPlace(first, last); });
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QByteArray lock = index.data(EventsModel::LockBytesRole).toByteArray();
        if (!lock.isEmpty()) {
            emit lockActivated(lock.toStdString());
        }
    });
}

void EventsPanel::makeBar(FlowLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    leadDown(*m_text, m_page->table());
    m_kind->addItem({}, kAllKinds);
    m_kind->addItem({}, kProblems);
    m_kind->addItem({}, kAlerts);
    m_kind->addItem({}, kLost);
    for (const LockEvent::Kind kind : kKinds) {
        m_kind->addItem({}, static_cast<int>(kind));
    }
    m_onlyThis->setCheckable(true);
    auto* onlyThis = new QToolButton(this);
    onlyThis->setDefaultAction(m_onlyThis);
    onlyThis->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_latestButton->setDefaultAction(m_latest);
    auto* clear = new QToolButton(this);
    clear->setDefaultAction(m_clear);
    for (QToolButton* button : {onlyThis, m_latestButton, clear}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }

    bar.addWidget(m_text);
    bar.addWidget(m_kind);
    bar.addWidget(m_range);
    bar.addWidget(onlyThis);
    bar.addWidget(m_latestButton);
    bar.addStretch();
    bar.addWidget(m_counts);
    bar.addWidget(m_export);
    bar.addWidget(clear);

    connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter.setText(text);
        follow();
    });
    connect(m_onlyThis, &QAction::toggled, this, &EventsPanel::applyLockFilter);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &EventsPanel::applyKind);
    connect(m_range, &QComboBox::currentIndexChanged, this, [this] {
        applyRange();
        follow();
    });
    connect(m_range, &TimeRangeBox::aged, this, [this] {
        const QScopedValueRollback inserting(m_inserting, true); // it is not the reader who scrolls
        applyRange();
    });
    for (QAction* action : {m_onlyThis, m_latest, m_clear}) {
        connect(action, &QAction::triggered, this, &EventsPanel::panelRequested); // before what is to be seen
    }
    connect(m_latest, &QAction::triggered, this, [this] { sortBy(EventsModel::Time); });
    connect(m_clear, &QAction::triggered, this, &EventsPanel::askToClear);
    connect(m_export, &ExportButton::saved, this,
            [this](int events) { m_notice.say(tr("%Ln event(s) exported", nullptr, events)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
}

/// At large text the window need not be as wide as all of the bar.
void EventsPanel::adoptFont()
{
    const int character = characterWidth(fontMetrics());
    m_text->setMaximumWidth(character * 40);
    m_text->setMinimumWidth(character * 12);
    m_kind->setMinimumWidth(character * 8);
    m_range->setMinimumWidth(character * 8);
}

void EventsPanel::setSelectedLock(const std::string& name)
{
    m_selected = name;
    applyLockFilter();
}

void EventsPanel::applyLockFilter()
{
    m_onlyThis->setEnabled(!m_selected.empty() || m_onlyThis->isChecked());
    m_filter.setOnlyLock(m_onlyThis->isChecked() && !m_selected.empty()
                             ? std::optional(QByteArray::fromStdString(m_selected))
                             : std::nullopt);
    follow();
}

void EventsPanel::applyKind()
{
    const int choice = m_kind->currentData().toInt();
    m_filter.setKinds(kindsOf(choice));
    m_filter.setAlerts(alertsOf(choice));
    follow();
}

void EventsPanel::showLost()
{
    m_text->clear();
    m_onlyThis->setChecked(false);
    m_range->setCurrentIndex(m_range->findData(0));
    m_kind->setCurrentIndex(m_kind->findData(kLost));
}

void EventsPanel::applyRange()
{
    m_filter.setSince(m_range->since());
    showCounts();
}

void EventsPanel::sortBy(int column)
{
    if (column == EventsModel::Time) { // as things happened
        m_sorted = -1;
        m_page->table().horizontalHeader()->setSortIndicatorShown(false);
        m_filter.sort(-1);
        m_following = true;
        follow();
        return;
    }
    sort(column, m_sorted == column ? reversed(m_filter.sortOrder()) : firstOrder(m_filter, column));
}

void EventsPanel::sort(int column, Qt::SortOrder order)
{
    QHeaderView& header = *m_page->table().horizontalHeader();
    m_sorted = column;
    m_following = false;
    header.setSortIndicatorShown(true);
    header.setSortIndicator(column, order);
    m_page->columns().takeChange();
    m_filter.sort(column, order);
    m_page->table().scrollToTop();
    showCounts();
}

void EventsPanel::append(const std::vector<LockEvent>& events)
{
    if (!events.empty()) {
        addRows([&] { m_model.append(events); });
    }
}

void EventsPanel::appendAlerts(const std::vector<Alert>& alerts)
{
    takeNews(); // they follow from what happened
    addRows([&] { m_model.appendAlerts(alerts); });
}

void EventsPanel::addRows(const std::function<void()>& add)
{
    const int before = m_filter.rowCount();
    m_inserting = true;
    add();
    m_inserting = false;
    if (!m_following) {
        m_unseen += std::max(0, m_filter.rowCount() - before);
    }
    follow();
}

void EventsPanel::takeNews()
{
    for (const auto& batch : std::exchange(m_news, {})) {
        append(batch->events);
    }
}

/// One key too much, and what led to an incident would be gone.
void EventsPanel::askToClear()
{
    takeNews();
    const std::uint64_t newest = m_model.newest(); // what comes while somebody decides was not asked about
    const auto* question =
        askFirst(this,
                 {.title = tr("Clear the events"),
                  .text = tr("Forget %Ln event(s)? They cannot be brought back.", nullptr, m_model.rowCount()),
                  .details = {},
                  .yes = tr("&Forget them"),
                  .no = tr("&Keep them")},
                 [this, newest] { forget(newest); });
    connect(&m_session, &Session::stateChanged, question, &QDialog::reject);
}

void EventsPanel::forget(std::uint64_t upTo)
{
    m_model.forget(upTo);
    startAnew();
}

void EventsPanel::clear()
{
    m_news.clear();
    m_model.clear();
    startAnew();
}

void EventsPanel::startAnew()
{
    m_unseen = 0;
    sortBy(EventsModel::Time); // nothing that comes from now on would be in another order
    showCounts();
}

void EventsPanel::follow()
{
    if (m_following) {
        m_inserting = true;
        m_page->table().scrollToBottom();
        m_inserting = false;
        m_unseen = 0;
    }
    showCounts();
}

/// Whoever reads further up keeps the rows before the eyes while older ones go, be it from among those that stay.
void EventsPanel::keepPlace(int firstRemoved, int lastRemoved)
{
    if (m_following || m_sorted >= 0 || !m_inserting) {
        return;
    }
    QScrollBar* bar = m_page->table().verticalScrollBar();
    const int rowHeight = m_page->table().verticalHeader()->defaultSectionSize();
    const int above = std::min(bar->value() / rowHeight, lastRemoved + 1) - firstRemoved;
    if (above > 0) {
        bar->setValue(bar->value() - above * rowHeight);
    }
}

std::vector<EventRow> EventsPanel::shownEvents() const
{
    std::vector<EventRow> events;
    events.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        events.push_back(m_model.eventAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return events;
}

RecordText EventsPanel::exported(ExportFormat format) const
{
    return format == ExportFormat::csv ? eventsToCsv(shownEvents()) : eventsToJson(shownEvents());
}

void EventsPanel::showCounts()
{
    const int all = m_model.rowCount();
    const int shown = m_filter.rowCount();
    m_latest->setEnabled(!m_following);
    m_latestButton->setVisible(!m_following);
    m_latest->setText(m_unseen > 0 ? tr("Latest (%Ln new)", nullptr, pluralCount(m_unseen)) : tr("Latest"));
    QString counts =
        shown == all ? tr("%Ln event(s)", nullptr, all) : tr("%1 of %Ln event(s)", nullptr, all).arg(numberText(shown));
    if (const auto& dropped = m_model.droppedRoutine(); dropped.events > 0) {
        counts += QStringLiteral(" · ")
                + tr("routine complete since %1, %Ln older event(s) removed", "events", pluralCount(dropped.events))
                      .arg(timeText(dropped.until));
    }
    if (const auto& dropped = m_model.droppedNoteworthy(); dropped.events > 0) {
        counts += QStringLiteral(" · ")
                + tr("problems and alerts complete since %1, %Ln older one(s) removed", "events",
                     pluralCount(dropped.events))
                      .arg(timeText(dropped.until));
    }
    colorText(*m_counts, m_notice.colorOr());
    m_counts->setText(m_notice.inPlaceOf(counts));
    showNote();
    m_export->setAvailable(shown > 0);
    m_clear->setEnabled(all > 0);
}

void EventsPanel::showNote()
{
    if (m_filter.rowCount() > 0) {
        m_page->setNote({});
    } else if (m_model.rowCount() > 0) {
        m_page->setNote(inARow({tr("No event fits the filter."), removedText()}));
    } else if (!mayLookForLocks(m_session.status().permissions)) {
        m_page->setNote(tr("The server does not allow this user all the commands that finding and reading locks takes: "
                           "what happens may not be seen here."));
    } else {
        m_page->setNote(tr("Nothing has happened yet. Acquisitions, renewals, releases and waiters appear here."));
    }
}

/// What does not fit may have been among them.
QString EventsPanel::removedText() const
{
    const auto& routine = m_model.droppedRoutine();
    const auto& noteworthy = m_model.droppedNoteworthy();
    return inARow({routine.events == 0
                       ? QString()
                       : tr("Routine events from before %1 have been removed.").arg(timeText(routine.until)),
                   noteworthy.events == 0
                       ? QString()
                       : tr("Problems and alerts from before %1 have been removed.").arg(timeText(noteworthy.until))});
}

void EventsPanel::retranslate()
{
    m_text->setPlaceholderText(tr("Filter: text, lock:…, holder:…"));
    m_text->setAccessibleName(tr("Filter events"));
    m_onlyThis->setText(tr("Only this lock"));
    m_onlyThis->setToolTip(toolTipText(tr("Show the events of the selected lock only")));
    m_latest->setToolTip(toolTipText(tr("Go to the newest event and follow the news")));
    m_export->setToolTip(toolTipText(tr("Save the events that are shown to a file")));
    m_export->setTexts(tr("Export events"), {tr("Events as CSV…", "export"), tr("Events as JSON…", "export")});
    m_kind->setAccessibleName(tr("Kind of events"));
    m_kind->setItemText(0, tr("All kinds"));
    m_kind->setItemText(1, tr("Problems only", "kinds of events"));
    m_kind->setItemText(2, tr("Alerts", "kinds of events"));
    m_kind->setItemText(3, tr("Lost locks", "kinds of events: in a failover or a restart"));
    for (int i = 4; i < m_kind->count(); ++i) {
        m_kind->setItemText(i, eventText(static_cast<LockEvent::Kind>(m_kind->itemData(i).toInt())));
    }
    m_sortHere->setText(tr("Sort by this column"));
    m_clear->setText(tr("Clear", "events"));
    m_clear->setToolTip(toolTipText(tr("Forget these events")));
    m_page->table().setAccessibleName(tr("Events"));
}

void EventsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_model.retranslate();
        showCounts();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

} // namespace lockscope::ui
