// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/workspace.hpp"

#include "dialogs/multi_lock_dialog.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/connection_banner.hpp"
#include "panels/detail_panel.hpp"
#include "panels/failover_bar.hpp"
#include "panels/kept_choices.hpp"
#include "panels/lock_table.hpp"
#include "panels/lost_holds_bar.hpp"
#include "panels/missing_lock_bar.hpp"
#include "panels/mouse_hold.hpp"
#include "panels/pane_actions.hpp"
#include "panels/panels_fold.hpp"
#include "panels/part_visibility.hpp"
#include "panels/reconnect_bar.hpp"
#include "panels/status_strip.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "panels/table_placeholder.hpp"
#include "panels/undo_bar.hpp"
#include "settings.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include "lockscope/show_commands.hpp"

#include <QEvent>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr auto kMostAtOnce = static_cast<std::size_t>(MultiLockDialog::mostAtOnce);

template <typename T>
QList<T*> namedIn(const QWidget& widget)
{
    QList<T*> all = widget.findChildren<T*>();
    all.removeIf([](const T* each) { return each->objectName().isEmpty(); });
    return all;
}

} // namespace

Workspace::Workspace(Session& session, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new LockTableModel(this))
    , m_banner(new ConnectionBanner(this))
    , m_reconnect(new ReconnectBar(this))
    , m_lostHolds(new LostHoldsBar(this))
    , m_failovers(new FailoverBar(this))
    , m_filterError(plainLabel({}, this))
    , m_strip(new StatusStrip(this))
    , m_table(new LockTable(*m_model, this))
    , m_placeholder(new TablePlaceholder(m_table->viewport()))
    , m_missing(new MissingLockBar(this))
    , m_undo(new UndoBar(session, this))
    , m_detail(new DetailPanel(&session, this))
    , m_bottom(new BottomPanels(session, settings, this))
    , m_across(new QSplitter(Qt::Horizontal, this))
    , m_down(new QSplitter(Qt::Vertical, this))
    , m_panes(new PaneActions(*m_across, *m_down, this))
    , m_parts(new PartVisibility(*m_across, *m_down, this))
    , m_fold(new PanelsFold(*this, *m_down, *m_bottom, *m_parts))
    , m_hold(new MouseHold(*m_table->viewport(), this))
{
    m_model->setTime(session.shownTime());
    buildLayout();
    connectSession();
}

void Workspace::buildLayout()
{
    auto* over = new QVBoxLayout(m_table->viewport());
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(m_placeholder);

    m_filterError->setContentsMargins(12, 6, 12, 6);
    m_filterError->setWordWrap(true);
    m_filterError->hide();
    colorError();

    m_across->setObjectName(QStringLiteral("across"));
    m_down->setObjectName(QStringLiteral("down"));
    m_across->setChildrenCollapsible(false);
    m_across->addWidget(m_table);
    m_across->addWidget(m_detail);
    m_across->setStretchFactor(0, 1);
    const int line = fontMetrics().height();
    m_across->setSizes({line * 73, line * 24});
    m_down->setChildrenCollapsible(false);
    m_down->addWidget(m_across);
    m_down->addWidget(m_bottom);
    m_down->setStretchFactor(0, 1);
    m_down->setSizes({line * 32, line * 20});
    m_panes->update();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_reconnect);
    layout->addWidget(m_lostHolds);
    layout->addWidget(m_failovers);
    layout->addWidget(m_filterError);
    layout->addWidget(m_strip);
    layout->addWidget(m_down, 1);
    for (TablePage* page : findChildren<TablePage*>()) {
        page->leaveKeysTo(*m_table);
    }
    m_undo->leaveKeysTo(*m_table);
    layout->addWidget(m_missing); // These come and go at any time: below, they move no row under the mouse.
    layout->addWidget(m_undo);
}

