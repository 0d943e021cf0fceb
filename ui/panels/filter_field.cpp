// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/filter_field.hpp"

#include "models/lock_filter.hpp"
#include "panels/completion_popup.hpp"
#include "panels/filter_help.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QTextCharFormat>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kNoteDelay{1500};
constexpr std::chrono::seconds kWordsLast{5};

} // namespace

FilterField::FilterField(QWidget* parent)
    : QLineEdit(parent)
    , m_popup(new CompletionPopup(this))
    , m_back(new QAction(this))
    , m_forward(new QAction(this))
    , m_help(new QAction(this))
{
    setClearButtonEnabled(true);
    m_menuSign = addAction(icon(QStringLiteral("filter")), LeadingPosition);
    connect(m_menuSign, &QAction::triggered, this, &FilterField::openMenu);
    m_back->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    m_forward->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    m_help->setIcon(icon(QStringLiteral("question")));
    addAction(m_help, TrailingPosition);
    connect(m_back, &QAction::triggered, this, [this] {
        noteFilter();
        go(m_history.back());
    });
    connect(m_forward, &QAction::triggered, this, [this] { go(m_history.forward()); });
    connect(m_help, &QAction::triggered, this, &FilterField::openHelp);
    connect(m_popup, &CompletionPopup::chosen, this, &FilterField::accept);
    connect(this, &QLineEdit::textChanged, this, [this] {
        check();
        m_noteTimer.start();
    });
    connect(this, &QLineEdit::textEdited, this, [this] { suggest(Asked::byTyping); });
    connect(this, &QLineEdit::returnPressed, this, &FilterField::noteFilter);
    connect(this, &QLineEdit::cursorPositionChanged, this, [this](int, int now) {
        if (m_popup->isVisible() && (now < m_completions.start || now > m_completions.start + m_completions.length)) {
            m_popup->hide();
        }
    });
    m_noteTimer.setSingleShot(true);
    m_noteTimer.setInterval(kNoteDelay);
    connect(&m_noteTimer, &QTimer::timeout, this, &FilterField::noteFilter);
    retranslate();
    updateActions();
}

FilterField::~FilterField() = default;

void FilterField::useFilter(const QString& filter)
{
    noteFilter();
    setText(filter);
    noteFilter();
}

void FilterField::restoreRecent(const QStringList& newestFirst)
{
    m_history.restore(newestFirst);
    updateActions();
}

void FilterField::noteFilter()
{
    m_noteTimer.stop();
    if (m_error.isEmpty()) {
        const bool isNews = m_history.note(text());
        updateActions();
        if (const QString filter = text().trimmed(); isNews && !filter.isEmpty()) {
            emit filterNoted(filter);
        }
    }
}

void FilterField::go(const QString& filter)
{
    setText(filter);
    m_noteTimer.stop();
    m_popup->hide();
    updateActions();
}

void FilterField::updateActions()
{
    m_back->setEnabled(m_history.canGoBack());
    m_forward->setEnabled(m_history.canGoForward());
}

void FilterField::check()
{
    const auto parsed = LockFilter::parse(text());
    const auto* error = std::get_if<LockFilter::ParseError>(&parsed);
    m_error = error ? error->message : QString();
    if (error) {
        // What is missing at the end is shown at the last character there is.
        const qsizetype start = std::min(error->position, std::max<qsizetype>(0, text().size() - 1));
        mark(start, std::max<qsizetype>(1, error->length));
    } else if (m_marked) {
        mark(0, 0);
    }
}

/// A line edit knows no formats of its own; what an input method underlines, it shows.
void FilterField::mark(qsizetype position, qsizetype length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::of(palette()).danger);
        format.setForeground(Theme::of(palette()).danger);
        attributes << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat,
                                                   static_cast<int>(position) - cursorPosition(),
                                                   static_cast<int>(length), format);
    }
    m_marked = length > 0;
    QInputMethodEvent event(QString(), attributes);
    QLineEdit::inputMethodEvent(&event);
}

