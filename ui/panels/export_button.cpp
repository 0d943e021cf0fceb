// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/export_button.hpp"

#include "dialogs/save_file.hpp"
#include "dialogs/writing.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSaveFile>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::csv: return QStringLiteral("csv");
    case ExportFormat::json: return QStringLiteral("json");
    case ExportFormat::text: break;
    }
    return QStringLiteral("txt");
}

} // namespace

ExportButton::ExportButton(QString name, const std::vector<ExportFormat>& formats, Content content, QWidget* parent)
    : QToolButton(parent)
    , m_name(std::move(name))
    , m_content(std::move(content))
{
    auto* menu = new QMenu(this);
    for (const ExportFormat format : formats) {
        QAction* action = menu->addAction(ui::icon(QStringLiteral("export")), QString());
        connect(action, &QAction::triggered, this, [this, format] { ask(format); });
    }
    setMenu(menu);
    setPopupMode(QToolButton::InstantPopup);
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setText(tr("Export"));
}

void ExportButton::setTexts(const QString& title, const QStringList& formats)
{
    m_title = title;
    const QList<QAction*> actions = formatActions();
    for (qsizetype i = 0; i < std::min(actions.size(), formats.size()); ++i) {
        actions[i]->setText(formats[i]);
    }
}

QList<QAction*> ExportButton::formatActions() const
{
    return menu()->actions();
}

void ExportButton::setAvailable(bool isAvailable)
{
    setEnabled(isAvailable);
    for (QAction* action : formatActions()) {
        action->setEnabled(isAvailable);
    }
}

void ExportButton::ask(ExportFormat format)
{
    const QString proposed =
        nameWithSource(m_name + QLatin1Char('.') + suffixOf(format), m_server, QDateTime::currentDateTime());
    connect(askWhereToSave(window(), m_title, proposed), &QFileDialog::fileSelected, this,
            [this, format](const QString& path) { save(path, format); });
}

void ExportButton::save(const QString& path, ExportFormat format)
{
    auto file = std::make_unique<QSaveFile>(path);
    if (const QString why = openToReplace(*file); !why.isEmpty()) {
        emit failed(tr("Not exported: %1").arg(why));
        return;
    }
    const QString purpose = QStringLiteral("writing ") + QFileInfo(path).absoluteFilePath();
    for (Writing* earlier : window()->findChildren<Writing*>(purpose, Qt::FindDirectChildrenOnly)) {
        earlier->cancel(); // It would end later, and leave what is older.
    }
    RecordText text = m_content(format);
    const int records = pluralCount(text.records);
    const Text sentence = [records, name = QFileInfo(path).fileName()] {
        return tr("Writing %Ln row(s) to %1…", "%1: file", records).arg(name);
    };
    auto* writing = new Writing(std::move(text), std::move(file), {[this] { return m_title; }, sentence}, *window());
    writing->setObjectName(purpose);
    connect(writing, &Writing::finished, this, [this, records](QIODevice& to) {
        if (const QString why = commitWhole(static_cast<QSaveFile&>(to)); !why.isEmpty()) {
            emit failed(tr("Not exported: %1").arg(why));
        } else {
            emit saved(records);
        }
    });
    connect(writing, &Writing::failed, this,
            [this](const QString& error) { emit failed(tr("Not exported: %1").arg(error)); });
    writing->start();
}

void ExportButton::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setText(tr("Export"));
    }
    QToolButton::changeEvent(event);
}

} // namespace lockscope::ui
