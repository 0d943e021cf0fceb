// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/command_palette.hpp"

#include "comfort/fuzzy_match.hpp"
#include "models/glob.hpp"
#include "models/lock_table_model.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"

#include "lockscope/escape.hpp"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostRecent = 20;
constexpr int kRecentBonus = 12;
constexpr int kDisabledMalus = 20;
constexpr int kGoodPerLetter = 8;
constexpr int kByMenuAlone = -1000; ///< Behind all whose own words fit.
constexpr qsizetype kMostLocks = 20;
constexpr int kLockChars = 100;
constexpr int kRows = 12;
constexpr int kWidth = 84; ///< Characters.

/// A word as it stands there: letters far from each other are in nearly every path.
bool isInMenu(const QString& query, const QString& menu)
{
    const QString word = query.simplified();
    return word.size() > 1 && menu.contains(word, Qt::CaseInsensitive);
}

} // namespace

CommandPalette::CommandPalette(const QMenuBar& menus, QList<QAction*> others, const LockTableModel& model,
                               QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_menus(menus)
    , m_others(std::move(others))
    , m_model(model)
    , m_open(new QAction(this))
    , m_field(new QLineEdit(this))
    , m_view(new QListView(this))
    , m_nothing(plainLabel({}, this))
{
    setFrameShape(StyledPanel);
    m_open->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
    connect(m_open, &QAction::triggered, this, &CommandPalette::open);
    m_view->setModel(&m_list);
    m_view->setItemDelegate(new CommandDelegate(this));
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setUniformItemSizes(true);
    m_view->setFrameShape(NoFrame);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setTextInteractionFlags(Qt::NoTextInteraction);
    m_nothing->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_nothing, 1);
    layout->addWidget(m_view, 1);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_view, &QListView::clicked, this, [this](const QModelIndex& index) { run(index.row()); });
    retranslate();
}

void CommandPalette::open()
{
    m_actions = collectActions(m_menus, m_others);
    m_actions.removeIf([this](const ActionEntry& entry) { return entry.action == m_open; });
    m_field->clear();
    search();
    arrange();
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::arrange()
{
    const QWidget* window = parentWidget();
    const QSize most = window->size() * 9 / 10;
    const int row = m_view->sizeHintForRow(0) > 0 ? m_view->sizeHintForRow(0) : fontMetrics().height() * 3 / 2;
    const QMargins margins = layout()->contentsMargins();
    const int around =
        2 * frameWidth() + margins.top() + m_field->sizeHint().height() + layout()->spacing() + margins.bottom();
    const int rows = std::clamp((most.height() - around) / row, 1, kRows); // none is cut in half
    resize(std::min(characterWidth(fontMetrics()) * kWidth, most.width()), rows * row + around);
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, window->height() / 12)));
}

QString CommandPalette::idOf(const ActionEntry& entry)
{
    const QString name = entry.action->objectName();
    return name.isEmpty() ? plainActionText(entry.action->text()) : name;
}

std::optional<FuzzyMatch> CommandPalette::match(const QString& query, const ActionEntry& entry) const
{
    const QString text = entry.action->text();
    const QString title = plainActionText(text);
    if (std::optional<FuzzyMatch> found = fuzzyMatch(query, title)) {
        return found;
    }
    QStringList others;
    if (query.trimmed().contains(QLatin1Char(' '))) {
        others << entry.menu + QLatin1Char(' ') + title; // "theme dark" is in the menu and the title together
    }
    for (const QString& words : m_otherWords ? m_otherWords(text) : QStringList()) {
        others << plainActionText(words);
    }
    for (const QString& words : std::as_const(others)) {
        if (std::optional<FuzzyMatch> found = fuzzyMatch(query, words)) {
            found->characters.clear(); // they are not those of the title
            return found;
        }
    }
    if (isInMenu(query, entry.menu)) {
        return FuzzyMatch{kByMenuAlone, {}};
    }
    return std::nullopt;
}

QList<Command> CommandPalette::matchingActions(const QString& query) const
{
    QList<Command> commands;
    for (const ActionEntry& entry : m_actions) {
        if (!entry.action) {
            continue;
        }
        const QAction& action = *entry.action;
        const QString title = plainActionText(action.text());
        const std::optional<FuzzyMatch> found = match(query, entry);
        if (!found) {
            continue;
        }
        const qsizetype used = m_recent.indexOf(idOf(entry));
        const int bonus = used < 0 ? 0 : query.isEmpty() ? static_cast<int>(1000 - used) : kRecentBonus;
        Command command{entry.action,
                        {},
                        title,
                        entry.menu,
                        action.shortcut().toString(QKeySequence::NativeText),
                        actionNote(action),
                        action.isEnabled(),
                        found->characters,
                        found->score + bonus - (action.isEnabled() ? 0 : kDisabledMalus)};
        commands << std::move(command);
    }
    std::stable_sort(commands.begin(), commands.end(),
                     [](const Command& a, const Command& b) { return a.score > b.score; });
    return commands;
}

