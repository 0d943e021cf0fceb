// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_panel.hpp"

#include "clients/clients_export.hpp"
#include "clients/clients_page.hpp"
#include "clients/wait_graph_page.hpp"
#include "models/lock_filter_terms.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/kept_choices.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <initializer_list>

namespace lockscope::ui {

ClientsPanel::ClientsPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_watch(session)
    , m_showClients(new QAction(this))
    , m_showGraph(new QAction(icon(QStringLiteral("wait-graph")), {}, this))
    , m_follow(new QAction(icon(QStringLiteral("follow")), {}, this))
    , m_rename(new QAction(icon(QStringLiteral("edit")), {}, this))
    , m_copyId(new QAction(icon(QStringLiteral("copy")), {}, this))
    , m_inGraph(new QAction(icon(QStringLiteral("wait-graph")), {}, this))
    , m_search(new QLineEdit(this))
    , m_followButton(new QToolButton(this))
    , m_export(new ExportButton(
          QStringLiteral("lock-clients"), {ExportFormat::csv, ExportFormat::json},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_counts(plainLabel({}, this))
    , m_notice([this] { showCounts(); })
    , m_clientsPage(new ClientsPage(m_watch, this))
    , m_graphPage(new WaitGraphPage(
          m_watch, [this](const std::string& uuid) { return m_clientsPage->nameOf(uuid); }, this))
    , m_pages(new QStackedWidget(this))
{
    m_pages->addWidget(m_clientsPage);
    m_pages->addWidget(m_graphPage);
    auto* bar = new FlowBar(this);
    buildBar(bar->row());
    bar->comeFirst();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_pages, 1);
    connectPages();
    connectActions();
    keepChoices();
    const auto adopt = [this, &session] { m_clientsPage->setThresholds(session.thresholds()); };
    connect(&session, &Session::stateChanged, this, adopt);
    connect(&session, &Session::monitoringChanged, this, adopt);
    retranslate();
    showPage(Page::clients);
}

ClientsPanel::~ClientsPanel()
{
    // The pages look at the watch until their end.
    delete m_pages;
}

void ClientsPanel::buildBar(FlowLayout& bar)
{
    auto* group = new QActionGroup(this);
    auto* segments = new QWidget(this);
    segments->setObjectName(QStringLiteral("segments"));
    auto* beside = new QHBoxLayout(segments);
    beside->setContentsMargins({});
    beside->setSpacing(2);
    for (QAction* action : {m_showClients, m_showGraph}) {
        action->setCheckable(true);
        group->addAction(action);
        auto* button = new QToolButton(segments);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        beside->addWidget(button);
    }
    m_search->setClearButtonEnabled(true);
    m_clientsPage->leadFrom(*m_search);
    m_search->setMaximumWidth(characterWidth(fontMetrics()) * 40);
    m_counts->setTextInteractionFlags(Qt::NoTextInteraction);
    m_followButton->setDefaultAction(m_follow);
    m_followButton->setAutoRaise(true);
    m_followButton->setFocusPolicy(Qt::StrongFocus);
    m_followButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    bar.addWidget(segments);
    bar.addWidget(m_search);
    bar.addWidget(m_followButton);
    bar.addStretch();
    bar.addWidget(m_counts);
    bar.addWidget(m_export);
}

void ClientsPanel::connectPages()
{
    connect(&m_watch, &ClientWatch::deadlocksChanged, this, &ClientsPanel::showDeadlocks);
    connect(&m_watch, &ClientWatch::deadlocksChanged, this, &ClientsPanel::deadlocksChanged);
    connect(m_search, &QLineEdit::textChanged, m_clientsPage, &ClientsPage::setFilter);
    connect(m_clientsPage, &ClientsPage::countsChanged, this, &ClientsPanel::showCounts);
    connect(m_clientsPage, &ClientsPage::selectionMoved, this, &ClientsPanel::updateActions);
    connect(m_clientsPage, &ClientsPage::lockActivated, this, &ClientsPanel::lockActivated);
    connect(m_clientsPage, &ClientsPage::clientActivated, this, [this] { follow(m_clientsPage->selected()); });
    connect(m_clientsPage, &ClientsPage::labelEdited, this, [this](const QString& uuid, const QString& label) {
        if (m_settings != nullptr) {
            m_settings->setClientLabel(uuid, label);
        }
        m_graphPage->refresh();
    });
    connect(m_graphPage, &WaitGraphPage::lockActivated, this, &ClientsPanel::lockActivated);
    connect(m_graphPage, &WaitGraphPage::clientActivated, this, &ClientsPanel::showClient);
}

void ClientsPanel::connectActions()
{
    for (QAction* action : {m_showClients, m_showGraph, m_inGraph, m_rename}) {
        connect(action, &QAction::triggered, this, &ClientsPanel::panelRequested); // before what is to be seen
    }
    connect(m_showClients, &QAction::triggered, this, [this] { showPage(Page::clients); });
    connect(m_showGraph, &QAction::triggered, this, [this] { showPage(Page::graph); });
    connect(m_follow, &QAction::triggered, this, [this] { follow(m_clientsPage->selected()); });
    connect(m_rename, &QAction::triggered, m_clientsPage, &ClientsPage::editLabel);
    connect(m_copyId, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(displayText(m_clientsPage->selected())); });
    connect(m_inGraph, &QAction::triggered, this, [this] {
        m_graphPage->setFocusClient(m_clientsPage->selected());
        showPage(Page::graph);
    });
    connect(m_export, &ExportButton::saved, this,
            [this](int clients) { m_notice.say(tr("%Ln client(s) exported", nullptr, clients)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
    m_rename->setShortcut(Qt::Key_F2);
    m_rename->setShortcutContext(Qt::WidgetShortcut);
    selectWhereKeysCome(m_clientsPage->clients().table());
    m_clientsPage->clients().table().addActions({m_follow, m_inGraph, m_rename, m_copyId});
}

void ClientsPanel::keepChoices()
{
    const QString graph = QStringLiteral("graph");
    auto* kept = new KeptChoices(QStringLiteral("clients"), this);
    kept->add(QStringLiteral("text"), *m_search);
    kept->add(
        QStringLiteral("page"), [this, graph] { return m_showGraph->isChecked() ? graph : QStringLiteral("clients"); },
        [this, graph](const QString& page) { showPage(page == graph ? Page::graph : Page::clients); });
}

QList<QAction*> ClientsPanel::actions() const
{
    return pageActions() + QList<QAction*>{m_follow, m_inGraph, m_rename, m_copyId} + m_graphPage->actions()
         + m_export->formatActions();
}

void ClientsPanel::useSettings(Settings& settings)
{
    m_settings = &settings;
    const auto takeLabels = [this] { m_clientsPage->setLabels(m_settings->clientLabels()); };
    connect(&settings.news(), &SettingsNews::clientLabelsChanged, this, takeLabels);
    takeLabels();
}

void ClientsPanel::setSelectedLock(const std::string& name)
{
    m_graphPage->setFocusLock(name);
}

void ClientsPanel::showPage(Page page)
{
    const bool graph = page == Page::graph;
    m_pages->setCurrentIndex(graph ? 1 : 0);
    (graph ? m_showGraph : m_showClients)->setChecked(true);
    // They are about the table.
    for (QWidget* control : std::initializer_list<QWidget*>{m_search, m_followButton, m_counts, m_export}) {
        control->setVisible(!graph);
    }
    updateActions();
}

void ClientsPanel::showClient(const std::string& uuid)
{
    showPage(Page::clients);
    if (!m_clientsPage->select(uuid)) {
        m_search->clear();
        m_clientsPage->select(uuid);
    }
    m_clientsPage->clients().table().setFocus();
}

void ClientsPanel::follow(const std::string& uuid)
{
    if (!uuid.empty()) {
        emit followRequested(QStringLiteral("client:") + filterValue(uuid));
    }
}

void ClientsPanel::showDeadlocks(int certain, int possible)
{
    m_certain = certain;
    m_possible = possible;
    m_showGraph->setText(certain > 0    ? tr("Wait-for graph (%Ln deadlock(s))", nullptr, certain)
                         : possible > 0 ? tr("Wait-for graph (%Ln possible deadlock(s))", nullptr, possible)
                                        : tr("Wait-for graph"));
}

void ClientsPanel::showCounts()
{
    const int all = m_clientsPage->model().rowCount();
    const int shown = m_clientsPage->shownCount();
    const bool mayBeMore = m_session.status().counts.more_waiting; // in queues that are not read whole
    colorText(*m_counts, m_notice.colorOr());
    m_counts->setText(m_notice.inPlaceOf(shown < all
                                             ? tr("%1 of %Ln client(s)", nullptr, all).arg(QLocale().toString(shown))
                                         : mayBeMore ? tr("at least %Ln client(s)", nullptr, all)
                                                     : tr("%Ln client(s)", nullptr, all)));
    m_export->setAvailable(shown > 0);
}

void ClientsPanel::updateActions()
{
    const bool one = !m_clientsPage->selected().empty();
    for (QAction* action : {m_follow, m_inGraph, m_copyId}) {
        action->setEnabled(one);
    }
    m_rename->setEnabled(one && m_showClients->isChecked());
    for (QAction* action : m_graphPage->actions()) {
        action->setEnabled(m_showGraph->isChecked());
    }
}

RecordText ClientsPanel::exported(ExportFormat format) const
{
    return format == ExportFormat::csv ? clientsToCsv(m_clientsPage->shownClients())
                                       : clientsToJson(m_clientsPage->shownClients());
}

void ClientsPanel::retranslate()
{
    m_showClients->setText(tr("Clients"));
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Show in the table of locks everything that this client holds or waits for"));
    m_inGraph->setText(tr("Show in the wait-for graph"));
    m_rename->setText(tr("Name this client…"));
    m_rename->setToolTip(tr("Give the client a name of your own"));
    m_copyId->setText(tr("Copy the UUID"));
    m_export->setTexts(tr("Export clients"), {tr("Export clients as CSV…"), tr("Export clients as JSON…")});
    m_search->setPlaceholderText(tr("Search clients"));
    m_search->setAccessibleName(tr("Search clients"));
    m_search->setToolTip(tr("Part of the UUID, the name or the address"));
    m_export->setToolTip(tr("Save the clients that are shown to a file"));
    showDeadlocks(m_certain, m_possible);
    showCounts();
}

void ClientsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void ClientsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_watch.setAttention(ClientWatch::Attention::looking);
}

void ClientsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_watch.setAttention(ClientWatch::Attention::away);
}

} // namespace lockscope::ui
