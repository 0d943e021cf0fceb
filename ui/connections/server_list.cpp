// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_list.hpp"

#include "comfort/action_list.hpp"
#include "connections/deleted_bar.hpp"
#include "connections/server_list_delegate.hpp"
#include "connections/server_list_model.hpp"
#include "panels/heading.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapped_label.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QResizeEvent>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <optional>

namespace lockscope::ui {
namespace {

constexpr double kSectionFactor = 1.1;
constexpr int kSearchFrom = 8; ///< Fewer servers are seen at a glance.
constexpr int kLeastRows = 3;
constexpr int kMostRows = 12;

} // namespace

/// Those whose line has what was typed in it. Qt's own way makes a regular expression of it, which a long paste is too
/// much for.
class MatchingServers final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void search(const QString& text)
    {
        m_wanted = text;
        invalidateFilter();
    }

private:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        return sourceModel()->index(row, 0, parent).data().toString().contains(m_wanted, Qt::CaseInsensitive);
    }
    QString m_wanted;
};

ServerList::ServerList(QWidget* parent)
    : QWidget(parent)
    , m_model(new ServerListModel(this))
    , m_matching(new MatchingServers(this))
    , m_notice([this] { showProblem(); })
{
    m_matching->setSourceModel(m_model);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    buildActions();
    buildHead();
    buildList();
    buildUndo();
    retranslate();
    updateRows();
}

void ServerList::buildActions()
{
    const auto make = [this](const char* iconName) {
        return new QAction(icon(QString::fromLatin1(iconName)), QString(), this);
    };
    m_make = make("plus");
    m_redisson = make("import");
    m_import = make("import");
    m_export = make("export");
    m_connect = make("connect");
    m_edit = make("edit");
    m_duplicate = make("duplicate");
    m_delete = make("delete");
    m_delete->setShortcut(QKeySequence::Delete);
    m_edit->setShortcut(QKeySequence(Qt::Key_F2));
    m_duplicate->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(m_make, &QAction::triggered, this, &ServerList::newRequested);
    connect(m_redisson, &QAction::triggered, this, &ServerList::redissonRequested);
    connect(m_import, &QAction::triggered, this, &ServerList::importRequested);
    connect(m_export, &QAction::triggered, this, &ServerList::exportRequested);
    connect(m_connect, &QAction::triggered, this, &ServerList::activate);
    connect(m_edit, &QAction::triggered, this, &ServerList::edit);
    connect(m_delete, &QAction::triggered, this, &ServerList::remove);
    connect(m_duplicate, &QAction::triggered, this, [this] {
        if (const ConnectionProfile* profile = selectedProfile()) {
            emit duplicateRequested(ConnectionProfile(*profile));
        }
    });
}

void ServerList::buildHead()
{
    m_title = new Heading(kSectionFactor, this);
    m_search = new QLineEdit(this);
    m_search->setClearButtonEnabled(true);
    m_search->setObjectName(QStringLiteral("serverSearch"));
    m_search->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_newMenu = new QMenu(this);
    m_newMenu->addActions({m_make, m_redisson});
    m_newMenu->addSeparator();
    m_newMenu->addActions({m_import, m_export});
    m_new = new QToolButton(this);
    m_new->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_new->setIcon(icon(QStringLiteral("plus")));
    m_new->setMenu(m_newMenu);
    m_new->setPopupMode(QToolButton::MenuButtonPopup);
    m_new->setFocusPolicy(Qt::StrongFocus);
    connect(m_new, &QToolButton::clicked, this, &ServerList::newRequested);
    connect(m_search, &QLineEdit::textChanged, m_matching, &MatchingServers::search);
    auto* row = new QHBoxLayout;
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_search, 2);
    row->addWidget(m_new);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_problem = plainLabel({}, this);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_empty = plainLabel({}, this);
    m_empty->setTextInteractionFlags(Qt::NoTextInteraction);
    m_empty->setWordWrap(true);
    layout()->addWidget(m_problem);
    layout()->addWidget(m_empty);
}

