// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/save_file.hpp"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

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

QString saveFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    // Committing alone may put a cut file in the place of the old one: it passes over what fails in its own flushing.
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush() || !file.commit()) {
        return file.errorString();
    }
    return {};
}

} // namespace lockscope::ui
