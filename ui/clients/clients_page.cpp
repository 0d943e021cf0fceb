// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_page.hpp"

#include "clients/client_watch.hpp"
#include "delegates/countdown_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "models/named_owner.hpp"
#include "panels/focus.hpp"
#include "panels/table_page.hpp"
#include "session/shown_time.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QLocale>
#include <QSplitter>
#include <QStringList>
#include <QTableView>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockscope::ui {
namespace {

/// Ages and countdowns are painted as of the moment.
constexpr int kTickInterval = 250;
constexpr std::size_t kMostStakes = 500;

constexpr char kClient[] = "client";
constexpr char kHasEnded[] = "hasEnded";

/// Edits the name of a client. News of the client must not undo what somebody is typing; nor must its end.
class LabelDelegate : public TextDelegate
{
public:
    using Typed = std::function<void(const std::string& uuid, const QString& name)>;

    /// @param left what was being typed when the row went away
    LabelDelegate(Typed left, QObject* parent) : TextDelegate(parent), m_left(std::move(left))
    {
        connect(this, &QAbstractItemDelegate::closeEditor, this,
                [](QWidget* editor) { editor->setProperty(kHasEnded, true); });
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QWidget* editor = TextDelegate::createEditor(parent, option, index);
        if (editor != nullptr) {
            editor->setProperty(kClient, index.data(ClientsModel::ClientRole));
        }
        return editor;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        const auto* line = qobject_cast<QLineEdit*>(editor);
        if (line == nullptr || !line->isModified()) {
            TextDelegate::setEditorData(editor, index);
        }
    }
    void destroyEditor(QWidget* editor, const QModelIndex& index) const override
    {
        const auto* line = qobject_cast<QLineEdit*>(editor);
        if (line != nullptr && line->isModified() && !line->property(kHasEnded).toBool()) {
            m_left(line->property(kClient).toByteArray().toStdString(), line->text());
        }
        TextDelegate::destroyEditor(editor, index);
    }

private:
    Typed m_left;
};

} // namespace

ClientsPage::ClientsPage(const ClientWatch& watch, QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_clients(new TablePage(this))
    , m_stakes(new TablePage(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
{
    setUpClients();
    setUpStakes();
    m_splitter->setObjectName(QStringLiteral("clients"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_clients);
    m_splitter->addWidget(m_stakes);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({750, 590});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_splitter);

    m_timer.setInterval(kTickInterval);
    connect(&m_timer, &QTimer::timeout, this, &ClientsPage::tick);
    connect(&watch, &ClientWatch::clientsChanged, this, &ClientsPage::takeChanges);
    connect(&watch, &ClientWatch::connectionsChanged, this, &ClientsPage::showNotes);
    connect(&watch.shownTime(), &ShownTime::changed, this, &ClientsPage::showNotes);
    connect(&watch, &ClientWatch::cleared, this, [this] {
        m_model.clear();
        m_selected.clear();
        m_stakesModel.setStakes({});
        showNotes();
        emit countsChanged();
        emit selectionMoved();
    });
    adoptFont();
    retranslate();
}

ClientsPage::~ClientsPage()
{
    // The views go before the models: an editor that is open writes what was typed when it loses the focus.
    delete m_splitter;
}

void ClientsPage::setUpClients()
{
    m_model.setTime(m_watch.shownTime());
    m_filter.setSourceModel(&m_model);
    m_clients->setModel(&m_filter);
    QTableView& table = m_clients->table();
    // Of the whole table, though one column alone is edited: a view forgets that of a column when it closes an editor
    // whose row is gone, and then warns of what that still says.
    const auto keep = [this](const std::string& uuid, const QString& name) {
        // Later: the model is in the middle of a change.
        QMetaObject::invokeMethod(
            this, [this, uuid, name] { m_model.rename(uuid, name); }, Qt::QueuedConnection);
    };
    table.setItemDelegate(new LabelDelegate(keep, &table));
    table.setItemDelegateForColumn(ClientsModel::Client, new HolderDelegate(ClientsModel::ClientRole, &table));
    m_clients->keepColumnsAs(QStringLiteral("clients"));
    m_clients->offerSorting();
    m_clients->keepCurrentInSight();
    table.sortByColumn(ClientsModel::Waits, Qt::DescendingOrder);
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, &ClientsPage::adoptSelection);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &ClientsPage::reselect);
    connect(&m_model, &ClientsModel::labelEdited, this, &ClientsPage::labelEdited);
    connect(&table, &QTableView::activated, this, &ClientsPage::clientActivated);
}

void ClientsPage::setUpStakes()
{
    m_stakesModel.setTime(m_watch.shownTime());
    m_stakes->setModel(&m_stakesModel);
    m_stakes->keepColumnsAs(QStringLiteral("stakes"));
    m_stakes->letYield({{StakesModel::Lock, 14}, {StakesModel::Since, 14}});
    QTableView& table = m_stakes->table();
    table.setItemDelegate(new TextDelegate(&table));
    table.setItemDelegateForColumn(StakesModel::What, new StateDelegate(StakesModel::ConditionRole, &table));
    m_leases = new CountdownDelegate(StakesModel::CountdownRole, &table);
    table.setItemDelegateForColumn(StakesModel::Lease, m_leases);
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit lockActivated(index.data(StakesModel::LockBytesRole).toByteArray().toStdString());
    });
}

void ClientsPage::takeChanges(const ClientDirectory::Changes& changes)
{
    m_model.apply(m_watch.directory(), changes);
    if (!m_selected.empty()
        && std::find(changes.changed.begin(), changes.changed.end(), m_selected) != changes.changed.end()) {
        showStakes();
    }
    showNotes();
    emit countsChanged();
}