void FilterField::suggest(Asked asked)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_source && (m_wordsAt == decltype(m_wordsAt){} || now - m_wordsAt > kWordsLast)) {
        m_words = m_source();
        m_wordsAt = now;
    }
    m_completions = completionsAt(text(), cursorPosition(), m_words);
    const bool wanted = asked == Asked::byKey || !m_completions.typed.isEmpty();
    if (!wanted || m_completions.choices.isEmpty()) {
        m_popup->hide();
        return;
    }
    const int offset = cursorRect().left() - fontMetrics().horizontalAdvance(m_completions.typed);
    m_popup->showChoices(m_completions.choices, std::max(0, offset));
}

void FilterField::accept(const QString& choice)
{
    m_popup->hide();
    const QString before = text().left(m_completions.start);
    const QString after = text().mid(m_completions.start + m_completions.length);
    setText(before + choice + after);
    setCursorPosition(static_cast<int>(before.size() + choice.size()));
    // A field name alone waits for its value.
    if (choice.endsWith(QLatin1Char(':')) && after.isEmpty()) {
        suggest(Asked::byTyping);
    }
}

bool FilterField::takeKey(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_F1 && event.modifiers() == Qt::NoModifier) {
        openHelp();
        return true;
    }
    if (event.key() == Qt::Key_Space && event.modifiers() == Qt::ControlModifier) {
        suggest(Asked::byKey);
        return true;
    }
    if (event.key() == Qt::Key_Down && event.modifiers().testFlag(Qt::AltModifier)) {
        openMenu();
        return true;
    }
    const bool shown = m_popup->isVisible();
    switch (event.key()) {
    case Qt::Key_Down:
        if (!shown) {
            suggest(Asked::byKey);
        } else {
            m_popup->moveBy(1);
        }
        return true;
    case Qt::Key_Up:
        if (shown) {
            m_popup->moveBy(-1);
        }
        return shown;
    case Qt::Key_Tab:
        if (shown) {
            accept(m_popup->chosenOrFirst());
        }
        return shown;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // Who has chosen nothing has typed what they want.
        if (shown && m_popup->hasChosen()) {
            accept(m_popup->chosenOrFirst());
            return true;
        }
        m_popup->hide();
        return false;
    case Qt::Key_Escape:
        if (shown) {
            m_popup->hide();
        } else {
            noteFilter(); // so that it can be had back
            clear();
        }
        return true;
    default: return false;
    }
}

bool FilterField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Keys that mean something else in the window.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool ours = key->key() == Qt::Key_F1 || (m_popup->isVisible() && key->key() == Qt::Key_Escape)
                       || (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier);
        if (ours) {
            event->accept();
            return true;
        }
    } else if (event->type() == QEvent::KeyPress && takeKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    m_popup->hide();
    noteFilter();
}

void FilterField::openHelp()
{
    m_popup->hide();
    if (m_helpPage) {
        return;
    }
    noteFilter();
    m_helpPage = new FilterHelp(m_history.recent(), this);
    connect(m_helpPage, &FilterHelp::chosen, this, [this](const QString& filter) {
        useFilter(filter);
        setFocus(Qt::OtherFocusReason);
    });
    m_helpPage->open();
}

void FilterField::openMenu()
{
    m_popup->hide();
    if (m_menu) {
        m_menu->popup(mapToGlobal(QPoint(0, height() + 1)));
    }
}

void FilterField::retranslate()
{
    m_menuSign->setText(tr("Saved filters"));
    m_menuSign->setToolTip(tr("Saved filters (Alt+Down)"));
    m_back->setText(tr("&Previous filter"));
    m_forward->setText(tr("Ne&xt filter"));
    m_help->setText(tr("Filters &explained"));
    m_help->setToolTip(tr("What can be written here (F1)"));
    m_popup->setAccessibleName(tr("Suggestions"));
}

void FilterField::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        check();
    } else if (event->type() == QEvent::PaletteChange && m_popup) {
        check();
    }
}

} // namespace lockscope::ui
