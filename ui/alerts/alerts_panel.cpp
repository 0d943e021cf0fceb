// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alerts_panel.hpp"

#include "alerts/alert_desk.hpp"
#include "alerts/alert_text.hpp"
#include "alerts/alerts_export.hpp"
#include "alerts/mutes_dialog.hpp"
#include "alerts/rules_dialog.hpp"
#include "delegates/severity_delegate.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/marked_line.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QEvent>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kMuteTime{3'600'000};

QStringList severityWords()
{
    return {severityText(Severity::critical), severityText(Severity::warning), severityText(Severity::info)};
}

QStringList stateWords()
{
    const SystemTime now = std::chrono::system_clock::now();
    Alert alert;
    QStringList words{alertStateText(alert, {}), mutedText({now}), mutedText({})};
    alert.state = Alert::State::acknowledged;
    words << alertStateText(alert, {});
    alert.state = Alert::State::cleared;
    alert.cleared_at = now;
    return words << alertStateText(alert, {});
}

} // namespace

AlertsPanel::AlertsPanel(Session& session, AlertDesk& desk, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_desk(desk)
    , m_watch(session, desk.book, desk.mutes)
    , m_text(new QLineEdit(this))
    , m_acknowledge(new QAction(icon(QStringLiteral("check")), {}, this))
    , m_show(new QAction(icon(QStringLiteral("info")), {}, this))
    , m_muteCleared(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_muteLock(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_muteRule(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_unmute(new QAction(icon(QStringLiteral("bell")), {}, this))
    , m_mutes(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_rules(new QAction(icon(QStringLiteral("bell")), {}, this))
    , m_cleared(new QCheckBox(this))
    , m_counts(new ElidedLabel(this, Qt::ElideRight))
    , m_notice([this] { showCounts(); })
    , m_export(new ExportButton(
          QStringLiteral("lock-alerts"), {ExportFormat::csv, ExportFormat::json},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_warning(new MarkedLine(this))
    , m_leftOut(new MarkedLine(this))
    , m_page(new TablePage(this))
{
    build();
    makeActions();
    connectParts();
    adoptFont();
    adoptReactions();
    enterServer();
    retranslate();
    refresh();
}

AlertsPanel::~AlertsPanel()
{
    leaveServer();
}

void AlertsPanel::build()
{
    m_filter.setSourceModel(&m_model);
    m_page->setModel(&m_filter);
    m_page->setColumnWidths({0, 22, 20, 0, 0});
    m_page->fitToWords(AlertsModel::Severity, TablePage::Mark::before, severityWords);
    m_page->fitToWords(AlertsModel::State, TablePage::Mark::none, stateWords);
    m_page->giveRest(AlertsModel::What, 36);
    m_page->letYield({{AlertsModel::State, 14}}); // that it is muted, and until when, its tip says, too
    m_page->keepColumnsAs(QStringLiteral("alerts"));
    QTableView& table = m_page->table();
    table.setTextElideMode(Qt::ElideMiddle);
    table.setItemDelegateForColumn(AlertsModel::Severity, new SeverityDelegate(AlertsModel::SeverityRole, &table));

    auto* bar = new FlowBar(this);
    makeBar(bar->row());
    bar->comeFirst();
    m_warning->hide();
    m_leftOut->setObjectName(QStringLiteral("left-out"));
    m_leftOut->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_warning);
    layout->addWidget(m_leftOut);
    layout->addWidget(m_page, 1);
}

/// What works on the selection has a letter in the table; letters typed elsewhere are letters.
void AlertsPanel::makeActions()
{
    m_acknowledge->setShortcut(Qt::Key_A);
    m_unmute->setShortcut(Qt::Key_U);
    for (QAction* action : {m_acknowledge, m_unmute}) {
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    m_page->table().addActions({m_show, m_acknowledge, m_muteCleared, m_muteLock, m_muteRule, m_unmute});
    addActions({m_acknowledge, m_muteCleared, m_muteLock, m_muteRule, m_unmute, m_mutes, m_rules});
    addActions(m_export->formatActions());
}

void AlertsPanel::makeBar(FlowLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    leadDown(*m_text, m_page->table());
    auto* mute = new QToolButton(this);
    mute->setObjectName(QStringLiteral("mute"));
    mute->setIcon(icon(QStringLiteral("bell-off")));
    mute->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(mute);
    menu->addActions({m_muteCleared, m_muteLock, m_muteRule});
    menu->addSeparator();
    menu->addActions({m_unmute, m_mutes});
    mute->setMenu(menu);
    bar.addWidget(m_text);
    for (QAction* action : {m_acknowledge, static_cast<QAction*>(nullptr), m_rules}) {
        QToolButton* button = mute;
        if (action != nullptr) {
            button = new QToolButton(this);
            button->setDefaultAction(action);
            m_page->takeKeysFrom(*button);
        }
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        bar.addWidget(button);
    }
    bar.addWidget(m_cleared);
    bar.addStretch();
    bar.addWidget(m_counts);
    bar.addWidget(m_export);
}

/// At large text the window need not be as wide as all of the bar.
void AlertsPanel::adoptFont()
{
    const int character = characterWidth(fontMetrics());
    m_text->setMaximumWidth(character * 40);
    m_text->setMinimumWidth(character * 12);
}

void AlertsPanel::connectParts()
{
    connect(&m_session, &Session::statusChanged, this, &AlertsPanel::showNote);
    QTableView& table = m_page->table();
    connect(&m_watch, &AlertWatch::changed, this, &AlertsPanel::refresh);
    connect(&m_watch, &AlertWatch::raised, this, &AlertsPanel::takeRaised);
    connect(&m_watch, &AlertWatch::rulesChanged, this, [this] {
        refresh();
        emit rulesChanged();
    });
    connect(&m_watch, &AlertWatch::cleared, this, [this](const std::vector<Alert>& alerts) {
        m_desk.told.clear(m_watch.server(), this, alerts, std::chrono::steady_clock::now());
        m_desk.command.forget(alerts, QString::fromStdString(m_watch.server()));
        m_desk.runs.forget(m_watch.server(), alerts);
    });
    connect(&m_watch, &AlertWatch::rulesDamaged, this, [this](const QString& why) {
        warn(tr("The rules that were kept for this server cannot be read, so the usual ones apply: %1").arg(why));
    });
    connect(&m_desk.book, &AlertBook::damaged, this, [this](const QString& file) {
        warn(tr("%1 is damaged: where rules cannot be read, the usual ones apply, and the command may be switched off. "
                "Look at the rules.",
                "%1: a file")
                 .arg(QDir::toNativeSeparators(file)));
    });
    connect(&m_desk.book, &AlertBook::reactionsChanged, this, &AlertsPanel::adoptReactions);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        leaveServer();
        enterServer();
        if (state != Session::State::connected) {
            m_warning->hide();
        }
        refresh();
    });
    connect(&m_notifier, &AlertNotifier::activated, this, [this](const std::string& lock) {
        emit windowRequested();
        activate(lock);
    });
    connect(&m_desk.command, &AlertCommand::failed, this, &AlertsPanel::warn);
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        activate(index.data(AlertsModel::LockBytesRole).toByteArray().toStdString());
    });
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, &AlertsPanel::updateActions);
    selectWhereKeysCome(table);
    connect(m_cleared, &QCheckBox::toggled, this, &AlertsPanel::refresh);
    connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter.setText(text);
        refresh();
    });
    connect(m_export, &ExportButton::saved, this,
            [this](int alerts) { m_notice.say(tr("%Ln alert(s) exported", nullptr, alerts)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
    for (QAction* action : {m_acknowledge, m_muteCleared, m_muteLock, m_muteRule, m_unmute}) {
        connect(action, &QAction::triggered, this, &AlertsPanel::panelRequested); // before what is to be seen
    }
    connect(m_rules, &QAction::triggered, this, &AlertsPanel::openRules);
    connect(m_mutes, &QAction::triggered, this, &AlertsPanel::openMutes);
    connect(m_unmute, &QAction::triggered, this, [this] { m_watch.unmute(selected()); });
    connect(m_acknowledge, &QAction::triggered, this, [this] { m_watch.acknowledge(selectedIds()); });
    connect(m_show, &QAction::triggered, this, [this] {
        const std::vector<Alert> alerts = selected();
        if (!alerts.empty()) {
            activate(alerts.front().lock);
        }
    });
    connect(m_muteCleared, &QAction::triggered, this, [this] { m_watch.muteUntilCleared(selectedIds()); });
    connect(m_muteLock, &QAction::triggered, this, [this] {
        std::set<std::string> locks;
        for (const Alert& alert : selected()) {
            if (!alert.lock.empty()) {
                locks.insert(alert.lock);
            }
        }
        m_watch.muteLocks({locks.begin(), locks.end()}, kMuteTime);
    });
    connect(m_muteRule, &QAction::triggered, this, [this] {
        std::set<std::string> rules;
        for (const Alert& alert : selected()) {
            rules.insert(alert.rule);
        }
        m_watch.muteRules({rules.begin(), rules.end()}, kMuteTime);
    });
}

void AlertsPanel::activate(const std::string& lock)
{
    if (!lock.empty()) {
        emit lockActivated(lock);
    }
}

void AlertsPanel::setDeadlocks(int count, const std::string& lock)
{
    m_watch.setDeadlocks(count, lock);
}

void AlertsPanel::enterServer()
{
    if (m_session.state() == Session::State::connected) {
        m_desk.told.enter(m_watch.server(), this);
    }
}

/// What still waits to be shown here is shown by another window.
void AlertsPanel::leaveServer()
{
    m_desk.told.leave(this, m_notifier.forget());
}

void AlertsPanel::tellInstead(const std::vector<Alert>& alerts)
{
    m_notifier.tell(alerts);
}

void AlertsPanel::takeRaised(const std::vector<Alert>& alerts)
{
    const std::string server = m_watch.server();
    std::vector<Alert> fresh = m_desk.told.take(server, this, alerts, std::chrono::steady_clock::now());
    m_notifier.tell(fresh);
    std::stable_sort(fresh.begin(), fresh.end(),
                     [](const Alert& a, const Alert& b) { return a.severity > b.severity; });
    for (const Alert& alert : fresh) {
        if (!m_desk.runs.hasRunFor(server, alert)) {
            m_desk.command.run(m_desk.book.reactions(), alert, QString::fromStdString(server));
        }
    }
}

void AlertsPanel::openRules()
{
    const bool connected = m_session.state() == Session::State::connected;
    m_desk.book.reload();
    const AlertRules rules = m_watch.rules();
    const AlertReactions reactions = m_desk.book.reactions();
    auto* dialog = new RulesDialog(
        connected ? std::optional(rules) : std::nullopt, reactions,
        AlertNotifier::isAvailable() ? ReactionsForm::Tray::available : ReactionsForm::Tray::absent, window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, connected, rules, reactions] {
        m_warning->hide();
        m_desk.book.changeReactions(reactions, dialog->reactions());
        if (connected) {
            m_watch.changeRules(rules, dialog->rules());
        }
    });
    connect(&m_session, &Session::stateChanged, dialog, &QDialog::reject); // the rules were those of another server
    dialog->open();
}

void AlertsPanel::openMutes()
{
    auto* dialog = new MutesDialog(m_watch, window());
    connect(&m_session, &Session::stateChanged, dialog, &QDialog::reject); // it was about another server
    dialog->open();
}

void AlertsPanel::adoptReactions()
{
    m_notifier.setMode(m_desk.book.reactions().tray == AlertReactions::Tray::on ? AlertNotifier::Mode::on
                                                                                : AlertNotifier::Mode::off);
}

void AlertsPanel::warn(const QString& sentence)
{
    m_warning->setWarning(sentence);
    m_warning->show();
}

void AlertsPanel::refresh()
{
    if (isVisible()) { // whoever looks later sees it then
        refreshTable();
    }
    m_muteCount = pluralCount(m_watch.mutes().size());
    const int count = m_watch.newCount();
    if (std::exchange(m_count, count) != count) {
        emit countChanged(count);
    }
    showCounts();
    showLeftOut();
    showNote();
    updateActions();
}

void AlertsPanel::refreshTable()
{
    m_model.refresh(m_watch, m_cleared->isChecked() ? AlertsModel::Cleared::shown : AlertsModel::Cleared::hidden);
}

void AlertsPanel::showCounts()
{
    std::size_t active = m_watch.engine().active_count();
    for (const AlertsLeftOut& leftOut : m_watch.engine().left_out()) {
        active += leftOut.count;
    }
    QStringList counts{tr("%Ln active alert(s)", nullptr, pluralCount(active))};
    if (m_filter.rowCount() != m_model.rowCount()) {
        counts << tr("%Ln shown", "alerts", m_filter.rowCount());
    }
    if (m_muteCount > 0) {
        counts << tr("%Ln mute(s)", nullptr, m_muteCount);
    }
    colorText(*m_counts, m_notice.colorOr());
    m_counts->setText(m_notice.inPlaceOf(counts.join(QStringLiteral(" · "))));
}

void AlertsPanel::showLeftOut()
{
    QStringList sentences;
    const std::vector<AlertRule>& rules = m_watch.rules().rules;
    for (const AlertsLeftOut& leftOut : m_watch.engine().left_out()) {
        const auto rule = std::find_if(rules.begin(), rules.end(),
                                       [&leftOut](const AlertRule& each) { return each.id == leftOut.rule; });
        if (rule != rules.end()) {
            sentences << leftOutText(*rule, leftOut);
        }
    }
    if (!sentences.isEmpty()) {
        m_leftOut->setWarning(inARow(sentences));
    }
    m_leftOut->setVisible(!sentences.isEmpty());
}

void AlertsPanel::showNote()
{
    if (m_filter.rowCount() > 0) {
        m_page->setNote({});
        return;
    }
    if (m_model.rowCount() > 0) {
        m_page->setNote(tr("No alert fits the filter."));
        return;
    }
    int on = 0;
    for (const AlertRule& rule : m_watch.rules().rules) {
        on += rule.enabled ? 1 : 0;
    }
    const QString why = m_session.state() == Session::State::connected ? whyUnknown(m_session.status()) : QString();
    if (!why.isEmpty()) {
        m_page->setNote(why);
        return;
    }
    m_page->setNote(on > 0 ? tr("All is quiet: none of %Ln rule(s) is true of any lock.", nullptr, on)
                           : tr("No rule is on, so nothing raises an alert."));
}

std::vector<Alert> AlertsPanel::selected() const
{
    std::vector<Alert> alerts;
    for (const QModelIndex& row : m_page->table().selectionModel()->selectedRows()) {
        alerts.push_back(m_model.rowAt(m_filter.mapToSource(row).row()).alert);
    }
    return alerts;
}

std::vector<AlertRow> AlertsPanel::shownAlerts() const
{
    std::vector<AlertRow> rows;
    rows.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        rows.push_back(m_model.rowAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return rows;
}

RecordText AlertsPanel::exported(ExportFormat format)
{
    refreshTable(); // nobody may have looked at it for long
    return format == ExportFormat::csv ? alertsToCsv(shownAlerts()) : alertsToJson(shownAlerts());
}

std::vector<std::uint64_t> AlertsPanel::selectedIds() const
{
    std::vector<std::uint64_t> ids;
    for (const Alert& alert : selected()) {
        ids.push_back(alert.id);
    }
    return ids;
}

void AlertsPanel::updateActions()
{
    bool any = false;
    bool fresh = false;
    bool named = false;
    bool muted = false;
    for (const Alert& alert : selected()) {
        const bool active = alert.state != Alert::State::cleared;
        any = any || active;
        fresh = fresh || alert.state == Alert::State::raised;
        named = named || !alert.lock.empty();
        muted = muted || m_watch.muted(alert).has_value();
    }
    m_acknowledge->setEnabled(fresh);
    m_show->setEnabled(named);
    m_muteCleared->setEnabled(any);
    m_muteLock->setEnabled(any && named);
    m_muteRule->setEnabled(any);
    m_unmute->setEnabled(muted);
    m_mutes->setEnabled(m_muteCount > 0);
    // The menu of the window has the export also while the panel is hidden, and its table old.
    const AlertEngine& engine = m_watch.engine();
    const bool isAny = engine.active_count() > 0 || (m_cleared->isChecked() && engine.history_count() > 0);
    m_export->setAvailable(isVisible() ? m_filter.rowCount() > 0 : isAny);
}

void AlertsPanel::retranslate()
{
    m_acknowledge->setText(tr("Acknowledge"));
    m_acknowledge->setToolTip(toolTipText(tr("Somebody has seen the selected alerts (A)")));
    m_show->setText(tr("Show the lock"));
    m_muteCleared->setText(tr("Mute until it clears"));
    m_muteLock->setText(tr("Mute this lock for an hour"));
    m_muteRule->setText(tr("Mute this rule for an hour"));
    m_unmute->setText(tr("Unmute"));
    m_unmute->setToolTip(toolTipText(tr("Tell of the selected alerts again, and of their locks and rules (U)")));
    m_mutes->setText(tr("Mutes…"));
    m_mutes->setToolTip(toolTipText(tr("What is muted on this server, and until when")));
    m_rules->setText(tr("Alert rules…"));
    m_rules->setToolTip(toolTipText(tr("What is to raise an alert, and who is told")));
    auto* mute = findChild<QToolButton*>(QStringLiteral("mute"));
    mute->setText(tr("Mute"));
    mute->setToolTip(toolTipText(tr("List the selected alerts, but tell nobody")));
    m_cleared->setText(tr("Also those that &cleared"));
    m_text->setPlaceholderText(tr("Filter: text, lock:…, holder:…"));
    m_text->setAccessibleName(tr("Filter alerts"));
    m_export->setToolTip(toolTipText(tr("Save the alerts that are shown to a file")));
    m_export->setTexts(tr("Export alerts"), {tr("Alerts as CSV…", "export"), tr("Alerts as JSON…", "export")});
    m_page->table().setAccessibleName(tr("Alerts"));
    m_model.retranslate();
    refresh();
}

void AlertsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void AlertsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

} // namespace lockscope::ui