bool ServerList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        const bool isText = !key.text().isEmpty() && key.text().at(0).isPrint() && key.key() != Qt::Key_Space;
        if (isText && (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier) {
            emit typed(key.text());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ServerList::buildList()
{
    m_view = new QListView(this);
    m_view->installEventFilter(this);
    m_view->setModel(m_matching);
    m_view->setItemDelegate(new ServerListDelegate(m_view));
    m_view->setUniformItemSizes(true);
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // between the heights that updateRows() sets
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    for (QAction* action : {m_edit, m_duplicate, m_delete}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        m_view->addAction(action);
    }
    connect(m_view, &QListView::activated, this, &ServerList::activate);
    connect(m_view, &QListView::customContextMenuRequested, this, &ServerList::showContextMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ServerList::updateActions);
    connect(m_matching, &QAbstractItemModel::modelReset, this, &ServerList::updateRows);
    connect(m_matching, &QAbstractItemModel::rowsInserted, this, &ServerList::updateActions);
    connect(m_matching, &QAbstractItemModel::rowsRemoved, this, &ServerList::updateActions);
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);

    m_buttons = new QWidget(this);
    auto* row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    for (QAction* action : {m_connect, m_edit, m_duplicate, m_delete}) {
        auto* button = new QToolButton(m_buttons);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAutoRaise(action != m_connect);
        row->addWidget(button);
    }
    row->addStretch(1);
    layout()->addWidget(m_buttons);
}

void ServerList::buildUndo()
{
    m_undo = new DeletedBar(this);
    layout()->addWidget(m_undo);
    connect(m_undo, &DeletedBar::undone, this, [this] {
        emit undoRequested();
        m_view->setFocus();
    });
    connect(m_undo, &DeletedBar::expired, this, &ServerList::undoExpired);
    connect(m_undo, &DeletedBar::shapeChanged, this, &ServerList::bound);
}

void ServerList::setProfiles(const QList<ConnectionProfile>& profiles)
{
    change([&] { m_model->setProfiles(profiles); });
    m_export->setEnabled(!profiles.isEmpty());
}

void ServerList::setRecent(const QStringList& uris)
{
    change([&] { m_model->setRecent(uris); });
}

/// What is selected stays so while the list changes. If it goes, the next of its kind takes its place, or none: what is
/// pressed once more must not meet a server of another kind.
void ServerList::change(const std::function<void()>& edit)
{
    QWidget* const keys = window()->focusWidget(); // buttons lose them while nothing is selected
    const QModelIndex before = m_view->currentIndex();
    const int place = before.row();
    const std::optional<KnownServer> selected =
        before.isValid() ? std::optional(m_model->at(m_matching->mapToSource(before).row())) : std::nullopt;
    edit();
    if (!selected) {
        m_view->setCurrentIndex(m_matching->index(0, 0));
    } else if (const int row = m_model->rowOf(*selected); row >= 0) {
        m_view->setCurrentIndex(m_matching->mapFromSource(m_model->index(row)));
    } else {
        QModelIndex next;
        for (const int at : {place, place - 1}) {
            const QModelIndex index = m_matching->index(at, 0);
            if (!next.isValid() && index.isValid()
                && m_model->at(m_matching->mapToSource(index).row()).index() == selected->index()) {
                next = index;
            }
        }
        m_view->setCurrentIndex(next);
    }
    updateRows();
    if (keys != nullptr && m_buttons->isAncestorOf(keys) && m_view->isVisible()) {
        (keys->isEnabled() ? keys : m_view)->setFocus(Qt::OtherFocusReason);
    }
}

void ServerList::select(const QString& profileId)
{
    if (const int row = m_model->rowOf(profileId); row >= 0) {
        m_view->setCurrentIndex(m_matching->mapFromSource(m_model->index(row)));
    }
}

void ServerList::offerUndo(const QString& name)
{
    m_undo->offer(name);
}

void ServerList::setProblem(const Text& sentence)
{
    m_problemText = sentence;
    showProblem();
}

void ServerList::setFailure(const Text& sentence)
{
    m_failureText = sentence;
    showProblem();
}

void ServerList::showProblem()
{
    const QString problem =
        inARow({m_failureText ? m_failureText() : QString(), m_problemText ? m_problemText() : QString()});
    const QString sentence = m_notice.inPlaceOf(problem);
    const Theme& theme = Theme::of(palette());
    QPalette colors = m_problem->palette();
    colors.setColor(QPalette::WindowText, sentence == problem ? theme.danger : theme.text);
    m_problem->setPalette(colors);
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    makeRoom();
}

bool ServerList::isEmpty() const
{
    return m_model->rowCount() == 0;
}

void ServerList::focusList()
{
    m_view->setFocus();
}

const ConnectionProfile* ServerList::selectedProfile() const
{
    const QModelIndex index = m_matching->mapToSource(m_view->currentIndex());
    return index.isValid() ? std::get_if<ConnectionProfile>(&m_model->at(index.row())) : nullptr;
}

QString ServerList::selectedRecent() const
{
    const QModelIndex index = m_matching->mapToSource(m_view->currentIndex());
    const auto* uri = index.isValid() ? std::get_if<QString>(&m_model->at(index.row())) : nullptr;
    return uri != nullptr ? *uri : QString();
}

// Whoever hears of it may change the list: the signals carry copies.

void ServerList::activate()
{
    if (const ConnectionProfile* profile = selectedProfile()) {
        emit profileActivated(ConnectionProfile(*profile));
    } else if (const QString uri = selectedRecent(); !uri.isEmpty()) {
        emit recentActivated(uri);
    }
}

void ServerList::edit()
{
    if (const ConnectionProfile* profile = selectedProfile()) {
        emit editRequested(ConnectionProfile(*profile));
    } else if (const QString uri = selectedRecent(); !uri.isEmpty()) {
        emit saveRequested(uri);
    }
}

void ServerList::remove()
{
    if (const ConnectionProfile* profile = selectedProfile()) {
        emit deleteRequested(ConnectionProfile(*profile));
    } else if (const QString uri = selectedRecent(); !uri.isEmpty()) {
        emit forgetRequested(uri);
    }
}

void ServerList::updateActions()
{
    const bool profile = selectedProfile() != nullptr;
    const bool recent = !selectedRecent().isEmpty();
    m_connect->setEnabled(profile || recent);
    m_edit->setEnabled(profile || recent);
    m_duplicate->setEnabled(profile);
    m_delete->setEnabled(profile || recent);
    m_edit->setText(recent ? tr("Save as a &profile…") : tr("&Edit…"));
    m_delete->setText(recent ? tr("For&get") : tr("De&lete"));
    for (QAction* action : {m_connect, m_edit, m_duplicate, m_delete}) {
        action->setIconText(buttonText(action->text())); // the letter is one of menus
    }
}

/// As high as its rows, within bounds.
void ServerList::updateRows()
{
    const int rows = m_model->rowCount();
    QStyleOptionViewItem option;
    option.font = m_view->font();
    const int height = m_view->itemDelegate()->sizeHint(option, {}).height();
    const int frame = 2 * m_view->frameWidth() + 2;
    m_view->setMinimumHeight(height * qMin(rows, kLeastRows) + frame);
    m_view->setMaximumHeight(height * qMin(rows, kMostRows) + frame);
    m_view->setVisible(rows > 0);
    m_buttons->setVisible(rows > 0);
    m_empty->setVisible(rows == 0);
    m_search->setVisible(rows >= kSearchFrom);
    if (rows < kSearchFrom) {
        m_search->clear();
    }
    updateActions();
    makeRoom();
    emit shapeChanged();
}

/// For what wraps.
void ServerList::makeRoom()
{
    for (QLabel* label : {m_problem, m_empty}) {
        reserveHeight(*label, width());
    }
    bound();
}

void ServerList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        makeRoom();
    }
}