QList<Command> CommandPalette::matchingLocks(const QString& query) const
{
    QList<Command> commands;
    const QString text = query.trimmed();
    if (text.size() < 2) {
        return commands;
    }
    // "pay 42" and "pay:42" find pay:capture:42.
    static const QRegularExpression between(QStringLiteral("[\\s:]+"));
    std::vector<std::string> parts;
    for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
        parts.push_back(loweredText(unescape(part.toStdString())));
    }
    if (parts.empty()) {
        return commands;
    }
    m_model.visit([&](const LockState& state) {
        if (containsInOrderIgnoringCase(state.name, parts)) {
            Command command;
            command.lock = state.name;
            command.title = tr("Go to %1", "a lock").arg(shortText(state.name, kLockChars));
            command.menu = tr("Lock");
            commands << command;
        }
        return commands.size() < kMostLocks;
    });
    std::stable_sort(commands.begin(), commands.end(),
                     [](const Command& a, const Command& b) { return a.lock->size() < b.lock->size(); });
    return commands;
}

void CommandPalette::search()
{
    const QString query = m_field->text();
    // Locks stand behind the actions that fit well, and before those whose letters are only somewhere in their names.
    QList<Command> commands = matchingActions(query);
    const auto good = static_cast<int>(query.trimmed().size()) * kGoodPerLetter;
    const auto firstPoor =
        std::find_if(commands.begin(), commands.end(), [good](const Command& command) { return command.score < good; });
    const QList<Command> poor(firstPoor, commands.end());
    commands.erase(firstPoor, commands.end());
    m_list.setCommands(commands + matchingLocks(query) + poor);
    const bool any = m_list.rowCount() > 0;
    m_view->setVisible(any);
    m_nothing->setVisible(!any);
    m_view->setCurrentIndex(m_list.index(0));
}

bool CommandPalette::moveByKey(int key)
{
    const int last = m_list.rowCount() - 1;
    const int now = m_view->currentIndex().row();
    int row = now;
    switch (key) {
    case Qt::Key_Down: row = now < last ? now + 1 : 0; break;
    case Qt::Key_Up: row = now > 0 ? now - 1 : last; break;
    case Qt::Key_PageDown: row = std::min(now + kRows, last); break;
    case Qt::Key_PageUp: row = std::max(now - kRows, 0); break;
    default: return false;
    }
    m_view->setCurrentIndex(m_list.index(std::max(row, 0)));
    return true;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        run(m_view->currentIndex().row());
        return true;
    }
    if (key->key() == Qt::Key_Escape || key->matches(QKeySequence::Cancel)) {
        close();
        return true;
    }
    return moveByKey(key->key());
}

void CommandPalette::run(int row)
{
    const Command* command = m_list.at(row);
    if (!command || !command->enabled) {
        return; // The line says why.
    }
    const Command chosen = *command;
    close();
    if (chosen.lock) {
        emit lockChosen(*chosen.lock);
        return;
    }
    if (!chosen.action) {
        return; // it has gone meanwhile
    }
    const QString id = idOf({chosen.action, chosen.menu});
    m_recent.removeAll(id);
    m_recent.prepend(id);
    m_recent = m_recent.mid(0, kMostRecent);
    emit recentChanged(m_recent);
    // Once the palette is gone: what opens now must not lose the focus to its going.
    QTimer::singleShot(0, chosen.action, [action = chosen.action] {
        if (action && action->isEnabled()) {
            action->trigger();
        }
    });
}

void CommandPalette::retranslate()
{
    m_open->setText(tr("&Commands…"));
    m_open->setToolTip(tr("Find any action, or a lock, by a few letters"));
    setAccessibleName(tr("Commands"));
    m_field->setPlaceholderText(tr("A few letters of an action, or of a lock's name"));
    m_field->setAccessibleName(tr("Search for an action or a lock"));
    m_view->setAccessibleName(tr("Actions and locks found"));
    m_nothing->setText(tr("No action and no lock is called that."));
}

void CommandPalette::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange && isVisible()) {
        arrange();
    }
}

} // namespace lockscope::ui
