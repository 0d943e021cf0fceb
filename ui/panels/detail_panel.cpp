// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/detail_panel.hpp"

#include "charts/heartbeat_strip.hpp"
#include "charts/timeline.hpp"
#include "charts/ttl_chart.hpp"
#include "delegates/countdown_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "panels/keys_panel.hpp"
#include "panels/lock_sentences.hpp"
#include "panels/queue_panel.hpp"
#include "panels/read_write_panel.hpp"
#include "panels/release_one_bar.hpp"
#include "panels/roomy_area.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

constexpr int kTickInterval = 100;
constexpr int kWidthChars = 32;
constexpr int kOwnerChars = 14;         ///< For "9f45…e1:5" in monospace, and its colour.
constexpr int kTimeChars = 15;          ///< For the longest time, and the title.
constexpr double kShareOfWindow = 0.45; ///< At most, with large text.
/// In lines: no more than what stands above it needs, or large text would move that out of sight.
constexpr int kChartWidthLines = 5;
/// If there are more of them, somebody has to scroll.
constexpr std::size_t kHoldersInSight = 4;

/// Content with the least room: what there is more goes to it all the same.
class Tabs final : public QTabWidget
{
public:
    using QTabWidget::QTabWidget;
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }
    /// Otherwise it would be asked for the height that its tables would like to have.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
};

/// From now on only the page that is shown asks for height, so that nobody scrolls because of another one.
void giveRoomToShownPage(QStackedWidget* pages)
{
    const auto share = [pages] {
        for (int page = 0; page < pages->count(); ++page) {
            QSizePolicy policy = pages->widget(page)->sizePolicy();
            policy.setVerticalPolicy(page == pages->currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored);
            pages->widget(page)->setSizePolicy(policy);
        }
    };
    QObject::connect(pages, &QStackedWidget::currentChanged, pages, share);
    share();
}

} // namespace

DetailPanel::DetailPanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_pages(new QStackedWidget(this))
    , m_nothing(plainLabel({}, this))
    , m_header(new LockHeader(m_time, this))
    , m_tabs(new Tabs(this))
{
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(fontMetrics().height());
    m_nothing->setTextInteractionFlags(Qt::NoTextInteraction);

    m_keys = new KeysPanel(session, this);
    connect(m_keys, &KeysPanel::panelRequested, this, [this] {
        emit panelRequested();
        m_tabs->setCurrentWidget(m_keys);
    });
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeHoldersTab(), {});
    m_tabs->addTab(makeQueueTab(), {});
    m_tabs->addTab(makeTimelineTab(), {});
    m_tabs->addTab(m_keys, {});
    giveRoomToShownPage(m_tabs->findChild<QStackedWidget*>({}, Qt::FindDirectChildrenOnly));

    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->setSpacing(0);
    pageLayout->addWidget(m_header);
    pageLayout->addWidget(m_tabs, 1);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(new RoomyArea(page, this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pages);

    m_timer.setInterval(kTickInterval);
    connect(&m_timer, &QTimer::timeout, this, &DetailPanel::tick);
    connect(session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { take(*batch); });
    connect(session, &Session::historyArrived, this, [this](const std::string& lock, const LockHistory& past) {
        if (m_state && lock == m_state->name) {
            m_timeline->setHistory(past);
            m_heartbeat->setHistory(past.holds);
            m_queue->setUsual(usual_hold(past.holds));
        }
    });
    m_holders.setTime(m_time);
    m_queue->setTime(m_time);
    m_readWrite->setTime(m_time);
    connect(session, &Session::statusChanged, this, &DetailPanel::followStandstill);
    connect(&session->shownTime(), &ShownTime::changed, this, &DetailPanel::followStandstill);
    adoptFont();
    retranslate();
}

/// Its parts keep a height at which they can be read; where that is more than there is, it scrolls.
void DetailPanel::adoptFont()
{
    const QFontMetrics metrics(font());
    const int line = metrics.height();
    // What is off to the side of the holders can only be scrolled to where their table ends, which is further down.
    const int holders = m_holdersPage->columns().leastWidth() + 2 * m_holdersPage->table().frameWidth()
                      + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int wanted = std::max({kWidthChars * characterWidth(metrics), m_tabs->tabBar()->sizeHint().width(), holders});
    setMinimumWidth(std::min(wanted, static_cast<int>(window()->width() * kShareOfWindow)));
    giveRoomToHolders();
    m_chart->setMinimumSize(line * kChartWidthLines, line * 6);
    m_queuePages->setMinimumHeight(line * 7);
    m_keys->setMinimumHeight(line * 7);
}

