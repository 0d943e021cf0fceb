// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/pane_actions.hpp"

#include "text/live_text.hpp"
#include "text/server_text.hpp"

#include <QAction>
#include <QSplitter>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kStep = 2; ///< Lines of text.

/// The part that gives what another one gets: the next one that is shown, or the one before.
int neighbourOf(const QSplitter& splitter, int part)
{
    for (int next = part + 1; next < splitter.count(); ++next) {
        if (!splitter.widget(next)->isHidden()) {
            return next;
        }
    }
    for (int before = part - 1; before >= 0; --before) {
        if (!splitter.widget(before)->isHidden()) {
            return before;
        }
    }
    return -1;
}

/// Negative: it becomes smaller. No part becomes smaller than it may be.
void grow(QSplitter& splitter, int part, int lines)
{
    const int other = neighbourOf(splitter, part);
    if (other < 0 || !splitter.isVisible()) { // Never laid out, it has no sizes to start from.
        return;
    }
    QList<int> sizes = splitter.sizes();
    const int wanted = lines * splitter.fontMetrics().height();
    const int by = std::max(std::min(wanted, sizes.at(other) - 1), 1 - sizes.at(part));
    sizes[part] += by;
    sizes[other] -= by;
    splitter.setSizes(sizes);
}

} // namespace

PaneActions::PaneActions(QSplitter& across, QSplitter& down, QObject* parent)
    : QObject(parent)
    , m_across(across)
    , m_down(down)
    , m_wider(new QAction(this))
    , m_narrower(new QAction(this))
    , m_higher(new QAction(this))
    , m_lower(new QAction(this))
    , m_larger(new QAction(this))
    , m_smaller(new QAction(this))
{
    m_narrower->setShortcut(QKeySequence(Qt::Key_F7));
    m_wider->setShortcut(QKeySequence(Qt::Key_F8));
    m_lower->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F7));
    m_higher->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F8));
    m_smaller->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F7));
    m_larger->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F8));
    connect(m_wider, &QAction::triggered, this, [this] { grow(m_across, 1, kStep); });
    connect(m_narrower, &QAction::triggered, this, [this] { grow(m_across, 1, -kStep); });
    connect(m_higher, &QAction::triggered, this, [this] { grow(m_down, 1, kStep); });
    connect(m_lower, &QAction::triggered, this, [this] { grow(m_down, 1, -kStep); });
    connect(m_larger, &QAction::triggered, this, [this] { growFocused(kStep); });
    connect(m_smaller, &QAction::triggered, this, [this] { growFocused(-kStep); });
    keepTranslated(across, [this] { retranslate(); });
}

QList<QAction*> PaneActions::actions() const
{
    return {m_wider, m_narrower, m_higher, m_lower, m_larger, m_smaller};
}

/// Of the innermost divided part of the window.
void PaneActions::growFocused(int lines)
{
    QWidget* part = m_across.window()->focusWidget();
    for (; part != nullptr && !part->isWindow(); part = part->parentWidget()) {
        auto* splitter = qobject_cast<QSplitter*>(part->parentWidget());
        const int index = splitter != nullptr ? splitter->indexOf(part) : -1;
        if (index >= 0 && neighbourOf(*splitter, index) >= 0) {
            grow(*splitter, index, lines);
            return;
        }
    }
}

/// Tool tips say why there is nothing to size.
void PaneActions::update()
{
    const auto offer = [](const QSplitter& splitter, const QList<QAction*>& actions, const QString& hidden) {
        const bool isShown = !splitter.isHidden() && !splitter.widget(1)->isHidden();
        const bool canBeSized = isShown && neighbourOf(splitter, 1) >= 0;
        for (QAction* action : actions) {
            action->setEnabled(canBeSized);
            action->setToolTip(toolTipText(isShown ? tr("Nothing is beside it.") : hidden));
            if (canBeSized) {
                action->setToolTip(QString());
            }
        }
    };
    offer(m_across, {m_wider, m_narrower}, tr("The detail is hidden."));
    offer(m_down, {m_higher, m_lower}, tr("The panels are hidden."));
}

void PaneActions::retranslate()
{
    m_wider->setText(tr("Detail &wider"));
    m_narrower->setText(tr("Detail &narrower"));
    m_higher->setText(tr("Panels &higher"));
    m_lower->setText(tr("Panels &lower"));
    m_larger->setText(tr("Part with the focus la&rger"));
    m_smaller->setText(tr("Part with the focus &smaller"));
    if (m_across.count() > 1 && m_down.count() > 1) {
        update();
    }
}

} // namespace lockscope::ui
