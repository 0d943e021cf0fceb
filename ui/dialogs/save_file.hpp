// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

class QFileDialog;
class QIODevice;
class QSaveFile;
class QWidget;

namespace lockscope::ui {

/// Asks where to save; does not wait for the answer, which is QFileDialog::fileSelected.
///
/// @param name  proposed for the file, perhaps with a folder; its suffix says what is offered, and is added to what
///              the user types without one: csv, json, pdf, png, svg or txt.
/// @returns the dialog, which is open and goes when it is closed.
QFileDialog* askWhereToSave(QWidget* parent, const QString& title, const QString& name);

/// The name of a file that says of which server and of when its content is: "events-prod-cache-20261129-0315.csv".
///
/// @param file    "events.csv"
/// @param server  what it is called; whatever a file's name should not have in it is left out
/// @param now     local time
[[nodiscard]] QString nameWithSource(const QString& file, const QString& server, const QDateTime& now);

/// Opens the file for what will take its place; empty, or a sentence that says why not. A new file is for its owner
/// alone. A device or a pipe, also behind
/// a link, is never replaced: as /dev/full it would be an ordinary file for all programs from then on.
[[nodiscard]] QString openToReplace(QSaveFile& file);
/// Puts what was written in the place of the file; empty, or a sentence that says why not. Then the old one stays.
[[nodiscard]] QString commitWhole(QSaveFile& file);

/// Why not all of something was written to this, which is then of no use any more: no room, for example.
[[nodiscard]] QString whyNotWritten(QIODevice& to);

/// Writes the file as a whole or not at all; empty, or a sentence that says why not.
[[nodiscard]] QString saveFile(const QString& path, const QByteArray& content);

} // namespace lockscope::ui
