// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

class QFileDialog;
class QWidget;

namespace lockscope::ui {

/// Asks where to save; does not wait for the answer, which is QFileDialog::fileSelected.
///
/// @param name  proposed for the file, perhaps with a folder; its suffix says what is offered, and is added to what
///              the user types without one: csv, json, pdf, png, svg or txt.
/// @returns the dialog, which is open and goes when it is closed.
QFileDialog* askWhereToSave(QWidget* parent, const QString& title, const QString& name);

/// Writes the file as a whole or not at all; empty, or a sentence that says why not.
[[nodiscard]] QString saveFile(const QString& path, const QByteArray& content);

} // namespace lockscope::ui
