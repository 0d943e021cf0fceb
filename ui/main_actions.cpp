// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_actions.hpp"

#include "comfort/action_list.hpp"
#include "language.hpp"
#include "theme/icons.hpp"

namespace lockscope::ui {
MainActions::MainActions(QObject* parent) : QObject(parent)
{
    makeChoices(quickFilters, {QuickFilter::all, QuickFilter::held, QuickFilter::contended, QuickFilter::stuck});
    makeChoices(themes, {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark, ThemeChoice::highContrast});
    auto* group = new QActionGroup(this);
    for (const QString& code : Language::all()) {
        QAction* action = make(nullptr);
        action->setCheckable(true);
        action->setText(Language::nativeName(code)); // in its own language, whatever the window speaks
        group->addAction(action);
        languages[code] = action;
    }
    for (QAction* action : {pause, showDetail, showBottom}) {
        action->setCheckable(true);
    }
    showDetail->setChecked(true);
    showBottom->setChecked(true);
    quickFilters[QuickFilter::all]->setChecked(true);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
    setShortcuts();
    retranslate();
}

QAction* MainActions::make(const char* iconName)
{
    auto* action = new QAction(this);
    if (iconName != nullptr) {
        action->setIcon(icon(QString::fromLatin1(iconName)));
    }
    return action;
}

template <typename Key>
void MainActions::makeChoices(std::map<Key, QAction*>& choices, std::initializer_list<Key> keys)
{
    auto* group = new QActionGroup(this);
    for (const Key key : keys) {
        QAction* action = make(nullptr);
        action->setCheckable(true);
        group->addAction(action);
        choices[key] = action;
    }
}

void MainActions::setShortcuts()
{
    newWindow->setShortcut(QKeySequence::New);
    connectToServer->setShortcut(QKeySequence::Open);
    startSandbox->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    reconnect->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    disconnectFromServer->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    pause->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    adminMode->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U));
    copyName->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    refresh->setShortcut(QKeySequence(Qt::Key_F5));
    find->setShortcut(QKeySequence::Find);
    clearFilter->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    quickFilters[QuickFilter::all]->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_1));
    quickFilters[QuickFilter::held]->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_2));
    quickFilters[QuickFilter::contended]->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_3));
    quickFilters[QuickFilter::stuck]->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_4));
    showDetail->setShortcut(QKeySequence(Qt::Key_F9));
    showBottom->setShortcut(QKeySequence(Qt::Key_F10));
    zoomIn->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    zoomOut->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Minus));
    zoomReset->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
}

void MainActions::retranslate()
{
    newWindow->setText(tr("&New window"));
    connectToServer->setText(tr("&Connect to a server…"));
    startSandbox->setText(tr("&Start a sandbox"));
    reconnect->setText(tr("R&econnect"));
    disconnectFromServer->setText(tr("&Disconnect"));
    pause->setText(tr("&Pause"));
    pause->setToolTip(tr("Stop reading from the server"));
    permissions->setText(tr("&Missing permissions…"));
    diagnostics->setText(tr("Dia&gnostics…"));
    quit->setText(tr("&Quit"));
    copyName->setText(tr("&Copy the name"));
    refresh->setText(tr("&Read again"));
    find->setText(tr("&Filter"));
    clearFilter->setText(tr("Clear the filte&r"));
    quickFilters[QuickFilter::all]->setText(tr("&All", "locks"));
    quickFilters[QuickFilter::held]->setText(tr("&Held", "locks"));
    quickFilters[QuickFilter::contended]->setText(tr("Conten&ded", "locks"));
    quickFilters[QuickFilter::stuck]->setText(tr("Stuc&k", "locks"));
    showDetail->setText(tr("&Detail"));
    showBottom->setText(tr("&Panels below"));
    themes[ThemeChoice::system]->setText(tr("As the &system", "theme"));
    themes[ThemeChoice::light]->setText(tr("&Light", "theme"));
    themes[ThemeChoice::dark]->setText(tr("&Dark", "theme"));
    themes[ThemeChoice::highContrast]->setText(tr("&High contrast", "theme"));
    zoomIn->setText(tr("Zoom &in"));
    zoomOut->setText(tr("Zoom &out"));
    showZoom(m_zoom);
    tour->setText(tr("Take the &tour"));
    about->setText(tr("&About Lockscope"));

    pause->setIconText(buttonText(pause->text()));
    for (const auto& [quick, action] : quickFilters) {
        action->setIconText(buttonText(action->text()));
    }
}

void MainActions::showZoom(int percent)
{
    m_zoom = percent;
    zoomReset->setText(percent == 100 ? tr("&Normal size") : tr("&Normal size (now %1 %)").arg(percent));
}

} // namespace lockscope::ui