/// Never higher than all of its parts, so that what stands below follows closely.
void ServerList::bound()
{
    layout()->invalidate();
    const int others = layout()->minimumSize().height() - m_view->minimumHeight();
    setMaximumHeight(isEmpty() ? QWIDGETSIZE_MAX : others + m_view->maximumHeight());
}

void ServerList::showContextMenu(const QPoint& position)
{
    if (!m_view->indexAt(position).isValid()) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_connect, m_edit, m_duplicate, m_delete});
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void ServerList::retranslate()
{
    m_title->setText(tr("Servers"));
    m_empty->setText(tr("A server that you connect to appears here. Save it as a profile to give it a name, a colour "
                        "and thresholds of its own."));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the servers"));
    m_view->setAccessibleName(tr("Servers"));
    m_new->setText(tr("New"));
    m_new->setToolTip(tr("A new profile; the arrow has other ways"));
    m_new->setAccessibleName(tr("New server"));
    m_make->setText(tr("&New server…"));
    m_redisson->setText(tr("From a &Redisson file…"));
    m_import->setText(tr("&Import profiles…"));
    m_export->setText(tr("E&xport profiles…"));
    m_connect->setText(tr("&Connect"));
    m_duplicate->setText(tr("D&uplicate"));
    showProblem();
    updateActions();
}

/// Whatever got another font while it was hidden has its size only now.
void ServerList::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, &ServerList::updateRows);
}

void ServerList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: retranslate(); break;
    case QEvent::FontChange:
        updateRows();
        QTimer::singleShot(0, this, &ServerList::updateRows); // its buttons get theirs after this
        break;
    case QEvent::PaletteChange: showProblem(); break;
    default: break;
    }
}

} // namespace lockscope::ui
