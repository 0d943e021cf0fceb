// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/part_focus.hpp"

#include "panels/focus.hpp"
#include "text/live_text.hpp"

#include <QAction>
#include <QWidget>

namespace lockscope::ui {

PartFocus::PartFocus(const QList<QWidget*>& parts, QObject* parent)
    : QObject(parent)
    , m_next(new QAction(this))
    , m_previous(new QAction(this))
{
    for (QWidget* part : parts) {
        m_parts << Part{part, nullptr};
    }
    m_next->setShortcut(QKeySequence(Qt::Key_F6));
    m_previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F6));
    connect(m_next, &QAction::triggered, this, [this] { go(1); });
    connect(m_previous, &QAction::triggered, this, [this] { go(-1); });
    keepTranslated(*parts.first(), [this] { retranslate(); });
}

QList<QAction*> PartFocus::actions() const
{
    return {m_next, m_previous};
}

/// From where the keys are in none of them: as if they were before the first, or behind the last.
void PartFocus::go(int step)
{
    const auto count = static_cast<int>(m_parts.size());
    int at = step > 0 ? -1 : count;
    for (int i = 0; i < count; ++i) {
        QWidget* part = m_parts[i].widget;
        QWidget* focus = part != nullptr ? part->window()->focusWidget() : nullptr;
        if (focus != nullptr && (focus == part || part->isAncestorOf(focus))) {
            m_parts[i].last = focus;
            at = i;
        }
    }
    for (int tried = 0; tried < count; ++tried) {
        at = (at + step + count) % count;
        Part& part = m_parts[at];
        if (part.widget != nullptr && part.widget->isVisible() && part.widget->isEnabled()) {
            enter(part);
            return;
        }
    }
}

void PartFocus::enter(Part& part)
{
    const bool isThere = part.last != nullptr && part.last->isVisible() && part.last->isEnabled();
    if (isThere) {
        part.last->setFocus(Qt::TabFocusReason);
    } else if (part.widget->focusPolicy() != Qt::NoFocus) {
        part.widget->setFocus(Qt::TabFocusReason);
    } else {
        focusFirstOf(*part.widget);
    }
}

void PartFocus::retranslate()
{
    m_next->setText(tr("Ne&xt part", "of the window, to which the keys go"));
    m_previous->setText(tr("Pre&vious part", "of the window, to which the keys go"));
}

} // namespace lockscope::ui