/// For all of them if they are few; and no less when some of them leave, so that nothing jumps with each reader.
void DetailPanel::giveRoomToHolders()
{
    m_holdersPage->keepRoomFor(static_cast<int>(std::min(m_mostHolders, kHoldersInSight)));
}

QWidget* DetailPanel::makeHoldersTab()
{
    m_holdersPage = new TablePage(this);
    m_holdersPage->setModel(&m_holders);
    m_holdersPage->setColumnWidths({16, 8, 13, 14, 0});
    // A holder keeps its short id, or nobody knows who it is. The client's name, which a tool tip says, too, can be
    // scrolled to.
    m_holdersPage->letYield({{HoldersModel::Owner, kOwnerChars},
                             {HoldersModel::Entries, 6},
                             {HoldersModel::Mode, 5},
                             {HoldersModel::Client, 6},
                             {HoldersModel::Deadline, kTimeChars}});
    m_holdersPage->keepColumnsAs(QStringLiteral("holders"));
    QTableView& table = m_holdersPage->table();
    table.setItemDelegateForColumn(HoldersModel::Owner, new HolderDelegate(HoldersModel::ClientRole, &table));
    m_deadlines = new CountdownDelegate(HoldersModel::CountdownRole, &table);
    table.setItemDelegateForColumn(HoldersModel::Deadline, m_deadlines);
    m_releaseOne = new ReleaseOneBar(m_session, m_holdersPage, HoldersModel::OwnerBytesRole, this);
    auto* holders = new QWidget(this);
    auto* holdersLayout = new QVBoxLayout(holders);
    holdersLayout->setContentsMargins({});
    holdersLayout->setSpacing(0);
    holdersLayout->addWidget(m_holdersPage, 1);
    holdersLayout->addWidget(m_releaseOne);
    m_chart = new TtlChart(this);
    m_heartbeat = new HeartbeatStrip(this);
    auto* course = new QWidget(this);
    auto* courseLayout = new QVBoxLayout(course);
    courseLayout->setContentsMargins({});
    courseLayout->setSpacing(0);
    courseLayout->addWidget(m_chart, 1);
    courseLayout->addWidget(m_heartbeat);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("holders"));
    splitter->addWidget(holders);
    splitter->addWidget(course);
    splitter->setStretchFactor(0, 2); // Mostly there is one holder, and the chart says more.
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

QWidget* DetailPanel::makeQueueTab()
{
    m_queue = new QueuePanel(m_session, this);
    m_readWrite = new ReadWritePanel(m_session, this);
    m_queuePages = new QStackedWidget(this);
    m_queuePages->addWidget(m_queue);
    m_queuePages->addWidget(m_readWrite);
    giveRoomToShownPage(m_queuePages);
    return m_queuePages;
}

QWidget* DetailPanel::makeTimelineTab()
{
    m_timeline = new Timeline(this);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(m_timeline);
    connect(m_timeline, &Timeline::reached, area, [area](const QRect& place) {
        const int wanted = place.height() / 2 + area->fontMetrics().height();
        area->ensureVisible(0, place.center().y(), 0, std::min(wanted, area->viewport()->height() / 2 - 1));
    });
    return area;
}

void DetailPanel::setThresholds(const Thresholds& thresholds)
{
    m_header->setThresholds(thresholds);
    m_deadlines->setThresholds(thresholds);
    m_readWrite->setThresholds(thresholds);
}

void DetailPanel::setLock(const LockStatePtr& state)
{
    if (!state) {
        clear();
        return;
    }
    if (!m_state || m_state->name != state->name) {
        m_ending.reset();
        m_lastEnding.reset();
        m_isRemoved = false;
        m_knownHolders.clear();
        m_mostHolders = 1;
        m_chart->clear();
        m_heartbeat->clear();
        m_timeline->clear();
        m_queue->setUsual({});
        m_state = state;
        m_keys->setLock(state->name);
        askForHistory();
    }
    update(state);
    followStandstill();
    adoptFont(); // its tabs may need more room
    m_pages->setCurrentIndex(1);
}