void Workspace::connectSession()
{
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { takeBatch(*batch); });
    connect(m_hold, &MouseHold::released, this, &Workspace::applyHeld);
    connect(&m_session, &Session::statusChanged, this, &Workspace::takeStatus);
    const auto offerAcquiring = [this] {
        m_placeholder->setAcquiring(m_session.barrier() == Barrier::none ? TablePlaceholder::Acquiring::offered
                                                                         : TablePlaceholder::Acquiring::impossible);
    };
    connect(&m_session, &Session::adminModeChanged, this, offerAcquiring);
    offerAcquiring();
    connect(&m_session, &Session::adminModeChanged, m_strip, [this](Session::AdminMode mode) {
        m_strip->setPurpose(mode == Session::AdminMode::admin ? Purpose::acting : Purpose::watching);
    });
    connect(&m_session, &Session::stateChanged, this, &Workspace::startAnew);
    connect(&m_session, &Session::monitoringChanged, this, &Workspace::takeMonitoring);
    connect(m_model, &LockTableModel::countsChanged, this, [this] {
        m_strip->setShown(m_model->passing(), m_model->total());
        m_placeholder->setCounts(m_model->rowCount(), m_model->total());
        compareDetailWithTable();
    });
    connect(m_model, &LockTableModel::arranged, this, &Workspace::compareDetailWithTable);
    connect(m_model, &LockTableModel::arrangingIsSlow, m_strip,
            [this] { m_strip->setArranging(StatusStrip::Arranging::goingOn); });
    connect(m_model, &LockTableModel::arranged, m_strip,
            [this] { m_strip->setArranging(StatusStrip::Arranging::done); });
    connect(m_table, &LockTable::sightChanged, this,
            [this](const std::vector<std::string>& locks) { m_session.setVisible(locks); });
    connect(m_table, &LockTable::selectionMoved, this, [this](const LockStatePtr& lock) {
        if (lock) { // a lock that went stays in the detail, to be read
            m_missing->noteFound(lock->name);
            m_detail->setLock(lock);
            compareDetailWithTable();
        }
        const std::size_t count = m_table->selectedCount();
        m_strip->setSelected(count);
        m_detail->setSelected(count);
        if (count > 0) {
            tellPanelsWhatIsSelected();
        }
        emit selectionMoved();
    });
    connect(m_table, &LockTable::filterRequested, this, &Workspace::filterRequested);
    connect(m_table, &LockTable::followRequested, this, &Workspace::followRequested);
    connect(m_table, &LockTable::lockHidden, m_missing, &MissingLockBar::sayHidden);
    connect(m_table, &LockTable::lockGone, m_missing, &MissingLockBar::sayGone);
    connect(m_model, &LockTableModel::countsChanged, this, [this] {
        if (const std::optional<std::string> gone = m_missing->gone(); gone && m_model->find(*gone)) {
            m_missing->clear();
            if (!m_table->selectedLock()) { // nobody has gone elsewhere meanwhile
                m_table->selectLock(*gone);
            }
        }
    });
    connect(m_missing, &MissingLockBar::showRequested, this, [this](const std::string& lock) {
        emit filterClearRequested();
        m_table->setFocus(); // the button that had it is gone
        selectLock(lock);
    });
    connect(m_detail, &DetailPanel::panelRequested, m_parts, [this] { m_parts->bring(PartVisibility::Part::detail); });
    m_bottom->offerAlone(m_parts->aloneAction(PartVisibility::Part::panels));
    connect(m_parts, &PartVisibility::requested, this, [this](PartVisibility::Part part) {
        part == PartVisibility::Part::detail ? emit detailRequested() : emit bottomRequested();
    });
    connect(m_parts, &PartVisibility::changed, m_panes, &PaneActions::update);
    for (const QAction* action : m_table->groupActions() + m_table->depthActions() + m_table->sortActions()) {
        connect(action, &QAction::triggered, this, &Workspace::showTogether); // what is arranged wants to be seen
    }
    connect(m_bottom, &BottomPanels::lockActivated, this, &Workspace::selectLock);
    connect(m_bottom, &BottomPanels::filterRequested, this, [this](const QString& text) {
        showTogether();
        emit filterRequested(text);
    });
    connect(m_bottom, &BottomPanels::followRequested, this, &Workspace::followRequested);
    connect(m_bottom, &BottomPanels::opened, m_parts, [this] {
        m_parts->bring(PartVisibility::Part::panels);
        m_fold->bring();
    });
    connect(m_bottom, &BottomPanels::entered, m_fold, &PanelsFold::enter);
    connect(m_bottom, &BottomPanels::windowRequested, this, &Workspace::windowRequested);
    m_detail->setRemarks([this](const LockState& lock) { return m_bottom->remarksOn(lock); });
    m_bottom->setKnownLocks([this] { return m_model->names(); });
    m_model->setClientNamer(m_bottom->clientNamer());
    m_model->setBriefNamer(m_bottom->briefNamer());
    m_detail->setClientNamer(m_bottom->clientNamer());
    m_detail->setClientStakes(m_bottom->clientStakes());
    m_detail->setClientRecords(m_bottom->clientRecords());
    m_undo->setClientNamer(m_bottom->briefNamer());
    // No longer than the model: names change once more when a client is being named while the window goes.
    connect(m_bottom, &BottomPanels::clientNamesChanged, m_model, [this] { takeClientNames(); });
    connect(m_banner, &ConnectionBanner::resumeRequested, &m_session, &Session::resume);
    connect(m_banner, &ConnectionBanner::passwordRequested, this, &Workspace::passwordRequested);
    connect(&m_session, &Session::ownHoldsChanged, m_lostHolds,
            [this] { m_lostHolds->setHolds(m_session.ownHolds()); });
    connect(m_lostHolds, &LostHoldsBar::listRequested, m_bottom, &BottomPanels::showOwnHolds);
    connect(m_failovers, &FailoverBar::lostLocksRequested, m_bottom, &BottomPanels::showLostLocks);
    connect(m_strip, &StatusStrip::permissionsRequested, this, &Workspace::permissionsRequested);
    connect(m_strip, &StatusStrip::quickFilterRequested, this, &Workspace::quickFilterRequested);
    connect(m_placeholder, &TablePlaceholder::acquireRequested, this, &Workspace::acquireRequested);
    connect(m_placeholder, &TablePlaceholder::sandboxRequested, this, &Workspace::sandboxRequested);
    connect(m_placeholder, &TablePlaceholder::permissionsRequested, this, &Workspace::permissionsRequested);
    connect(m_placeholder, &TablePlaceholder::filterClearRequested, this, &Workspace::filterClearRequested);
    connect(m_placeholder, &TablePlaceholder::resumeRequested, &m_session, &Session::resume);
}

