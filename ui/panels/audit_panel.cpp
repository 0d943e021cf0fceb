// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/audit_panel.hpp"

#include "models/audit_export.hpp"
#include "models/first_order.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/kept_choices.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "panels/time_range_box.hpp"
#include "session/session.hpp"
#include "text/audit_words.hpp"
#include "text/character_width.hpp"
#include "text/plain_field.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/text_color.hpp"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace lockscope::ui {
namespace {

/// Actions that are read, at first and when older ones are asked for. Each one that is added reads them again.
constexpr std::size_t kNewest = 1000;
constexpr std::size_t kMost = 10'000;
constexpr std::chrono::milliseconds kGatherTime{100}; ///< What is added meanwhile is read at once.
constexpr int kDetailLines = 4;
constexpr int kDetailChars = 4000;

} // namespace

AuditPanel::AuditPanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_most(kNewest)
    , m_text(new QLineEdit(this))
    , m_action(new QComboBox(this))
    , m_outcome(new QComboBox(this))
    , m_range(new TimeRangeBox({std::chrono::minutes(60), std::chrono::minutes(24 * 60),
                                std::chrono::minutes(7 * 24 * 60), std::chrono::minutes(30 * 24 * 60)},
                               this))
    , m_counts(new ElidedLabel(this, Qt::ElideRight))
    , m_readOlder(new QAction(this))
    , m_older(new QToolButton(this))
    , m_notice([this] { showCounts(); })
    , m_export(new ExportButton(
          QStringLiteral("lock-audit"), {ExportFormat::csv, ExportFormat::json},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_sortHere(new QAction(this))
    , m_page(new TablePage(this))
    , m_detail(plainField(this))
{
    auto* bar = new FlowBar(this);
    makeBar(bar->row());
    bar->comeFirst();
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_page, 1);
    layout->addWidget(m_detail);
    addAction(m_readOlder);
    addActions(m_export->formatActions());

    keepChoices();
    adoptFont();
    retranslate();
    watchLog();
}

void AuditPanel::keepChoices()
{
    auto* kept = new KeptChoices(QStringLiteral("audit"), this);
    kept->add(QStringLiteral("text"), *m_text);
    kept->add(
        QStringLiteral("action"), [this] { return QString::fromUtf8(m_action->currentData().toByteArray()); },
        [this](const QString& action) {
            if (!action.isEmpty()) { // which actions there are will be read later
                m_action->addItem(auditActionText(action.toStdString()), action.toUtf8());
                m_action->setCurrentIndex(m_action->count() - 1);
            }
        });
    kept->add(QStringLiteral("outcome"), *m_outcome, [](const QVariant& outcome) {
        switch (static_cast<AuditFilter::Outcome>(outcome.toInt())) {
        case AuditFilter::Outcome::done: return QStringLiteral("done");
        case AuditFilter::Outcome::notDone: return QStringLiteral("not-done");
        case AuditFilter::Outcome::any: break;
        }
        return QStringLiteral("any");
    });
    kept->add(QStringLiteral("minutes"), *m_range);
}

void AuditPanel::makeBar(FlowLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    leadDown(*m_text, m_page->table());
    m_action->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const AuditFilter::Outcome outcome :
         {AuditFilter::Outcome::any, AuditFilter::Outcome::done, AuditFilter::Outcome::notDone}) {
        m_outcome->addItem({}, static_cast<int>(outcome));
    }
    bar.addWidget(m_text);
    bar.addWidget(m_action);
    bar.addWidget(m_outcome);
    bar.addWidget(m_range);
    bar.addStretch();
    bar.addWidget(m_counts);
    bar.addWidget(m_older);
    bar.addWidget(m_export);

    connect(m_text, &QLineEdit::textChanged, this, &AuditPanel::applyFilter);
    connect(m_export, &ExportButton::saved, this,
            [this](int actions) { m_notice.say(tr("%Ln action(s) exported", nullptr, actions)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
    for (const QAction* action : m_export->formatActions()) { // the menu of the window has them, too
        connect(action, &QAction::triggered, this, [this] {
            if (m_isStale) {
                read(); // while a name for the file is being chosen
            }
        });
    }
    connect(m_range, &TimeRangeBox::aged, this, &AuditPanel::applyFilter);
    m_older->setAutoRaise(true);
    m_older->setDefaultAction(m_readOlder);
    connect(m_readOlder, &QAction::triggered, this, &AuditPanel::readOlder);
    for (QComboBox* box : {m_action, m_outcome, static_cast<QComboBox*>(m_range)}) {
        connect(box, &QComboBox::currentIndexChanged, this, &AuditPanel::applyFilter);
    }
}

void AuditPanel::makeTable()
{
    m_filter.setSourceModel(&m_model);
    m_page->setModel(&m_filter);
    m_page->setColumnWidths({22, 18, 26, 0, 18, 24, 26, 26, 16});
    m_page->giveRest(AuditModel::Outcome, 24); // why something failed is what is looked for here
    m_page->letYield({{AuditModel::After, 10},
                      {AuditModel::Before, 10},
                      {AuditModel::Server, 10},
                      {AuditModel::Reason, 12},
                      {AuditModel::Lock, 16},
                      {AuditModel::User, 12}});
    m_page->keepColumnsAs(QStringLiteral("audit-2")); // since the user stands beside the outcome
    QTableView& table = m_page->table();
    table.setTextElideMode(Qt::ElideMiddle);
    table.horizontalHeader()->setSectionsClickable(true);
    table.addAction(m_sortHere);
    connect(m_sortHere, &QAction::triggered, this, [this, &table] {
        if (table.currentIndex().isValid()) {
            sortBy(table.currentIndex().column());
        }
    });
    connect(table.horizontalHeader(), &QHeaderView::sectionClicked, this, &AuditPanel::sortBy);
    connect(&m_page->columns(), &TableColumns::sortingRestored, this, &AuditPanel::sort);
    connect(table.selectionModel(), &QItemSelectionModel::currentChanged, this, &AuditPanel::showDetail);
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, &AuditPanel::showDetail);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &AuditPanel::showDetail);
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QByteArray lock = index.data(AuditModel::LockBytesRole).toByteArray();
        if (!lock.isEmpty()) {
            emit lockActivated(lock.toStdString());
        }
    });
}

