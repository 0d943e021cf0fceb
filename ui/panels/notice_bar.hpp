// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QBoxLayout;
class QLabel;

namespace lockscope::ui {

struct Theme;

/// A coloured bar across the window: a sentence, and controls beside it, or below it where there is little room. In a
/// window that is too low for all that it shows, the sentence scrolls.
class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

protected:
    [[nodiscard]] QLabel& text() const { return *m_text; }
    void addControl(QWidget* control);
    /// A button for @p action, as long as that is visible.
    void addButton(QAction* action);
    [[nodiscard]] virtual QColor markColor(const Theme& theme) const = 0;

    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QBoxLayout* m_layout;
    QBoxLayout* m_controls;
    QLabel* m_text;
};

} // namespace lockscope::ui
