// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/elided_label.hpp"

#include "text/character_width.hpp"
#include "text/server_text.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace lockscope::ui {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QWidget(parent), m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text) {
        return;
    }
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {qMin(fontMetrics().horizontalAdvance(m_text), characterWidth(fontMetrics()) * 60) + 2,
            fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 8, fontMetrics().height()};
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && fontMetrics().horizontalAdvance(m_text) > width()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipText(m_text), this);
        return true;
    }
    return QWidget::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, m_mode, width()));
}

} // namespace lockscope::ui