void Workspace::tellPanelsWhatIsSelected()
{
    const std::vector<LockStatePtr> locks = locksToActOn();
    if (locks.size() <= kMostAtOnce) {
        m_bottom->setSelectedLocks(locks, m_detail->lock());
        return;
    }
    const LockStatePtr& shown = m_detail->lock();
    m_bottom->setManySelected(m_table->selectedCount(), shown ? *shown : *locks.front(),
                              [this] { return m_table->selectedLocks(LockTable::GroupOrder::any); });
}

void Workspace::takeBatch(const MonitorBatch& batch)
{
    if (m_hold->holds()) {
        m_held.insert(m_held.end(), batch.changes.begin(), batch.changes.end());
    } else {
        m_model->apply(batch.changes); // released, so nothing waits any more
    }
    if (batch.counts) {
        m_strip->setCounts(*batch.counts);
    }
    const bool lostEvents = std::any_of(batch.events.begin(), batch.events.end(), [](const LockEvent& event) {
        return event.kind == LockEvent::Kind::resynchronised;
    });
    if (lostEvents) {
        m_strip->noteLostEvents();
    }
    for (const LockEvent& event : batch.events) {
        if (event.failover) {
            m_failovers->add(*event.failover);
        }
    }
}

void Workspace::applyHeld()
{
    m_model->apply(std::exchange(m_held, {}));
}

void Workspace::takeStatus(const MonitorStatus& status)
{
    m_table->setSearch(status.scan_rounds > 0 ? LockTable::Search::isOver : LockTable::Search::goesOn);
    m_strip->setStatus(status);
    m_banner->setStatus(status, m_session.shownTime().standstill());
    m_placeholder->setStatus(status);
}

