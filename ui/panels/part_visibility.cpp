// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/part_visibility.hpp"

#include "panels/focus.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QSplitter>

#include <utility>

namespace lockscope::ui {

PartVisibility::PartVisibility(QSplitter& across, QSplitter& down, QObject* parent)
    : QObject(parent)
    , m_across(across)
    , m_down(down)
    , m_detailAlone(new QAction(this))
    , m_panelsAlone(new QAction(this))
{
    m_detailAlone->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F9));
    m_panelsAlone->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F10));
    m_panelsAlone->setIconVisibleInMenu(false); // it would stand in place of the tick
    for (const Part part : {Part::detail, Part::panels}) {
        QAction* action = aloneAction(part);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this,
                [this, part](bool alone) { alone ? showAlone(part) : showTogether(); });
        connect(action, &QAction::enabledChanged, this, &PartVisibility::retranslate);
    }
    keepTranslated(across, [this] { retranslate(); });
}

void PartVisibility::setWanted(Part part, bool wanted)
{
    (part == Part::detail ? m_detail : m_panels) = wanted;
    show(Shown::together);
}

void PartVisibility::bring(Part part)
{
    emit requested(part);
    m_left = nullptr; // nobody has asked to go back
    if (m_shown != alone(part)) {
        showTogether();
    }
}

void PartVisibility::showAlone(Part part)
{
    show(alone(part));
}

void PartVisibility::showTogether()
{
    if (m_shown != Shown::together) {
        show(Shown::together);
    }
}

void PartVisibility::show(Shown shown)
{
    const Shown before = std::exchange(m_shown, shown);
    QWidget* detail = m_across.widget(1);
    QWidget* panels = m_down.widget(1);
    QWidget* alone = shown == Shown::detailAlone ? detail : shown == Shown::panelsAlone ? panels : nullptr;
    const QPointer<QWidget> focus = m_down.window()->focusWidget();
    const bool isFocusHere = focus != nullptr && m_down.isAncestorOf(focus);
    m_across.widget(0)->setVisible(shown != Shown::detailAlone);
    detail->setVisible(alone == detail || m_detail);
    m_across.setVisible(shown != Shown::panelsAlone);
    panels->setVisible(alone == panels || (alone == nullptr && m_panels));
    if (before != Shown::together && shown == Shown::together) {
        for (QSplitter* splitter : {&m_across, &m_down}) {
            splitter->refresh(); // there is a divider again
        }
    }
    m_detailAlone->setChecked(shown == Shown::detailAlone);
    m_panelsAlone->setChecked(shown == Shown::panelsAlone);
    retranslate();
    emit changed(); // now they have their room
    if (alone != nullptr && !alone->isAncestorOf(focus)) {
        m_left = isFocusHere ? focus : nullptr;
        focusFirstOf(*alone);
        m_entered = alone->window()->focusWidget();
        return;
    }
    const bool goesBack = alone == nullptr && m_left && m_left->isVisibleTo(&m_down) && focus == m_entered;
    if (goesBack) { // nobody has gone elsewhere meanwhile
        m_left->setFocus();
    } else if (isFocusHere && (!focus || !focus->isVisibleTo(&m_down))) {
        m_across.widget(0)->setFocus(); // the next in line would be in the tool bar
    }
    m_left = nullptr;
}

void PartVisibility::retranslate()
{
    m_detailAlone->setText(tr("&Only the detail"));
    m_panelsAlone->setText(tr("Only the pan&els"));
    const bool alone = m_shown == Shown::panelsAlone;
    m_panelsAlone->setIcon(icon(alone ? QStringLiteral("shrink") : QStringLiteral("expand")));
    if (!m_panelsAlone->isEnabled()) {
        return; // whoever disabled it says why
    }
    const QString keys = m_panelsAlone->shortcut().toString(QKeySequence::NativeText);
    m_panelsAlone->setToolTip(toolTipText(alone ? tr("Show the table again (%1)").arg(keys)
                                                : tr("Give the panels the whole window (%1)").arg(keys)));
}

} // namespace lockscope::ui