void ClientsPage::setThresholds(const Thresholds& thresholds)
{
    m_leases->setThresholds(thresholds);
}

void ClientsPage::leadFrom(QLineEdit& search)
{
    leadDown(search, m_clients->table());
}

void ClientsPage::setFilter(const QString& text)
{
    m_filter.setText(text);
    showNotes();
    emit countsChanged();
}

void ClientsPage::adoptSelection()
{
    const QModelIndexList rows = m_clients->table().selectionModel()->selectedRows();
    const std::string selected =
        rows.size() == 1 ? rows.front().data(ClientsModel::ClientRole).toByteArray().toStdString() : std::string();
    if (selected != m_selected) {
        m_selected = selected;
        showStakes();
        emit selectionMoved();
    }
}

void ClientsPage::reselect()
{
    if (!m_selected.empty()) {
        select(std::string(m_selected));
    }
}

bool ClientsPage::select(const std::string& uuid)
{
    const int row = m_model.rowOf(uuid);
    const QModelIndex index = row < 0 ? QModelIndex() : m_filter.mapFromSource(m_model.index(row, 0));
    if (!index.isValid()) {
        return false;
    }
    QTableView& table = m_clients->table();
    table.setCurrentIndex(index);
    table.scrollTo(index);
    return true;
}

void ClientsPage::editLabel()
{
    const int row = m_model.rowOf(m_selected);
    if (row < 0) {
        return;
    }
    const QModelIndex index = m_filter.mapFromSource(m_model.index(row, ClientsModel::Name));
    if (index.isValid()) {
        m_clients->table().setCurrentIndex(index);
        m_clients->table().edit(index);
    }
}

void ClientsPage::showStakes()
{
    m_stakesModel.setStakes(m_selected.empty() ? std::vector<ClientStake>()
                                               : m_watch.directory().stakes(m_selected, kMostStakes));
    showNotes();
}

std::vector<ClientRow> ClientsPage::shownClients() const
{
    std::vector<ClientRow> clients;
    clients.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        clients.push_back(m_model.rowAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return clients;
}

QString ClientsPage::nameOf(const std::string& uuid) const
{
    const int row = m_model.rowOf(uuid);
    return row < 0 ? QString() : clientName(m_model.rowAt(row));
}

void ClientsPage::showNotes()
{
    QStringList notes;
    if (m_model.rowCount() == 0) {
        notes << tr(
            "No client holds a lock or waits for one. Each Redisson or Lockscope instance appears here with its "
            "UUID as soon as it does.");
    } else if (m_filter.rowCount() == 0) {
        notes << tr("No client fits the search.");
    } else {
        notes << m_watch.standstillText();
        switch (m_watch.connections().outcome) {
        case ConnectionList::Outcome::known: break;
        case ConnectionList::Outcome::forbidden:
            notes << tr("Names and addresses are unknown: we may not ask who is connected (CLIENT LIST is not "
                        "permitted).");
            break;
        case ConnectionList::Outcome::too_many:
            notes
                << tr("Names and addresses are unknown: with more than %1 connections, asking who they are would cost "
                      "the server too much.")
                       .arg(QLocale().toString(static_cast<qlonglong>(max_connections_listed)));
            break;
        case ConnectionList::Outcome::failed:
            notes << withCause(tr("Who is connected could not be asked."), m_watch.connections().error);
            break;
        }
        if (m_watch.directory().is_full()) {
            notes << tr("There are more clients than are kept; %1 are shown.")
                         .arg(QLocale().toString(m_model.rowCount()));
        }
    }
    m_clients->setNote(inARow(notes));

    const int row = m_model.rowOf(m_selected);
    if (row < 0) {
        m_stakes->setNote(m_filter.rowCount() == 0
                              ? QString()
                              : tr("Select a client to see everything that it holds and waits for."));
        return;
    }
    const ClientRecord& record = m_model.rowAt(row).record;
    const std::size_t all = record.holds + record.waits + record.ghosts;
    const bool cut = m_stakesModel.rowCount() == static_cast<int>(kMostStakes) && all > kMostStakes;
    m_stakes->setNote(
        m_stakesModel.rowCount() == 0
            ? tr("This client holds nothing, and stands in no queue that Redis tells of.")
            : inARow(
                {tr("Held and waited for by %1.").arg(withClient(shortClient(m_selected), m_model.nameOf(m_selected))),
                 cut ? tr("Only the first %1 are shown.").arg(QLocale().toString(static_cast<int>(kMostStakes)))
                     : QString()}));
}

void ClientsPage::adoptFont()
{
    m_clients->setColumnWidths({12, 15, 17, 12, 9, 16, 15, 16});
    m_stakes->setColumnWidths({13, 20, 8, 7, 10, 16, 14});
}

void ClientsPage::tick()
{
    m_clients->table().viewport()->update();
    m_stakes->table().viewport()->update();
}

void ClientsPage::retranslate()
{
    m_clients->table().setAccessibleName(tr("Clients"));
    m_stakes->table().setAccessibleName(tr("What the selected client holds and waits for"));
    showNotes();
}

void ClientsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_model.retranslate();
        m_stakesModel.retranslate();
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        // With a style sheet, the tables get the new font later than we do.
        QMetaObject::invokeMethod(this, &ClientsPage::adoptFont, Qt::QueuedConnection);
    }
}

void ClientsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_timer.start();
}

void ClientsPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

} // namespace lockscope::ui