void AuditPanel::watchLog()
{
    m_reading.setSingleShot(true);
    m_reading.setInterval(kGatherTime);
    connect(&m_reading, &QTimer::timeout, this, &AuditPanel::read);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &AuditPanel::readSoon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &AuditPanel::readSoon);
    connect(m_session, &Session::auditChanged, this, &AuditPanel::readSoon); // there may be no more watches to have
    connect(
        m_session, &Session::auditArrived, this,
        [this](const std::vector<AuditEntry>& entries, const QString& error, const QString& place, quint64 damaged) {
            m_damaged = error.isEmpty() ? damaged : m_damaged; // as long as what was read before stays
            take(entries, error);
            watch(place);
        });
}

/// Whoever looks later sees it then.
void AuditPanel::readSoon()
{
    const bool wasStale = std::exchange(m_isStale, true);
    if (!isVisible()) {
        if (!wasStale) {
            showCounts();
        }
    } else if (!m_reading.isActive()) {
        m_reading.start();
    }
}

void AuditPanel::read()
{
    m_isStale = false;
    m_session->requestAudit(m_most);
}

/// What is added between the reading and the watching is read once more rather than missed.
void AuditPanel::watch(const QString& place)
{
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (watched == QStringList{place}) {
        return;
    }
    if (!watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    if (m_watcher.addPath(place)) {
        readSoon();
    }
}

void AuditPanel::readOlder()
{
    m_most = kMost;
    offerOlder(false);
    m_page->table().setFocus(); // the button that was pressed is not there any more
    read();
}

void AuditPanel::offerOlder(bool offered)
{
    m_readOlder->setVisible(offered);
    m_older->setVisible(offered);
}

void AuditPanel::take(const std::vector<AuditEntry>& entries, const QString& error)
{
    m_error = error;
    if (error.isEmpty()) {
        setEntries(entries);
    } else {
        showCounts(); // What was read before stays.
    }
}

void AuditPanel::setEntries(const std::vector<AuditEntry>& entries)
{
    m_model.setEntries(entries);
    offerActions();
    applyFilter();
}

/// The kinds of actions that are there.
void AuditPanel::offerActions()
{
    std::set<std::string> actions;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        actions.insert(m_model.entryAt(row).action);
    }
    const QByteArray chosen = m_action->currentData().toByteArray();
    if (m_model.rowCount() == 0 && !chosen.isEmpty()) {
        actions.insert(chosen.toStdString()); // the log may not have been read yet
    }
    const QSignalBlocker blocker(m_action);
    m_action->clear();
    m_action->addItem(tr("All actions"), QByteArray());
    for (const std::string& action : actions) {
        m_action->addItem(auditActionText(action), QByteArray::fromStdString(action));
    }
    m_action->setCurrentIndex(std::max(0, m_action->findData(chosen)));
}

void AuditPanel::applyFilter()
{
    m_filter.setText(m_text->text());
    m_filter.setAction(m_action->currentData().toByteArray().toStdString());
    m_filter.setOutcome(static_cast<AuditFilter::Outcome>(m_outcome->currentData().toInt()));
    m_filter.setSince(m_range->since());
    showCounts();
    showDetail();
}

void AuditPanel::sortBy(int column)
{
    const bool again = m_filter.sortColumn() == column;
    sort(column, again ? reversed(m_filter.sortOrder()) : firstOrder(m_filter, column));
}

void AuditPanel::sort(int column, Qt::SortOrder order)
{
    QHeaderView& header = *m_page->table().horizontalHeader();
    header.setSortIndicatorShown(column >= 0);
    header.setSortIndicator(column, order);
    m_page->columns().takeChange();
    m_filter.sort(column, order);
}

