// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alerts_panel.hpp"

#include "alerts/alert_desk.hpp"
#include "alerts/alert_text.hpp"
#include "alerts/rules_dialog.hpp"
#include "delegates/severity_delegate.hpp"
#include "panels/elided_label.hpp"
#include "panels/marked_line.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelectionModel>
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

} // namespace

AlertsPanel::AlertsPanel(Session& session, AlertDesk& desk, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_desk(desk)
    , m_watch(session, desk.book, desk.mutes)
    , m_acknowledge(new QAction(icon(QStringLiteral("check")), {}, this))
    , m_show(new QAction(icon(QStringLiteral("info")), {}, this))
    , m_muteCleared(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_muteLock(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_muteRule(new QAction(icon(QStringLiteral("bell-off")), {}, this))
    , m_rules(new QAction(icon(QStringLiteral("bell")), {}, this))
    , m_cleared(new QCheckBox(this))
    , m_counts(new ElidedLabel(this))
    , m_warning(new MarkedLine(this))
    , m_page(new TablePage(this))
{
    build();
    connectParts();
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
    m_page->setModel(&m_model);
    m_page->setColumnWidths({14, 32, 20, 24, 0});
    m_page->keepColumnsAs(QStringLiteral("alerts"));
    QTableView& table = m_page->table();
    table.setTextElideMode(Qt::ElideMiddle);
    table.setItemDelegateForColumn(AlertsModel::Severity, new SeverityDelegate(AlertsModel::SeverityRole, &table));
    m_acknowledge->setShortcut(Qt::Key_A);
    m_acknowledge->setShortcutContext(Qt::WidgetShortcut); // letters typed elsewhere are letters
    table.addActions({m_show, m_acknowledge, m_muteCleared, m_muteLock, m_muteRule});
    addActions({m_acknowledge, m_muteCleared, m_muteLock, m_muteRule, m_rules});

    auto* mute = new QToolButton(this);
    mute->setObjectName(QStringLiteral("mute"));
    mute->setIcon(icon(QStringLiteral("bell-off")));
    mute->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(mute);
    menu->addActions({m_muteCleared, m_muteLock, m_muteRule});
    mute->setMenu(menu);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 4, 4, 0);
    for (QAction* action : {m_acknowledge, static_cast<QAction*>(nullptr), m_rules}) {
        QToolButton* button = mute;
        if (action != nullptr) {
            button = new QToolButton(this);
            button->setDefaultAction(action);
        }
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        bar->addWidget(button);
    }
    bar->addWidget(m_cleared);
    bar->addStretch(1);
    bar->addWidget(m_counts);
    m_warning->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(m_warning);
    layout->addWidget(m_page, 1);
}

void AlertsPanel::connectParts()
{
    QTableView& table = m_page->table();
    connect(&m_watch, &AlertWatch::changed, this, &AlertsPanel::refresh);
    connect(&m_watch, &AlertWatch::raised, this, &AlertsPanel::takeRaised);
    connect(&m_watch, &AlertWatch::rulesChanged, this, [this] {
        refresh();
        emit rulesChanged();
    });
    connect(&m_watch, &AlertWatch::cleared, this, [this](const std::vector<Alert>& alerts) {
        m_desk.told.clear(m_watch.server(), this, alerts, std::chrono::steady_clock::now());
    });
    connect(&m_watch, &AlertWatch::rulesDamaged, this, [this](const QString& why) {
        warn(tr("The rules that were kept for this server cannot be read, so the usual ones apply: %1").arg(why));
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
    connect(m_cleared, &QCheckBox::toggled, this, &AlertsPanel::refresh);
    for (QAction* action : {m_acknowledge, m_muteCleared, m_muteLock, m_muteRule}) {
        connect(action, &QAction::triggered, this, &AlertsPanel::panelRequested); // before what is to be seen
    }
    connect(m_rules, &QAction::triggered, this, &AlertsPanel::openRules);
    connect(m_acknowledge, &QAction::triggered, this, [this] { m_watch.acknowledge(selectedIds()); });
    connect(m_show, &QAction::triggered, this, [this] {
        const std::vector<Alert> alerts = selected();
        if (!alerts.empty()) {
            activate(alerts.front().lock);
        }
    });
    connect(m_muteCleared, &QAction::triggered, this, [this] { m_watch.muteUntilCleared(selectedIds()); });
    connect(m_muteLock, &QAction::triggered, this, [this] {
        for (const Alert& alert : selected()) {
            if (!alert.lock.empty()) {
                m_watch.muteLock(alert.lock, kMuteTime);
            }
        }
    });
    connect(m_muteRule, &QAction::triggered, this, [this] {
        std::set<std::string> rules;
        for (const Alert& alert : selected()) {
            rules.insert(alert.rule);
        }
        for (const std::string& rule : rules) {
            m_watch.muteRule(rule, kMuteTime);
        }
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
        m_desk.command.run(m_desk.book.reactions(), alert, QString::fromStdString(server));
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
        m_model.refresh(m_watch, m_cleared->isChecked() ? AlertsModel::Cleared::shown : AlertsModel::Cleared::hidden);
    }
    const int count = m_watch.newCount();
    if (std::exchange(m_count, count) != count) {
        emit countChanged(count);
    }
    m_counts->setText(
        m_watch.engine().not_kept() > 0
            ? tr("%Ln active alert(s), and more than are kept", nullptr, pluralCount(m_watch.engine().active_count()))
            : tr("%Ln active alert(s)", nullptr, pluralCount(m_watch.engine().active_count())));
    showNote();
    updateActions();
}

void AlertsPanel::showNote()
{
    if (m_model.rowCount() > 0) {
        m_page->setNote({});
        return;
    }
    int on = 0;
    for (const AlertRule& rule : m_watch.rules().rules) {
        on += rule.enabled ? 1 : 0;
    }
    m_page->setNote(on > 0 ? tr("All is quiet: none of %Ln rule(s) is true of any lock.", nullptr, on)
                           : tr("No rule is on, so nothing raises an alert."));
}

std::vector<Alert> AlertsPanel::selected() const
{
    std::vector<Alert> alerts;
    for (const QModelIndex& row : m_page->table().selectionModel()->selectedRows()) {
        alerts.push_back(m_model.rowAt(row.row()).alert);
    }
    return alerts;
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
    for (const Alert& alert : selected()) {
        const bool active = alert.state != Alert::State::cleared;
        any = any || active;
        fresh = fresh || alert.state == Alert::State::raised;
        named = named || !alert.lock.empty();
    }
    m_acknowledge->setEnabled(fresh);
    m_show->setEnabled(named);
    m_muteCleared->setEnabled(any);
    m_muteLock->setEnabled(any && named);
    m_muteRule->setEnabled(any);
}

void AlertsPanel::retranslate()
{
    m_acknowledge->setText(tr("Acknowledge"));
    m_acknowledge->setToolTip(toolTipText(tr("Somebody has seen the selected alerts (A)")));
    m_show->setText(tr("Show the lock"));
    m_muteCleared->setText(tr("Mute until it clears"));
    m_muteLock->setText(tr("Mute this lock for an hour"));
    m_muteRule->setText(tr("Mute this rule for an hour"));
    m_rules->setText(tr("Alert rules…"));
    m_rules->setToolTip(toolTipText(tr("What is to raise an alert, and who is told")));
    auto* mute = findChild<QToolButton*>(QStringLiteral("mute"));
    mute->setText(tr("Mute"));
    mute->setToolTip(toolTipText(tr("List the selected alerts, but tell nobody")));
    m_cleared->setText(tr("Also those that &cleared"));
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
    }
}

} // namespace lockscope::ui
