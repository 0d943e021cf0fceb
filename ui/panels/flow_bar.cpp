// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/flow_bar.hpp"

#include "panels/flow_layout.hpp"

#include <QEvent>

namespace lockscope::ui {

FlowBar::FlowBar(QWidget* parent) : QWidget(parent), m_row(new FlowLayout(this))
{
    m_row->setContentsMargins(4, 4, 4, 0);
}

bool FlowBar::event(QEvent* event)
{
    const bool taken = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return taken;
}

void FlowBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void FlowBar::fit()
{
    setFixedHeight(m_row->heightForWidth(width()));
}

} // namespace lockscope::ui