void AuditPanel::showDetail()
{
    const QModelIndex current = m_page->table().currentIndex();
    m_detail->setVisible(current.isValid());
    if (!current.isValid()) {
        return;
    }
    const AuditEntry& entry = m_model.entryAt(m_filter.mapToSource(current).row());
    const auto field = [](const std::string& bytes) {
        return bytes.empty() ? QStringLiteral("–") : shortText(bytes, kDetailChars);
    };
    const auto state = [](const std::string& text) {
        return text.empty() ? QStringLiteral("–") : auditStateText(text, kDetailChars);
    };
    const QString text = tr("%1: %2 on %3, by %4 on %5")
                             .arg(timeText(entry.at), auditActionText(entry.action), field(entry.lock),
                                  field(entry.user), field(auditBytes(entry.server)))
                       + QLatin1Char('\n') + tr("Outcome: %1").arg(auditOutcomeText(entry.outcome, entry.action))
                       + QStringLiteral(" · ") + tr("Reason: %1").arg(field(entry.reason)) + QLatin1Char('\n')
                       + tr("Before: %1").arg(state(entry.before)) + QLatin1Char('\n')
                       + tr("After: %1").arg(state(entry.after));
    if (text != m_detail->toPlainText()) {
        m_detail->setPlainText(text);
    }
}

void AuditPanel::showCounts()
{
    const int all = m_model.rowCount();
    const int shown = m_filter.rowCount();
    QString counts = shown == all ? tr("%Ln action(s)", nullptr, all)
                                  : tr("%1 of %Ln action(s)", nullptr, all).arg(numberText(shown));
    const bool mayBeMore = static_cast<std::size_t>(all) >= m_most;
    offerOlder(mayBeMore && m_most < kMost);
    if (mayBeMore && m_most == kMost) {
        counts += QStringLiteral(" · ")
                + tr("older ones are in %1", "a file").arg(displayText(m_session->auditFile().string()));
    }
    if (m_damaged > 0) {
        counts +=
            QStringLiteral(" · ") + tr("%Ln damaged line(s) of the log left out", nullptr, pluralCount(m_damaged));
    }
    colorText(*m_counts, m_notice.colorOr());
    m_counts->setText(m_notice.inPlaceOf(counts));
    m_export->setAvailable(shown > 0 || (m_isStale && !isVisible()));
    m_page->setNote(
        !m_error.isEmpty() ? shortened(m_error, 400)
        : shown > 0        ? QString()
        : all > 0          ? tr("No action fits the filter.")
        : m_damaged > 0
            ? tr("%Ln line(s) of %1 cannot be read, and there are no others.", "%1: a file", pluralCount(m_damaged))
                  .arg(displayText(m_session->auditFile().string()))
            : tr("Nobody has acted on a lock yet. Every action is recorded here, refused ones too."));
}

std::vector<AuditEntry> AuditPanel::shownEntries() const
{
    std::vector<AuditEntry> entries;
    entries.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        entries.push_back(m_model.entryAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return entries;
}

RecordText AuditPanel::exported(ExportFormat format) const
{
    return format == ExportFormat::csv ? auditToCsv(shownEntries()) : auditToJson(shownEntries());
}

void AuditPanel::adoptFont()
{
    const int character = characterWidth(fontMetrics());
    m_text->setMaximumWidth(character * 40);
    m_text->setMinimumWidth(character * 12);
    // At large text the window need not be as wide as all of the bar.
    for (QComboBox* box : {m_action, m_outcome, static_cast<QComboBox*>(m_range)}) {
        box->setMinimumWidth(character * 8);
    }
    setLineCount(*m_detail, kDetailLines);
}

void AuditPanel::retranslate()
{
    m_page->table().setAccessibleName(tr("Audit log"));
    m_detail->setAccessibleName(tr("The selected action"));
    m_text->setPlaceholderText(tr("Filter: text, lock:…, holder:…"));
    m_text->setAccessibleName(tr("Filter actions"));
    m_action->setAccessibleName(tr("Kind of actions"));
    m_outcome->setAccessibleName(tr("Outcome of the actions"));
    m_outcome->setItemText(0, tr("Any outcome"));
    m_outcome->setItemText(1, tr("Done", "outcome of actions"));
    m_outcome->setItemText(2, tr("Not done", "outcome of actions: refused, failed, changed"));
    m_readOlder->setText(tr("Show older actions"));
    m_readOlder->setToolTip(toolTipText(tr("So far, the newest %Ln action(s) were read.", nullptr, kNewest)));
    m_export->setToolTip(toolTipText(tr("Save the actions that are shown to a file")));
    m_export->setTexts(tr("Export the audit log"),
                       {tr("Audit log as CSV…", "export"), tr("Audit log as JSON…", "export")});
    m_sortHere->setText(tr("Sort by this column"));
    offerActions();
    showCounts();
    showDetail();
}

void AuditPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_model.retranslate();
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

void AuditPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    readSoon();
}

void AuditPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_reading.stop(); // it stays stale
}

} // namespace lockscope::ui
