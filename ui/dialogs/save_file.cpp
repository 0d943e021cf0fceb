// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/save_file.hpp"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QStringList>

namespace lockscope::ui {
namespace {

class SaveFile
{
    Q_DECLARE_TR_FUNCTIONS(SaveFile)

public:
    static QString filter(const QString& suffix)
    {
        if (suffix == QLatin1String("csv")) {
            return tr("Comma-separated values (*.csv)");
        }
        if (suffix == QLatin1String("json")) {
            return tr("JSON (*.json)");
        }
        if (suffix == QLatin1String("pdf")) {
            return tr("PDF (*.pdf)");
        }
        if (suffix == QLatin1String("png")) {
            return tr("PNG picture (*.png)");
        }
        if (suffix == QLatin1String("svg")) {
            return tr("SVG drawing (*.svg)");
        }
        return tr("Text (*.txt)");
    }
};

} // namespace

QFileDialog* askWhereToSave(QWidget* parent, const QString& title, const QString& name)
{
    const QFileInfo proposed(name);
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(proposed.suffix());
    dialog->setNameFilter(SaveFile::filter(proposed.suffix()));
    if (proposed.isAbsolute()) {
        dialog->setDirectory(proposed.absolutePath());
    }
    dialog->selectFile(proposed.fileName());
    dialog->open();
    return dialog;
}

QString nameWithSource(const QString& file, const QString& server, const QDateTime& now)
{
    constexpr qsizetype kLongestServer = 60;
    QString source;
    for (const QChar character : server) {
        if (character.isLetterOrNumber() || character == QLatin1Char('.') || character == QLatin1Char('_')) {
            source += character;
        } else if (!source.isEmpty() && !source.endsWith(QLatin1Char('-'))) {
            source += QLatin1Char('-');
        }
    }
    source.truncate(kLongestServer);
    if (source.endsWith(QLatin1Char('-'))) {
        source.chop(1);
    }
    QStringList parts{QFileInfo(file).completeBaseName()};
    if (!source.isEmpty()) {
        parts << source;
    }
    parts << now.toString(QStringLiteral("yyyyMMdd-HHmm"));
    return parts.join(QLatin1Char('-')) + QLatin1Char('.') + QFileInfo(file).suffix();
}

QString openToReplace(QSaveFile& file)
{
    const QFileInfo old(file.fileName());
    if (old.exists() && !old.isFile()) {
        return SaveFile::tr("This is not a regular file; it is not replaced");
    }
    if (!file.open(QIODevice::WriteOnly)) {
        return file.errorString();
    }
    // What is exported names people and their reasons, as the audit log does. An old file keeps its mode, and where a
    // file system has none it is written all the same.
    if (!old.exists()) {
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    return {};
}

QString commitWhole(QSaveFile& file)
{
    // Committing alone passes over what fails in its own flushing: it may put a cut file in the place of the old one,
    // and no longer knows why it failed.
    if (!file.flush()) {
        return whyNotWritten(file);
    }
    return file.commit() ? QString() : file.errorString();
}

QString whyNotWritten(QIODevice& to)
{
    // Where a part still found room, only the next attempt is told why the rest did not.
    to.write(" ");
    if (auto* file = qobject_cast<QFileDevice*>(&to)) {
        file->flush();
    }
    return to.errorString();
}

QString saveFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    if (QString why = openToReplace(file); !why.isEmpty()) {
        return why;
    }
    return file.write(content) == content.size() ? commitWhole(file) : whyNotWritten(file);
}

} // namespace lockscope::ui
