// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/keys_panel.hpp"

#include "delegates/cell_delegate.hpp"
#include "panels/table_columns.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// The keys of a lock differ in how they begin; who stands in them differs also at the end.
class EntryDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.parent().isValid()) {
            option->textElideMode = Qt::ElideRight;
        }
    }
};

} // namespace

KeysPanel::KeysPanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_tree(new QTreeView(this))
    , m_note(plainLabel({}, this))
    , m_place(plainLabel({}, this))
    , m_commandLabel(plainLabel({}, this))
    , m_command(new QLineEdit(this))
    , m_copy(new QAction(icon(QStringLiteral("copy")), {}, this))
    , m_copyCommand(new QAction(icon(QStringLiteral("copy")), {}, this))
    , m_read(new QAction(icon(QStringLiteral("refresh")), {}, this))
    , m_columns(new TableColumns(*m_tree->header()))
{
    m_tree->setModel(&m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setItemDelegate(new EntryDelegate(m_tree));
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_copyCommand->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K));
    m_read->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Y));
    m_tree->addActions({m_copy, m_copyCommand, m_read, m_columns->undoAction()});
    addActions({m_copy, m_copyCommand, m_read});
    m_columns->setObjectName(QStringLiteral("keys"));
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_note->setWordWrap(true);
    m_command->setReadOnly(true);
    m_commandLabel->setBuddy(m_command);
    m_commandLabel->setTextInteractionFlags(Qt::NoTextInteraction);

    auto* below = new QHBoxLayout;
    below->addWidget(m_commandLabel);
    below->addWidget(m_command, 1);
    below->addWidget(addButton(*m_copyCommand));
    below->addWidget(addButton(*m_read));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_place);
    layout->addWidget(m_note);
    layout->addWidget(m_tree, 1);
    layout->addLayout(below);

    connect(m_copy, &QAction::triggered, this, &KeysPanel::copyEntry);
    connect(m_copyCommand, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
    connect(m_read, &QAction::triggered, this, &KeysPanel::readAgain);
    connect(m_tree, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { m_closed.insert(m_model.keyAt(index)->key); });
    connect(m_tree, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { m_closed.erase(m_model.keyAt(index)->key); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &KeysPanel::showCommand);
    connect(m_session, &Session::rawKeysArrived, this,
            [this](const std::string& lock, const std::vector<RawKey>& keys, const QString& error) {
                if (lock == m_name) {
                    setKeys(keys, error);
                }
            });
    retranslate();
    showCommand();
    arrange();
}

QToolButton* KeysPanel::addButton(QAction& action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(&action);
    button->setAutoRaise(true);
    return button;
}

void KeysPanel::readAgain()
{
    m_asked = false;
    m_outdated = true;
    emit panelRequested(); // it reads by itself where that shows it
    if (m_outdated) {
        refresh();
    }
}

void KeysPanel::setLock(const std::string& name)
{
    m_name = name;
    m_closed.clear();
    m_error.clear();
    m_model.setKeys({});
    showPlace({});
    showCommand();
    m_asked = false;
    refresh();
    arrange();
}

void KeysPanel::refresh()
{
    m_outdated = true;
    if (!isVisible() || m_name.empty() || m_asked) {
        return;
    }
    m_asked = true; // One question at a time: a lock that changes a thousand times a second is read as fast as it goes.
    m_outdated = false;
    m_session->requestRawKeys(m_name);
}

void KeysPanel::setKeys(const std::vector<RawKey>& keys, const QString& error)
{
    m_asked = false;
    m_error = error;
    const Place place = currentPlace();
    const bool isFirst = m_model.rowCount() == 0;
    const int scroll = m_tree->verticalScrollBar() ? m_tree->verticalScrollBar()->value() : 0;
    m_model.setKeys(keys);
    showPlace(keys);
    for (int row = 0; row < m_model.rowCount(); ++row) {
        m_tree->setExpanded(m_model.index(row, 0),
                            !m_closed.contains(m_model.keys()[static_cast<std::size_t>(row)].key));
    }
    m_tree->setCurrentIndex(indexOf(place));
    m_tree->verticalScrollBar()->setValue(scroll);
    if (isFirst) {
        giveRoomToNames();
    }
    showCommand();
    arrange();
    if (m_outdated) {
        refresh();
    }
}

KeysPanel::Place KeysPanel::currentPlace() const
{
    const QModelIndex current = m_tree->currentIndex();
    const RawKey* key = m_model.keyAt(current);
    if (!key) {
        return {};
    }
    Place place;
    place.key = key->key;
    place.isEntry = current.parent().isValid();
    place.row = place.isEntry ? current.parent().row() : current.row();
    if (place.isEntry) {
        place.entry = key->entries[static_cast<std::size_t>(current.row())];
    }
    return place;
}

/// The key instead of an entry that is gone or hidden, and what stands in the place of a key that is gone.
QModelIndex KeysPanel::indexOf(const Place& place) const
{
    const std::vector<RawKey>& keys = m_model.keys();
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const RawKey& each) { return each.key == place.key; });
    if (key == keys.end()) {
        return m_model.index(std::clamp(place.row, 0, std::max(0, m_model.rowCount() - 1)), 0);
    }
    const QModelIndex index = m_model.index(static_cast<int>(key - keys.begin()), 0);
    if (!place.isEntry || m_closed.contains(place.key)) {
        return index;
    }
    const std::string& field = place.entry.first;
    const std::string& value = place.entry.second;
    const auto entry = std::find_if(key->entries.begin(), key->entries.end(), [&](const auto& each) {
        return each.first == field && (!field.empty() || each.second == value); // entries of lists have no name
    });
    return entry == key->entries.end() ? index
                                       : m_model.index(static_cast<int>(entry - key->entries.begin()), 0, index);
}