void Workspace::startAnew(Session::State state)
{
    showTogether();
    if (state == Session::State::connected) {
        // What was selected on another server is not this one's, though it may be called the same.
        if (m_server && *m_server != *m_session.endpoint()) {
            m_table->forgetSelection();
        }
        m_server = m_session.endpoint();
        m_pattern = m_session.monitorOptions().pattern;
        takeMonitoring(); // each server may have its own
        return;
    }
    m_held.clear();
    m_model->clear();
    m_detail->clear();
    m_failovers->clear();
    m_missing->clear();
    m_strip->forgetLostEvents();
    m_bottom->setSelectedLocks({});
    takeStatus(m_session.status());
}

/// What another pattern leaves out is told of as removed, although nobody has released it: the detail must not say so.
void Workspace::takeMonitoring()
{
    const MonitorOptions& options = m_session.monitorOptions();
    if (std::exchange(m_pattern, options.pattern) != options.pattern) {
        m_table->selectionModel()->clear();
        m_detail->clear();
        m_missing->clear();
        m_bottom->setSelectedLocks({});
    }
    m_table->setThresholds(options.thresholds);
    m_detail->setThresholds(options.thresholds);
    const Endpoint& endpoint = *m_session.endpoint();
    m_table->setRedisCli(redis_cli(endpoint));
    m_placeholder->setServer(m_session.isSandbox()                        ? TablePlaceholder::Server::sandbox
                             : endpoint.deployment == Deployment::cluster ? TablePlaceholder::Server::cluster
                                                                          : TablePlaceholder::Server::other,
                             endpoint.database, options.pattern);
}

LockStatePtr Workspace::selectedLock() const
{
    return m_table->selectedLock();
}

void Workspace::selectLock(const std::string& name)
{
    showTogether();
    applyHeld();
    m_missing->clear();
    m_table->selectLock(name);
}

std::vector<LockStatePtr> Workspace::locksToActOn() const
{
    std::vector<LockStatePtr> locks = m_table->selectedLocks(LockTable::GroupOrder::any, kMostAtOnce + 1);
    const LockStatePtr& shown = m_detail->lock();
    const bool isInHand = m_isDetailInHand && shown && !m_detail->isGone();
    if (locks.empty() && isInHand && m_model->rowOf(shown->name) < 0) {
        locks.push_back(shown);
    }
    return locks;
}

bool Workspace::takeInHand(const std::string& name)
{
    applyHeld();
    const LockStatePtr lock = m_model->find(name);
    if (!lock) {
        m_missing->sayGone(name);
        return false;
    }
    m_missing->clear();
    if (m_model->rowOf(name) >= 0) {
        m_table->selectLock(name);
    } else {
        m_table->forgetSelection();
        m_table->selectionModel()->clear();
        m_isDetailInHand = true;
        m_detail->setLock(lock);
        compareDetailWithTable();
        emit selectionMoved();
    }
    const std::vector<LockStatePtr> now = locksToActOn();
    return now.size() == 1 && now.front()->name == name;
}

void Workspace::setPlace(Place place)
{
    const bool isInHand = place == Place::detail;
    if (std::exchange(m_isDetailInHand, isInHand) != isInHand) {
        emit selectionMoved();
    }
}

void Workspace::offerActions(const QList<QAction*>& actions)
{
    auto* line = new QAction(this);
    line->setSeparator(true);
    m_table->addAction(line);
    m_table->addActions(actions);
    m_detail->offerActions(actions);
}

QWidget* Workspace::detail() const
{
    return m_detail;
}

QList<QAction*> Workspace::undoActions() const
{
    return m_undo->actions();
}

std::vector<std::string> Workspace::undoableLocks() const
{
    return m_undo->locks();
}

QList<QAction*> Workspace::queueActions() const
{
    return m_detail->queueActions();
}

QString Workspace::setFilter(const QString& text, QuickFilter quick)
{
    const auto parsed = LockFilter::parse(text);
    const auto* failure = std::get_if<LockFilter::ParseError>(&parsed);
    const std::optional<QString> right = LockFilter::rightPartOf(text);
    if (right) {
        m_filter = std::get<LockFilter>(LockFilter::parse(*right, m_bottom->clientSearch()));
        m_filterText = *right;
    }
    m_filter.setQuick(quick);
    m_missing->clear();
    m_model->setFilter(m_filter);
    compareDetailWithTable();
    m_filterError->setVisible(failure != nullptr);
    if (!failure) {
        return {};
    }
    const QString meanwhile = right ? tr("Until this is right, the filter does without it.")
                                    : tr("Until this is right, the rows stay as they are.", "the filter");
    m_filterError->setText(inARow({failure->message, meanwhile}));
    return failure->message;
}

