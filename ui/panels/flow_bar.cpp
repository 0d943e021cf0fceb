// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/flow_bar.hpp"

#include "panels/flow_layout.hpp"

#include <QEvent>
#include <QTimer>

namespace lockscope::ui {

FlowBar::FlowBar(QWidget* parent) : QWidget(parent), m_row(new FlowLayout(this))
{
    m_row->setContentsMargins(4, 4, 4, 0);
}

void FlowBar::comeFirst()
{
    QWidget* before = parentWidget();
    for (int at = 0; at < m_row->count(); ++at) {
        QWidget* part = m_row->itemAt(at)->widget();
        if (part == nullptr) {
            continue;
        }
        const bool isGroup = part->focusPolicy() == Qt::NoFocus;
        const auto stops =
            isGroup ? part->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly) : QList<QWidget*>{part};
        for (QWidget* stop : stops) {
            if ((stop->focusPolicy() & Qt::TabFocus) == Qt::TabFocus) {
                setTabOrder(before, stop);
                before = stop;
            }
        }
    }
}

bool FlowBar::event(QEvent* event)
{
    const bool taken = QWidget::event(event);
    switch (event->type()) {
    case QEvent::LayoutRequest: fit(); break;
    case QEvent::Show:
    case QEvent::FontChange:
    case QEvent::StyleChange: // What is in it gets them after this, and of what is hidden no layout hears.
        QTimer::singleShot(0, this, [this] {
            m_row->remeasure();
            fit();
        });
        break;
    default: break;
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
