// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "language.hpp"
#include "main_window.hpp"
#include "models/lock_table_model.hpp"
#include "panels/lock_table.hpp"
#include "session/session.hpp"
#include "settings.hpp"

#include <QTemporaryDir>

#include <utility>

namespace lockscope::test {

/// A window with settings and an audit log of its own, connected to nothing yet.
struct OwnWindow
{
    QTemporaryDir folder;
    ui::Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    ui::Language language;
    ui::Session session;
    ui::MainWindow window{session, settings, language};

    explicit OwnWindow(ui::SessionOptions more = {}) : session(options(folder, std::move(more))) { window.show(); }

    static ui::SessionOptions options(const QTemporaryDir& folder, ui::SessionOptions more = {})
    {
        more.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        return more;
    }

    ui::LockTable& table() { return *window.findChild<ui::LockTable*>(); }
    ui::LockTableModel& model() { return *window.findChild<ui::LockTableModel*>(); }
};

} // namespace lockscope::test
