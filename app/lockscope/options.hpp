// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"
#include "theme/theme.hpp"

#include "lockscope/endpoint.hpp"

#include <QString>

#include <chrono>
#include <optional>
#include <string>
#include <variant>

namespace lockscope::app {

/// What the command line asks for.
struct Options
{
    std::optional<Endpoint> endpoint;
    QString warning; ///< To be said in the terminal; empty: none.
    bool sandbox = false;
    QString profile; ///< What the user calls the one to connect with; empty: none.
    ui::SessionOptions::Admin admin = ui::SessionOptions::Admin::allowed;
    QString screenshot; ///< File to write; empty: none.
    std::chrono::milliseconds after{3000};
    QString language; ///< Empty: as kept, or as the system.
    std::optional<ui::ThemeChoice> theme;
    std::optional<QString> filter; ///< Nullopt: the last one.
    std::string select;
};

struct UsageError
{
    QString sentence;
};

/// --help and --version print and end the program.
[[nodiscard]] std::variant<Options, UsageError> readOptions(const QStringList& arguments);

} // namespace lockscope::app
