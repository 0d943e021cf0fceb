// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/seed.hpp"

#include <QPointer>
#include <QString>
#include <QStringList>

class QDialog;
class QWidget;

namespace lockscope::random {

/// Somebody who uses the windows of this program without a thought: keys, mouse, wheel and actions wherever they lead.
class Hands
{
public:
    /// @param words what they type, besides single keys
    Hands(std::uint64_t seed, QStringList words);

    /// One step. May open a dialog that has an event loop of its own, and return only after it.
    void doSomething();
    /// What was done last, newest last: to tell what led to a crash.
    [[nodiscard]] const QStringList& lately() const { return m_lately; }
    [[nodiscard]] int steps() const { return m_steps; }

private:
    enum class Mouse { click, doubleClick, rightClick, drag };

    [[nodiscard]] QWidget* front();
    [[nodiscard]] QWidget* focused(QWidget& front);
    [[nodiscard]] QWidget* anyPart(QWidget& front);
    void note(const QString& step);
    void leaveWhatHolds(QWidget& front);

    void press(QWidget& front);
    void type(QWidget& front);
    void click(QWidget& front);
    void turnWheel(QWidget& front);
    void trigger(QWidget& front);
    void resize(QWidget& front);
    void answer(QDialog& dialog);

    test::Dice m_dice;
    QStringList m_words, m_lately;
    QPointer<QWidget> m_lastFront;
    int m_stepsThere = 0;
    int m_steps = 0;
};

} // namespace lockscope::random
