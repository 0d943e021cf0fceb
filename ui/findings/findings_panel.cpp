// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_panel.hpp"

#include "delegates/holder_delegate.hpp"
#include "delegates/severity_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/multi_repair_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "dialogs/wake_next_dialog.hpp"
#include "findings/finding_detail.hpp"
#include "findings/finding_words.hpp"
#include "findings/findings_export.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/kept_choices.hpp"
#include "panels/mouse_hold.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace lockscope::ui {
namespace {

constexpr int kTick = 250; ///< News reach the list so often.
constexpr int kHiddenTick = 1000;
constexpr int kBusyTick = 20;  ///< As long as more locks are due to be looked at again.
constexpr int kRepaint = 1000; ///< Durations in the rows.
constexpr std::size_t kLooksPerTick = 200;

constexpr std::array kAllSeverities{Finding::Severity::info, Finding::Severity::warning, Finding::Severity::critical};

FindingLimits limitsOf(const Session& session)
{
    FindingLimits limits;
    limits.thresholds = session.thresholds();
    return limits;
}

std::size_t countOf(const FindingsBook::Counts& counts, Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::critical: return counts.critical;
    case Finding::Severity::warning: return counts.warning;
    case Finding::Severity::info: break;
    }
    return counts.info;
}

} // namespace

