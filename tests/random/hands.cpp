// SPDX-License-Identifier: GPL-3.0-or-later
#include "hands.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <array>

namespace lockscope::random {
namespace {

constexpr int kMostLately = 40;
constexpr qsizetype kLongestTyped = 100;
constexpr int kPatience = 80; ///< So many steps in one popup or dialog, and it is left.

QString nameOf(const QWidget& widget)
{
    return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName();
}

template <typename Range>
auto& oneOf(Range& range, test::Dice& dice)
{
    return *std::next(std::begin(range), dice.below(static_cast<int>(std::size(range))));
}

} // namespace

Hands::Hands(std::uint64_t seed, QStringList words) : m_dice(seed), m_words(std::move(words)) {}

void Hands::doSomething()
{
    QWidget* target = front();
    if (target == nullptr) {
        return;
    }
    ++m_steps;
    m_stepsThere = m_lastFront == target ? m_stepsThere + 1 : 0;
    m_lastFront = target;
    auto* dialog = qobject_cast<QDialog*>(target);
    if (m_stepsThere > kPatience && (dialog != nullptr || qobject_cast<QMenu*>(target) != nullptr)) {
        leaveWhatHolds(*target);
        return;
    }
    const int kind = m_dice.below(100);
    if (dialog != nullptr && kind < 6) {
        answer(*dialog);
    } else if (kind < 40) {
        press(*target);
    } else if (kind < 48) {
        type(*target);
    } else if (kind < 76) {
        click(*target);
    } else if (kind < 82) {
        turnWheel(*target);
    } else if (kind < 98) {
        trigger(*target);
    } else {
        resize(*target);
    }
}

/// What a person could use now: a popup before a dialog before a window.
QWidget* Hands::front()
{
    if (QWidget* popup = QApplication::activePopupWidget(); popup != nullptr) {
        return popup;
    }
    if (QWidget* modal = QApplication::activeModalWidget(); modal != nullptr) {
        return modal;
    }
    QWidgetList windows = QApplication::topLevelWidgets();
    windows.removeIf([](const QWidget* widget) { return !widget->isVisible() || !widget->isWindow(); });
    return windows.isEmpty() ? nullptr : oneOf(windows, m_dice);
}

QWidget* Hands::focused(QWidget& front)
{
    if (m_dice.below(20) == 0) {
        if (QWidget* part = anyPart(front); part != nullptr && part->focusPolicy() != Qt::NoFocus) {
            part->setFocus();
        }
    }
    return front.focusWidget() != nullptr ? front.focusWidget() : &front;
}

QWidget* Hands::anyPart(QWidget& front)
{
    QList<QWidget*> parts = front.findChildren<QWidget*>();
    parts.removeIf([](const QWidget* part) {
        return !part->isVisible() || !part->isEnabled() || part->isWindow() || part->visibleRegion().isEmpty();
    });
    return parts.isEmpty() ? &front : oneOf(parts, m_dice);
}

void Hands::note(const QString& step)
{
    m_lately.append(step);
    if (m_lately.size() > kMostLately) {
        m_lately.removeFirst();
    }
}

void Hands::leaveWhatHolds(QWidget& front)
{
    note(QStringLiteral("leave ") + nameOf(front));
    m_stepsThere = 0;
    if (auto* dialog = qobject_cast<QDialog*>(&front); dialog != nullptr) {
        dialog->reject();
    } else {
        front.close();
    }
}

void Hands::press(QWidget& front)
{
    static const std::array keys{Qt::Key_Tab,    Qt::Key_Tab,       Qt::Key_Backtab, Qt::Key_Return, Qt::Key_Enter,
                                 Qt::Key_Escape, Qt::Key_Space,     Qt::Key_Up,      Qt::Key_Down,   Qt::Key_Left,
                                 Qt::Key_Right,  Qt::Key_Home,      Qt::Key_End,     Qt::Key_PageUp, Qt::Key_PageDown,
                                 Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_F1,      Qt::Key_F2,     Qt::Key_F5,
                                 Qt::Key_F10,    Qt::Key_A,         Qt::Key_C,       Qt::Key_F,      Qt::Key_G,
                                 Qt::Key_K,      Qt::Key_X,         Qt::Key_Z,       Qt::Key_1,      Qt::Key_5,
                                 Qt::Key_Plus,   Qt::Key_Minus,     Qt::Key_Period,  Qt::Key_Menu,   Qt::Key_Slash};
    static const std::array<Qt::KeyboardModifiers, 8> modifiers{Qt::NoModifier,
                                                                Qt::NoModifier,
                                                                Qt::NoModifier,
                                                                Qt::ShiftModifier,
                                                                Qt::ControlModifier,
                                                                Qt::AltModifier,
                                                                Qt::ControlModifier | Qt::ShiftModifier,
                                                                Qt::NoModifier};
    QWidget* target = focused(front);
    const Qt::Key key = oneOf(keys, m_dice);
    const Qt::KeyboardModifiers with = oneOf(modifiers, m_dice);
    note(QKeySequence(QKeyCombination(with, key)).toString() + QStringLiteral(" at ") + nameOf(*target));
    QTest::keyClick(target, key, with);
}

void Hands::type(QWidget& front)
{
    QWidget* target = focused(front);
    const QString& words = oneOf(m_words, m_dice);
    note(QStringLiteral("type “") + words.left(30) + QStringLiteral("” at ") + nameOf(*target));
    if (words.size() > kLongestTyped) {
        QGuiApplication::clipboard()->setText(words);
        QTest::keyClick(target, Qt::Key_V, Qt::ControlModifier);
        return;
    }
    const QPointer<QWidget> watched = target;
    for (const QChar character : words) {
        if (watched.isNull()) {
            return;
        }
        QKeyEvent down(QEvent::KeyPress, 0, Qt::NoModifier, QString(character));
        QApplication::sendEvent(watched, &down);
    }
}

void Hands::click(QWidget& front)
{
    QPointer<QWidget> target = anyPart(front);
    const QPoint place(m_dice.below(std::max(target->width(), 1)), m_dice.below(std::max(target->height(), 1)));
    const auto kind = static_cast<Mouse>(std::max(m_dice.below(8) - 4, 0));
    const Qt::KeyboardModifiers with = m_dice.below(6) == 0  ? Qt::ControlModifier
                                     : m_dice.below(10) == 0 ? Qt::ShiftModifier
                                                             : Qt::NoModifier;
    note(QStringLiteral("mouse %1 at %2 (%3, %4)")
             .arg(static_cast<int>(kind))
             .arg(nameOf(*target))
             .arg(place.x())
             .arg(place.y()));
    switch (kind) {
    case Mouse::click: QTest::mouseClick(target, Qt::LeftButton, with, place); break;
    case Mouse::doubleClick:
        QTest::mouseClick(target, Qt::LeftButton, with, place);
        if (!target.isNull()) {
            QTest::mouseDClick(target, Qt::LeftButton, with, place);
        }
        break;
    case Mouse::rightClick: {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, target->mapToGlobal(place));
        QApplication::sendEvent(target, &event);
        break;
    }
    case Mouse::drag:
        QTest::mousePress(target, Qt::LeftButton, with, place);
        for (int i = 0; i < 4 && !target.isNull(); ++i) {
            QTest::mouseMove(target, QPoint(m_dice.below(std::max(target->width(), 1)),
                                            m_dice.below(std::max(target->height(), 1))));
        }
        if (!target.isNull()) {
            QTest::mouseRelease(target, Qt::LeftButton, with, place);
        }
        break;
    }
}