void DetailPanel::setClientNamer(const ClientNamer& namer)
{
    m_holders.setClientNamer(namer);
    m_queue->setClientNamer(namer);
    m_readWrite->setClientNamer(namer);
    m_releaseOne->setClientNamer(namer);
}

void DetailPanel::setClientStakes(const ClientStakes& stakes)
{
    for (ReleaseOneBar* bar : {m_releaseOne, &m_readWrite->releaseOne()}) {
        bar->setClientStakes(stakes);
    }
}

void DetailPanel::setClientRecords(const ClientRecords& records)
{
    for (ReleaseOneBar* bar : {m_releaseOne, &m_readWrite->releaseOne()}) {
        bar->setClientRecords(records);
    }
}

QList<QAction*> DetailPanel::queueActions() const
{
    return m_queue->queueActions() << m_releaseOne->action();
}

QList<QAction*> DetailPanel::keyActions() const
{
    return m_keys->actions();
}

int DetailPanel::tab() const
{
    return m_tabs->currentIndex();
}

void DetailPanel::setTab(int tab)
{
    m_tabs->setCurrentIndex(tab); // nothing if there is no such tab
}

void DetailPanel::clear()
{
    m_state.reset();
    m_ending.reset();
    m_lastEnding.reset();
    m_knownHolders.clear();
    m_holders.setState(nullptr);
    m_releaseOne->setLock(nullptr);
    m_queue->setLock(nullptr, {});
    m_readWrite->setLock(nullptr);
    m_chart->clear();
    m_heartbeat->clear();
    m_timeline->clear();
    m_keys->setLock({});
    m_header->setLock(nullptr, std::nullopt);
    m_pages->setCurrentIndex(0);
}

void DetailPanel::take(const MonitorBatch& batch)
{
    if (batch.status) {
        m_heartbeat->setBehind(batch.status->behind);
    }
    if (!m_state) {
        return;
    }
    for (const LockEvent& event : batch.events) {
        if (event.lock == m_state->name) {
            takeEvent(event);
        }
    }
    for (const LockChange& change : batch.changes) {
        if (!change.state || change.state->name != m_state->name) {
            continue;
        }
        if (change.kind == LockChange::Kind::removed) {
            m_isRemoved = true;
            end(m_state->is_held() ? LockEvent::Kind::released : LockEvent::Kind::waiter_left);
        } else {
            update(change.state);
        }
    }
}

void DetailPanel::takeEvent(const LockEvent& event)
{
    if (!is_ending(event.kind)) {
        return;
    }
    m_lastEnding = LockEnding{event.kind, event.at, event.actor};
    if (m_ending) { // The change came first, and guessed.
        m_ending = m_lastEnding;
        showAll();
    }
}

void DetailPanel::update(const LockStatePtr& state)
{
    if (m_ending && state->observed_at <= m_state->observed_at) {
        return; // The last picture of a lock that is gone comes once more with its removal.
    }
    const bool wasHeld = m_state->is_held() && !m_ending;
    const bool wasInReach = !m_state->is_out_of_reach();
    const bool isRenewed = state->renewed_at != m_state->renewed_at;
    m_state = state;
    m_isRemoved = false;
    m_chart->addState(*state);
    m_heartbeat->addState(*state);
    m_timeline->addState(*state, std::chrono::system_clock::now());
    if (state->is_held()) {
        m_ending.reset();
        m_lastEnding.reset();
    } else if (wasHeld || m_ending) {
        end(LockEvent::Kind::released);
    }
    if (wasInReach == state->is_out_of_reach()) {
        followStandstill();
    }
    showAll();
    if (expectation_of(*state) != m_knownHolders || isRenewed) { // It counts renewals, too.
        askForHistory();
    }
    m_keys->refresh();
}

void DetailPanel::end(LockEvent::Kind guess)
{
    if (!m_ending) {
        m_ending = m_lastEnding.value_or(LockEnding{guess, std::chrono::system_clock::now()});
        m_chart->endHold(std::chrono::steady_clock::now());
        m_heartbeat->endHold();
        m_timeline->endHold(std::chrono::system_clock::now());
        askForHistory();
        m_keys->refresh();
    }
    showAll();
}