void Workspace::colorError()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, Theme::of(palette()).danger);
    m_filterError->setPalette(colors);
}

void Workspace::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        colorError();
    }
}

/// The detail keeps its lock, which is selected if the row that was has gone, as that of its group when there are no
/// groups any more.
void Workspace::compareDetailWithTable()
{
    const LockStatePtr& lock = m_detail->lock();
    if (lock && !m_detail->isGone()) {
        m_table->adopt(lock->name);
    }
    const bool hasRow = lock && m_model->rowOf(lock->name) >= 0;
    if (std::exchange(m_detailHasRow, hasRow) != hasRow) {
        emit selectionMoved(); // the table says nothing of it once the row is no longer selected
    }
    m_detail->setInTable(lock && m_model->isFilteredOut(lock->name) ? LockHeader::InTable::leftOutByFilter
                                                                    : LockHeader::InTable::yes);
}

/// Who is meant by client:pay-07 was worked out when the filter was set.
void Workspace::takeClientNames()
{
    m_model->noteNewNames();
    if (!m_filter.dependsOnNames()) {
        return;
    }
    auto parsed = LockFilter::parse(m_filterText, m_bottom->clientSearch());
    auto* renewed = std::get_if<LockFilter>(&parsed);
    if (renewed && !renewed->namesTheSameAs(m_filter)) {
        renewed->setQuick(m_filter.quick());
        m_filter = std::move(*renewed);
        m_model->setFilter(m_filter);
    }
}

int Workspace::detailTab() const
{
    return m_detail->tab();
}

void Workspace::setDetailTab(int tab)
{
    m_detail->setTab(tab);
}

QList<QAction*> Workspace::keyActions() const
{
    return m_detail->keyActions();
}

QList<QAction*> Workspace::paneActions() const
{
    return m_panes->actions();
}

QList<QAction*> Workspace::aloneActions() const
{
    return {m_parts->aloneAction(PartVisibility::Part::detail), m_parts->aloneAction(PartVisibility::Part::panels)};
}

void Workspace::showTogether()
{
    m_parts->showTogether();
}

void Workspace::setDetail(Visibility visibility)
{
    m_parts->setWanted(PartVisibility::Part::detail, visibility == Visibility::shown);
}

void Workspace::setBottom(Visibility visibility)
{
    m_parts->setWanted(PartVisibility::Part::panels, visibility == Visibility::shown);
}

/// Of its parts too: what has a name is kept under it.
void Workspace::restore(WindowSettings& settings)
{
    m_table->restoreColumns(settings.columns());
    for (TableColumns* columns : namedIn<TableColumns>(*this)) {
        columns->restore(settings.panelColumns(columns->objectName()));
    }
    for (KeptChoices* choices : namedIn<KeptChoices>(*this)) {
        choices->restore(settings.panelChoices(choices->objectName()));
    }
    for (QSplitter* splitter : namedIn<QSplitter>(*this)) {
        splitter->restoreState(settings.splitter(splitter->objectName()));
    }
}

void Workspace::save(WindowSettings& settings) const
{
    settings.setColumns(m_table->saveColumns());
    for (const TableColumns* columns : namedIn<TableColumns>(*this)) {
        settings.setPanelColumns(columns->objectName(), columns->save());
    }
    for (const KeptChoices* choices : namedIn<KeptChoices>(*this)) {
        settings.setPanelChoices(choices->objectName(), choices->save());
    }
    for (const QSplitter* splitter : namedIn<QSplitter>(*this)) {
        if (splitter != m_down || !m_fold->isCramped()) { // otherwise its sizes are nobody's choice
            settings.setSplitter(splitter->objectName(), splitter->saveState());
        }
    }
}

} // namespace lockscope::ui
