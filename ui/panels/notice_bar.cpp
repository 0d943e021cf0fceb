// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/notice_bar.hpp"

#include "panels/letter_button.hpp"
#include "panels/yielding_label.hpp"
#include "text/server_text.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// With fewer characters side by side, a text that needs them would be a column of single words.
constexpr int kWideChars = 90;

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_controls(new QHBoxLayout)
    , m_text(plainLabel({}, this))
{
    m_layout->setContentsMargins(14, 6, 12, 6);
    m_layout->addWidget(new YieldingLabel(m_text, this), 1);
    m_controls->addStretch(1);
    m_layout->addLayout(m_controls);
}

void NoticeBar::addControl(QWidget* control)
{
    m_controls->addWidget(control);
}

void NoticeBar::addButton(QAction* action)
{
    auto* button = new LetterButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    addControl(button);
    connect(action, &QAction::changed, button, [action, button] { button->setVisible(action->isVisible()); });
}

void NoticeBar::arrange()
{
    const QMargins edges = m_layout->contentsMargins();
    const int line = edges.left() + m_text->fontMetrics().horizontalAdvance(m_text->text()) + m_layout->spacing()
                   + m_controls->sizeHint().width() + edges.right();
    const bool isWide = width() >= std::min(line, kWideChars * fontMetrics().averageCharWidth());
    m_layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

bool NoticeBar::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) { // another text, or a button less
        arrange();
    }
    return QFrame::event(event);
}

void NoticeBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void NoticeBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        arrange();
    }
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    const QColor color = markColor(theme);
    QPainter painter(this);
    painter.fillRect(rect(), mixed(theme.window, color, 0.14));
    painter.fillRect(QRect(0, 0, 4, height()), color);
}

} // namespace lockscope::ui