/// Which master of a cluster has them.
void KeysPanel::showPlace(const std::vector<RawKey>& keys)
{
    const bool isKnown = !keys.empty() && keys.front().slot;
    m_place->setVisible(isKnown);
    if (!isKnown) {
        return;
    }
    const QString slot = QString::number(*keys.front().slot);
    m_place->setText(keys.front().node.empty()
                         ? tr("Slot %1; nobody serves it just now.", "of a cluster").arg(slot)
                         : tr("Slot %1, on %2", "of a cluster").arg(slot, shortText(keys.front().node, 60)));
}

void KeysPanel::showCommand()
{
    const RawKey* key = m_model.keyAt(m_tree->currentIndex());
    m_command->setText(key ? commandText(*key) : QString());
    m_command->setCursorPosition(0);
    m_copy->setEnabled(key != nullptr);
    m_copyCommand->setEnabled(key && !key->command.empty());
    m_read->setEnabled(!m_name.empty());
}

void KeysPanel::copyEntry() const
{
    const QModelIndex current = m_tree->currentIndex();
    const RawKey* key = m_model.keyAt(current);
    if (!key) {
        return;
    }
    if (!current.parent().isValid()) {
        QGuiApplication::clipboard()->setText(displayText(key->key));
        return;
    }
    const auto& [field, value] = key->entries[static_cast<std::size_t>(current.row())];
    QGuiApplication::clipboard()->setText(field.empty() ? displayText(value)
                                                        : displayText(field) + QLatin1Char('\t') + displayText(value));
}

/// Half of what there is, unless somebody has made it otherwise: long names differ at their ends.
void KeysPanel::giveRoomToNames()
{
    m_columns->suggestWidth(0, std::max(width() / 2, characterWidth(fontMetrics()) * 30));
}

void KeysPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    giveRoomToNames();
}

void KeysPanel::arrange()
{
    const bool empty = m_model.rowCount() == 0;
    QString note;
    if (!m_error.isEmpty()) {
        note = withDetail(tr("The keys of this lock could not be read."), m_error.toStdString());
    } else if (empty) {
        note = m_asked ? tr("Reading the keys…") : tr("There is no key of this lock in Redis now.");
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_note->setAlignment(empty ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
    m_note->setSizePolicy(QSizePolicy::Preferred, empty ? QSizePolicy::Expanding : QSizePolicy::Minimum);
    m_tree->setVisible(!empty);
    QPalette words = palette();
    words.setColor(QPalette::WindowText, Theme::of(words).mutedText);
    m_note->setPalette(words);
    m_tree->setFont(monospaceLike(font()));
    m_columns->fit();
    m_command->setFont(monospaceLike(font()));
    m_tree->header()->setFont(font());
}

void KeysPanel::retranslate()
{
    m_columns->retranslate();
    m_commandLabel->setText(tr("Command"));
    m_command->setAccessibleName(tr("Command that shows the selected key"));
    m_copyCommand->setText(tr("Copy the command"));
    m_read->setText(tr("Read the keys again"));
    m_copy->setText(tr("Copy entry"));
    m_tree->setAccessibleName(tr("Keys of the lock"));
}

void KeysPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_outdated) {
        refresh();
        arrange();
    }
}

void KeysPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        m_model.retranslate();
        retranslate();
        showPlace(m_model.keys());
        arrange();
        break;
    case QEvent::FontChange:
    case QEvent::PaletteChange: arrange(); break;
    default: break;
    }
}

} // namespace lockscope::ui