FindingsPanel::FindingsPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_book(limitsOf(session))
    , m_text(new QLineEdit(this))
    , m_count(plainLabel({}, this))
    , m_notice([this] { showCounts(); })
    , m_export(new ExportButton(
          QStringLiteral("lock-findings"), {ExportFormat::csv, ExportFormat::json},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_repair(new QAction(icon(QStringLiteral("repair")), {}, this))
    , m_show(new QAction(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_page(new TablePage(this))
    , m_detail(new FindingDetail(m_detailTime, m_repair, m_show, this))
    , m_hold(new MouseHold(*m_page->table().viewport(), this))
{
    m_model.setTime(session.shownTime());
    m_model.setLocks([this](const std::string& name) { return m_book.find(name); });
    m_filter.setSourceModel(&m_model);
    makeTable();
    auto* bar = new FlowBar(this);
    makeBar(bar->row());
    bar->comeFirst();
    keepChoices();
    m_splitter->setObjectName(QStringLiteral("findings"));
    m_splitter->addWidget(m_page);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({600, 400}); // whatever each would like to have
    m_splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_splitter, 1);
    addActions({m_repair, m_show});
    addActions(m_export->formatActions());

    connect(m_repair, &QAction::triggered, this, &FindingsPanel::repair);
    connect(m_show, &QAction::triggered, this, &FindingsPanel::goToLock);
    connect(&session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { m_book.take(*batch, ShownTime::present()); });
    connect(&session, &Session::stateChanged, this, &FindingsPanel::startAnew);
    connect(&session, &Session::monitoringChanged, this, [this] {
        m_book.set_limits(limitsOf(m_session));
        tick(); // what is known is judged anew, part by part
    });
    connect(&session, &Session::statusChanged, this, [this] {
        followSelection(); // its master may be out of reach now
        showCounts();
    });
    connect(&session, &Session::adminModeChanged, this, &FindingsPanel::followSelection);
    connect(&session.shownTime(), &ShownTime::changed, this, &FindingsPanel::followSelection);
    connect(m_hold, &MouseHold::released, this, &FindingsPanel::flush);
    connect(&m_timer, &QTimer::timeout, this, &FindingsPanel::tick);
    connect(&m_paintTimer, &QTimer::timeout, this, [this] {
        m_page->table().viewport()->update();
        m_detail->tick();
    });
    m_timer.start(kHiddenTick); // What time alone changes counts for the badge too.
    m_paintTimer.setInterval(kRepaint);
    retranslate();
    adoptTheme();
    followSelection();
}

void FindingsPanel::setClientNamer(const ClientNamer& namer)
{
    m_namer = namer;
    m_model.setClientNamer(namer);
    m_detail->setClientNamer(namer);
    followSelection();
}

void FindingsPanel::noteNewNames()
{
    m_model.noteNewNames();
    followSelection();
    showCounts();
}

void FindingsPanel::makeTable()
{
    m_page->setModel(&m_filter);
    QTableView& table = m_page->table();
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setItemDelegateForColumn(FindingsModel::Severity, new SeverityDelegate(FindingsModel::SeverityRole, &table));
    table.setItemDelegateForColumn(FindingsModel::Subject, new HolderDelegate(FindingsModel::ClientRole, &table));
    table.setItemDelegateForColumn(FindingsModel::Lock, new TextDelegate(&table)); // names differ at their end, too
    m_page->offerSorting();
    table.sortByColumn(FindingsModel::Severity, Qt::DescendingOrder);
    table.setTextElideMode(Qt::ElideRight);
    table.addActions({m_repair, m_show});
    m_page->setColumnWidths({13, 24, 17, 0, 15});
    m_page->giveRest(FindingsModel::What, 28);
    m_page->keepColumnsAs(QStringLiteral("findings"));
    connect(&table, &QTableView::activated, this, &FindingsPanel::goToLock);
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { followSelection(); });
}

void FindingsPanel::makeBar(FlowLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    leadDown(*m_text, m_page->table());
    bar.addWidget(m_text);
    for (auto severity = kAllSeverities.rbegin(); severity != kAllSeverities.rend(); ++severity) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setChecked(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        connect(button, &QToolButton::toggled, this, &FindingsPanel::filterBySeverity);
        m_severities[static_cast<std::size_t>(*severity)] = button;
        bar.addWidget(button);
    }
    m_count->setTextInteractionFlags(Qt::NoTextInteraction);
    bar.addStretch();
    bar.addWidget(m_count);
    bar.addWidget(m_export);
    for (QToolButton* button : m_severities) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    connect(m_export, &ExportButton::saved, this,
            [this](int findings) { m_notice.say(tr("%Ln finding(s) exported", nullptr, findings)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
    connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter.setText(text);
        showCounts();
    });
}

/// Not what was searched for: on another day, or another server, it would hide what is wrong there.
void FindingsPanel::keepChoices()
{
    auto* kept = new KeptChoices(QStringLiteral("findings"), this);
    for (const Finding::Severity severity : kAllSeverities) {
        QToolButton* button = m_severities[static_cast<std::size_t>(severity)];
        kept->add(
            machineWord(to_string(severity)),
            [button] { return button->isChecked() ? QStringLiteral("shown") : QStringLiteral("hidden"); },
            [button](const QString& word) { button->setChecked(word != QLatin1String("hidden")); });
    }
}

void FindingsPanel::startAnew()
{
    if (m_session.state() == Session::State::connected) {
        m_book.set_limits(limitsOf(m_session));
    } else {
        m_book.clear();
        (void)m_book.take_difference();
        m_model.clear();
    }
    followSelection();
    flush();
}

void FindingsPanel::tick()
{
    const bool moreAreDue = m_book.look_again(ShownTime::present(), kLooksPerTick);
    m_timer.setInterval(moreAreDue ? kBusyTick : isVisible() ? kTick : kHiddenTick);
    flush();
}

void FindingsPanel::flush()
{
    // The rows may wait until somebody looks, or repairs one; and as long as somebody is about to click one.
    if (!m_hold->holds() && (isVisible() || !selection().isEmpty())) {
        adoptNews();
    }
    if (m_book.counts() != m_told) {
        m_told = m_book.counts();
        emit countsChanged(m_told);
    }
    showCounts();
}

void FindingsPanel::adoptNews()
{
    const FindingsBook::Difference difference = m_book.take_difference();
    if (!difference.empty()) {
        m_model.apply(difference);
        followSelection();
    }
}

void FindingsPanel::filterBySeverity()
{
    std::set<Finding::Severity> wanted;
    for (const Finding::Severity severity : kAllSeverities) {
        if (m_severities[static_cast<std::size_t>(severity)]->isChecked()) {
            wanted.insert(severity);
        }
    }
    m_filter.setSeverities(wanted);
    showCounts();
}

QModelIndexList FindingsPanel::selection() const
{
    return m_page->table().selectionModel()->selectedRows();
}

const FindingsBook::Row* FindingsPanel::selectedRow() const
{
    const QModelIndexList rows = selection();
    return rows.size() == 1 ? &m_model.rowAt(m_filter.mapToSource(rows.front()).row()) : nullptr;
}

std::vector<LockStatePtr> FindingsPanel::selectedQueues() const
{
    const QModelIndexList rows = selection();
    std::vector<LockStatePtr> queues;
    if (rows.size() < 2 || rows.size() > MultiLockDialog::mostAtOnce) {
        return queues;
    }
    std::unordered_set<std::string_view> names;
    for (const QModelIndex& row : rows) {
        const Finding& finding = m_model.rowAt(m_filter.mapToSource(row).row()).finding;
        const bool isOfQueue =
            finding.repair == Finding::Repair::evict_waiter || finding.repair == Finding::Repair::repair_queue;
        const LockStatePtr lock = isOfQueue ? m_book.find(finding.lock) : nullptr;
        if (lock && !lock->is_out_of_reach() && RepairQueueDialog::obstacleToRepair(*lock).isEmpty()
            && names.insert(finding.lock).second) {
            queues.push_back(lock);
        }
    }
    return queues;
}

void FindingsPanel::followSelection()
{
    if (const auto count = static_cast<int>(selection().size()); count > 1) {
        showSeveral(count);
        return;
    }
    const FindingsBook::Row* row = selectedRow();
    const LockStatePtr lock = row ? m_book.find(row->finding.lock) : nullptr;
    m_detailTime.follow(m_session.shownTime(), lock.get());
    m_detail->setFinding(row);
    m_show->setEnabled(row != nullptr);
    const Barrier barrier = m_session.barrier();
    const bool mayAct = m_session.mayAct();
    const auto what = row ? row->finding.repair : Finding::Repair::none;
    const bool isOutOfReach = lock && lock->is_out_of_reach();
    m_detail->setHindrance(isOutOfReach               ? FindingDetail::Hindrance::outOfReach
                           : barrier != Barrier::none ? FindingDetail::Hindrance::barrier
                           : mayAct                   ? FindingDetail::Hindrance::none
                                                      : FindingDetail::Hindrance::readOnly,
                           barrier);
    m_repair->setEnabled(mayAct && what != Finding::Repair::none && lock && !isOutOfReach);
    m_repair->setText(what == Finding::Repair::none ? tr("Repair…", "the selected finding") : repairText(what));
}

void FindingsPanel::showSeveral(int findings)
{
    const auto queues = static_cast<int>(selectedQueues().size());
    const Barrier barrier = m_session.barrier();
    m_detail->setSeveral(findings, queues);
    m_detail->setHindrance(barrier != Barrier::none ? FindingDetail::Hindrance::barrier
                           : m_session.mayAct()     ? FindingDetail::Hindrance::none
                                                    : FindingDetail::Hindrance::readOnly,
                           barrier);
    m_show->setEnabled(false);
    m_repair->setEnabled(m_session.mayAct() && queues > 0);
    m_repair->setText(queues > 0 ? tr("Repair %n queue(s)…", nullptr, queues) : tr("Repair…", "the selected finding"));
}

void FindingsPanel::repairQueues()
{
    if (const std::vector<LockStatePtr> queues = selectedQueues(); !queues.empty()) {
        auto* dialog = new MultiRepairDialog(m_session, queues, m_session.serverName(), window());
        dialog->setClientNamer(m_namer);
        dialog->open();
    }
}

void FindingsPanel::repair()
{
    adoptNews();
    if (selection().size() > 1) {
        repairQueues();
        return;
    }
    const FindingsBook::Row* row = selectedRow();
    const LockStatePtr lock = row ? m_book.find(row->finding.lock) : nullptr;
    if (!lock) {
        return;
    }
    const std::string& owner = row->finding.subject;
    switch (row->finding.repair) {
    case Finding::Repair::evict_waiter:
        if (std::any_of(lock->waiters.begin(), lock->waiters.end(),
                        [&](const Waiter& waiter) { return waiter.owner == owner; })) {
            open(new EvictWaiterDialog(m_session, lock, owner, window()));
        }
        break;
    case Finding::Repair::repair_queue: open(new RepairQueueDialog(m_session, lock, window())); break;
    case Finding::Repair::wake_next: open(new WakeNextDialog(m_session, lock, window())); break;
    case Finding::Repair::force_release: open(new ForceReleaseDialog(m_session, lock, window())); break;
    case Finding::Repair::force_expire: open(new ForceExpireDialog(m_session, lock, window())); break;
    case Finding::Repair::none: break;
    }
}

void FindingsPanel::open(DestructiveDialog* dialog)
{
    dialog->setClientNamer(m_namer);
    dialog->setClientStakes(m_stakes);
    dialog->setClientRecords(m_records);
    dialog->open();
}

void FindingsPanel::goToLock()
{
    if (const FindingsBook::Row* row = selectedRow()) {
        emit lockActivated(std::string(row->finding.lock)); // The row may go while the signal is heard.
    }
}

std::vector<FindingsBook::Row> FindingsPanel::shownRows() const
{
    std::vector<FindingsBook::Row> rows;
    rows.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        rows.push_back(m_model.rowAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return rows;
}

void FindingsPanel::setCycles(const WaitCycles& cycles)
{
    m_book.set_cycles(cycles, ShownTime::present());
}

QList<LockRemark> FindingsPanel::remarksOn(const LockState& lock) const
{
    constexpr std::size_t kMost = 3;
    using Kind = Finding::Kind;
    static constexpr std::array kBeyondItsData{Kind::missed_heartbeat,
                                               Kind::renewed_without_end,
                                               Kind::lease_ending,
                                               Kind::long_hold,
                                               Kind::crowd,
                                               Kind::self_deadlock,
                                               Kind::deadlock,
                                               Kind::clock_skew,
                                               Kind::late_waiter};
    std::vector<Finding> found = m_book.findings_of(lock.name);
    std::erase_if(found, [](const Finding& finding) {
        return std::find(kBeyondItsData.begin(), kBeyondItsData.end(), finding.kind) == kBeyondItsData.end();
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    QList<LockRemark> remarks;
    for (std::size_t place = 0; place < std::min(found.size(), kMost); ++place) {
        remarks << LockRemark{found[place].severity,
                              findingSentence(found[place], m_session.shownTime().now(), m_namer)};
    }
    return remarks;
}

RecordText FindingsPanel::exported(ExportFormat format)
{
    adoptNews();
    const SteadyTime now = m_session.shownTime().now().now;
    return format == ExportFormat::csv ? findingsToCsv(shownRows(), now) : findingsToJson(shownRows(), now);
}

QString FindingsPanel::emptyNote() const
{
    if (m_session.state() != Session::State::connected) {
        return tr("What is wrong with the locks of a server appears here once it is connected.");
    }
    if (m_model.notShown() > 0) {
        return tr("No finding that is listed fits the filter; %Ln more are not listed.", nullptr,
                  pluralCount(m_model.notShown()));
    }
    if (m_book.counts().total() > 0) {
        return tr("No finding fits the filter.");
    }
    const MonitorStatus& status = m_session.status();
    if (QString why = whyUnknown(status); !why.isEmpty()) {
        return why;
    }
    if (status.scan_rounds == 0) {
        return tr("Nothing wrong was found so far: %1 % of the keys were looked at.")
            .arg(QLocale().toString(static_cast<int>(status.scan_fraction * 100)));
    }
    return tr("Nothing wrong was found. Semaphores and latches are not looked into.");
}

void FindingsPanel::showCounts()
{
    const FindingsBook::Counts& counts = m_book.counts();
    for (const Finding::Severity severity : kAllSeverities) {
        QToolButton* button = m_severities[static_cast<std::size_t>(severity)];
        const QString text =
            tr("%1 %2", "severity of findings, how many")
                .arg(severityText(severity), QLocale().toString(static_cast<qulonglong>(countOf(counts, severity))));
        if (button->text() != text) {
            button->setText(text);
        }
    }
    const int shown = m_filter.rowCount();
    const QString usual = m_session.shownTime().standstill() ? tr("Not live: as seen last")
                        : m_model.notShown() > 0
                            ? tr("%Ln more not listed", "findings", pluralCount(m_model.notShown()))
                            : QString();
    colorText(*m_count, m_notice.colorOr(&Theme::mutedText));
    m_count->setText(m_notice.inPlaceOf(usual));
    m_page->setNote(shown > 0 ? QString() : emptyNote());
    m_detail->setOffer(shown > 0 ? FindingDetail::Offer::some : FindingDetail::Offer::none);
    m_export->setAvailable(shown > 0 || (!isVisible() && counts.total() > 0)); // those that wait for somebody
}

void FindingsPanel::retranslate()
{
    m_text->setPlaceholderText(tr("Search findings"));
    m_text->setAccessibleName(tr("Search findings"));
    for (const Finding::Severity severity : kAllSeverities) {
        QString tip = tr("Show findings of this severity: %1").arg(severityText(severity));
        if (severity == Finding::Severity::info) {
            tip += QLatin1Char('\n') + tr("The number beside the panel's name leaves them out.");
        }
        m_severities[static_cast<std::size_t>(severity)]->setToolTip(toolTipText(tip));
    }
    m_export->setToolTip(toolTipText(tr("Save the findings that are shown to a file")));
    m_show->setText(tr("Go to the lock"));
    m_export->setTexts(tr("Export findings"), {tr("Export findings as CSV…"), tr("Export findings as JSON…")});
    m_page->table().setAccessibleName(tr("Findings"));
    m_detail->setAccessibleName(tr("Explanation of the finding"));
    m_model.retranslate();
    followSelection();
    showCounts();
}

void FindingsPanel::adoptTheme()
{
    const int side = fontMetrics().ascent();
    for (const Finding::Severity severity : kAllSeverities) {
        QToolButton* button = m_severities[static_cast<std::size_t>(severity)];
        button->setIconSize({side, side});
        button->setIcon(severityIcon(severity, palette(), side));
    }
    m_text->setMaximumWidth(characterWidth(fontMetrics()) * 40);
}

void FindingsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: retranslate(); break;
    case QEvent::PaletteChange:
    case QEvent::FontChange: adoptTheme(); break;
    case QEvent::StyleChange: // A new style sheet takes the labels' own colours away, after this.
        QTimer::singleShot(0, this, &FindingsPanel::adoptTheme);
        break;
    default: break;
    }
}

void FindingsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Below the list where there is height, beside it in a low and wide place.
    m_splitter->setOrientation(width() > height() * 2 ? Qt::Horizontal : Qt::Vertical);
}

void FindingsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_paintTimer.start();
    m_timer.start(kTick);
    flush();
}

void FindingsPanel::hideEvent(QHideEvent* event)
{
    m_paintTimer.stop();
    m_timer.start(kHiddenTick);
    QWidget::hideEvent(event);
}

} // namespace lockscope::ui
