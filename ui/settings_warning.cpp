// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_warning.hpp"

#include "settings.hpp"

#include <QApplication>
#include <QDir>
#include <QMessageBox>

#include <algorithm>

namespace lockscope::ui {
namespace {

const QString kName = QStringLiteral("settingsWarning");

bool isSaid()
{
    const QWidgetList all = QApplication::topLevelWidgets();
    return std::any_of(all.begin(), all.end(),
                       [](const QWidget* each) { return each->objectName() == kName && each->isVisible(); });
}

/// A dialog may go at any moment, and what it has opened with it.
QWidget& mainWindowOf(QWidget& window)
{
    QWidget* parent = window.parentWidget();
    return parent == nullptr ? window : mainWindowOf(*parent->window());
}

} // namespace

SettingsWarning::SettingsWarning(const Settings& settings, QWidget& window) : QObject(&window), m_window(window)
{
    // Later, in the language that may just be being chosen.
    connect(&settings.news(), &SettingsNews::notSaved, this, &SettingsWarning::say, Qt::QueuedConnection);
}

void SettingsWarning::say(const QString& file)
{
    if (isSaid()) {
        return;
    }
    QWidget* front = QApplication::activeWindow();
    auto* box = new QMessageBox(&mainWindowOf(front == nullptr ? m_window : *front));
    box->setTextFormat(Qt::PlainText);
    box->setObjectName(kName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setText(tr("The settings could not be saved to %1; changes last until the program ends.")
                     .arg(QDir::toNativeSeparators(file)));
    box->open();
}

} // namespace lockscope::ui