void DetailPanel::showAll()
{
    if (m_ending) {
        m_ending->leavesNothing = m_isRemoved || m_state->is_held();
    }
    m_header->setLock(m_state, m_ending);
    const LockStatePtr living = m_ending && m_state->is_held() ? nullptr : m_state; // Its holders are no longer there.
    m_holdersPage->table().setColumnHidden(HoldersModel::Mode, m_state->type != LockType::read_write);
    m_holders.setState(living);
    m_releaseOne->setLock(living);
    m_mostHolders = std::max(m_mostHolders, m_state->holders.size());
    giveRoomToHolders();
    m_holdersPage->hideIfEmpty(HoldersModel::Client);
    LockState gone;
    gone.type = m_state->type;
    m_holdersPage->setNote(holdersNote(living ? *living : gone));
    m_queue->setLock(living, queueNote(living ? *living : gone));
    m_readWrite->setLock(living);
    const bool readWrite = m_state->type == LockType::read_write && m_state->waiters.empty();
    m_queuePages->setCurrentWidget(readWrite ? static_cast<QWidget*>(m_readWrite) : m_queue);
    retranslate();
}

void DetailPanel::askForHistory()
{
    m_knownHolders = expectation_of(*m_state);
    m_session->requestHistory(m_state->name);
}

void DetailPanel::followStandstill()
{
    const ShownTime& window = m_session->shownTime();
    const bool lost =
        window.standstill() && (!m_session->isPaused() || m_session->status().link == MonitorStatus::Link::lost);
    const bool outOfReach = m_state && m_state->is_out_of_reach();
    m_time.follow(window, m_state.get());
    if (m_time.standstill()) {
        const Moment at = m_time.now();
        m_chart->freeze(at.now);
        m_heartbeat->freeze(at.now);
        m_timeline->freeze(at.wall);
        m_header->setStandstill(
            lost ? tr("No connection: this is what was seen last.")
            : outOfReach
                ? tr("Its master is out of reach, or this user may not read it any more: this is what was seen last.")
                : tr("Paused: this is what was seen last."));
    } else {
        m_chart->unfreeze();
        m_heartbeat->unfreeze();
        if (m_state && !m_ending) {
            m_heartbeat->addState(*m_state); // Afresh, if it stood still.
        }
        m_timeline->unfreeze();
        m_header->setStandstill({});
    }
}

void DetailPanel::tick()
{
    if (!m_state) {
        return;
    }
    m_header->tick();
    for (TablePage* page : {m_holdersPage, &m_queue->page(), &m_readWrite->page()}) {
        if (page->table().isVisible()) {
            page->measureRows(TablePage::Rows::same); // what they say changes with time, too
            page->table().viewport()->update();
        }
    }
    if (m_readWrite->isVisible()) {
        m_readWrite->tick();
    }
}

void DetailPanel::nameTabs()
{
    const auto counted = [](const QString& word, std::size_t number) {
        return number == 0 ? word
                           : word + QStringLiteral(" %1").arg(QLocale().toString(static_cast<qulonglong>(number)));
    };
    const bool living = m_state && !m_ending;
    const auto holders = living ? holding_threads(*m_state) : 0;
    const auto waiters = m_state ? std::max<std::size_t>(m_state->waiters_total, m_state->waiters.size()) : 0;
    const auto name = [this](int tab, const QString& text) {
        if (m_tabs->tabText(tab) != text) {
            m_tabs->setTabText(tab, text);
        }
    };
    name(0, counted(tr("Holders", "tab"), holders));
    name(1, m_queuePages->currentWidget() == m_readWrite ? tr("Readers", "tab") : counted(tr("Queue", "tab"), waiters));
    name(2, tr("Timeline", "tab"));
    name(3, tr("Keys", "tab"));
}

void DetailPanel::retranslate()
{
    nameTabs();
    m_nothing->setText(tr("Select a lock to see who holds it, who waits for it, and how its lease runs."));
    m_tabs->setAccessibleName(tr("Details of the lock"));
    m_holdersPage->table().setAccessibleName(tr("Holders of the lock"));
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, Theme::of(muted).mutedText);
    m_nothing->setPalette(muted);
}

void DetailPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        if (m_state) {
            showAll();
        }
        followStandstill();
        m_holders.retranslate();
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    } else if (event->type() == QEvent::PaletteChange) {
        retranslate();
    } else if (event->type() == QEvent::StyleChange) {
        QTimer::singleShot(0, this, &DetailPanel::retranslate); // A new style sheet takes own colours away, after this.
    }
}

void DetailPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    adoptFont();
    m_timer.start();
}

void DetailPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    adoptFont(); // the window may be wider
}

void DetailPanel::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

} // namespace lockscope::ui
