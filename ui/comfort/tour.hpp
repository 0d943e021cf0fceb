// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/barrier.hpp"

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// Three steps over the window for somebody who sees it for the first time: the table, the detail, how to unlock
/// actions. Darkens all but the part it speaks of. Enter or Right goes on, Left goes back, Esc ends it; whoever shows
/// it remembers that it was seen.
class Tour : public QWidget
{
    Q_OBJECT

public:
    /// Parts of the window, any of them may be null or go away.
    struct Places
    {
        QPointer<QWidget> table;
        QPointer<QWidget> detail;
        QPointer<QWidget> unlock;
        Barrier barrier = Barrier::none; ///< Why nothing can be unlocked.
    };
    /// @param window covered as a whole
    Tour(Places places, QWidget* window);

    /// From the first step.
    void start();
    [[nodiscard]] int step() const { return m_step; }

signals:
    /// Gone through, or skipped.
    void finished();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void go(int step);
    void end();
    void showStep();
    void arrange();
    [[nodiscard]] bool isOurs(const QKeySequence& keys) const;
    [[nodiscard]] QWidget* place() const;
    [[nodiscard]] QRect placeRect() const;

    Places m_places;
    QWidget* m_card;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
    QPointer<QWidget> m_focusBefore;
    int m_step = 0;
};

} // namespace lockscope::ui