void Hands::turnWheel(QWidget& front)
{
    QWidget* target = anyPart(front);
    const QPointF place(m_dice.below(std::max(target->width(), 1)), m_dice.below(std::max(target->height(), 1)));
    const QPoint angle = m_dice.below(4) == 0 ? QPoint(m_dice.below(480) - 240, 0) : QPoint(0, m_dice.below(960) - 480);
    note(QStringLiteral("wheel at ") + nameOf(*target));
    QWheelEvent event(place, target->mapToGlobal(place), {}, angle, Qt::NoButton,
                      m_dice.below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

void Hands::trigger(QWidget& front)
{
    QList<QAction*> actions = front.findChildren<QAction*>();
    actions.removeIf([](const QAction* action) { return !action->isEnabled() || action->isSeparator(); });
    if (actions.isEmpty()) {
        return;
    }
    QAction* action = oneOf(actions, m_dice);
    note(QStringLiteral("action ") + action->text());
    action->trigger();
}

void Hands::resize(QWidget& front)
{
    const QSize size(100 + m_dice.below(1800), 80 + m_dice.below(1100));
    note(QStringLiteral("resize %1 to %2 × %3").arg(nameOf(front)).arg(size.width()).arg(size.height()));
    front.resize(size);
}

/// By a button, the likely one: so they come further than by keys alone.
void Hands::answer(QDialog& dialog)
{
    QList<QPushButton*> buttons = dialog.findChildren<QPushButton*>();
    buttons.removeIf([](const QPushButton* button) { return !button->isVisible() || !button->isEnabled(); });
    if (buttons.isEmpty()) {
        return;
    }
    const auto found =
        std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) { return button->isDefault(); });
    QPushButton* button = found != buttons.end() && m_dice.below(2) == 0 ? *found : oneOf(buttons, m_dice);
    note(QStringLiteral("button ") + button->text());
    button->click();
}

} // namespace lockscope::random
