// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include <QStringList>
#include <QToolButton>

#include <functional>
#include <vector>

namespace lockscope::ui {

enum class ExportFormat { csv, json, text };

/// Saves what a panel shows to a file, in the format that is chosen from its menu. The panel says what to write, when
/// the file is known. A file that was there stays until the new one is whole.
class ExportButton : public QToolButton
{
    Q_OBJECT

public:
    using Content = std::function<RecordText(ExportFormat)>;

    /// @param name of the file that is proposed, without server, time and suffix
    ExportButton(QString name, const std::vector<ExportFormat>& formats, Content content, QWidget* parent);

    /// @param title of the dialog that asks for the file
    /// @param formats what the menu says, in the order of the formats
    void setTexts(const QString& title, const QStringList& formats);
    /// What the server is called that the content is of; part of the name that is proposed.
    void setServer(const QString& name) { m_server = name; }
    /// Of the menu; for the panel's own actions(), so that the window's menus and palette have them, too.
    [[nodiscard]] QList<QAction*> formatActions() const;
    /// With its actions: there is something to save.
    void setAvailable(bool isAvailable);
    void save(const QString& path, ExportFormat format);

signals:
    void saved(int records);
    void failed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void ask(ExportFormat format);

    QString m_name;
    QString m_server;
    QString m_title;
    Content m_content;
};

} // namespace lockscope::ui
