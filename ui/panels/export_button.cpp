// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/export_button.hpp"

#include "dialogs/save_file.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QMenu>

#include <algorithm>
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
    const QString proposed = m_name + QLatin1Char('.') + suffixOf(format);
    connect(askWhereToSave(window(), m_title, proposed), &QFileDialog::fileSelected, this,
            [this, format](const QString& path) { save(path, format); });
}

void ExportButton::save(const QString& path, ExportFormat format)
{
    const QString error = saveFile(path, m_content(format));
    if (error.isEmpty()) {
        emit saved();
    } else {
        emit failed(tr("Not exported: %1").arg(error));
    }
}

void ExportButton::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setText(tr("Export"));
    }
    QToolButton::changeEvent(event);
}

} // namespace lockscope::ui
