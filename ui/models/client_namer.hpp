// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/client_directory.hpp"

#include <QString>

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::ui {

/// What is known of the client with this UUID: "shop-service, 10.0.0.7"; empty if nothing is. Asked for each cell that
/// is painted, so it must be cheap; the answer changes without a word.
using ClientNamer = std::function<QString(const std::string& uuid)>;

[[nodiscard]] inline QString nameOfClient(const ClientNamer& namer, std::string_view uuid)
{
    return namer ? namer(std::string(uuid)) : QString();
}

/// What the client with this UUID holds and waits for, its holds first; so many at most.
using ClientStakes = std::function<std::vector<ClientStake>(const std::string& uuid, std::size_t limit)>;

/// What is known of the client with this UUID, also by what it lost and how it is connected; none: nothing is.
using ClientRecords = std::function<std::optional<ClientRecord>(const std::string& uuid)>;

/// UUIDs of clients.
using ClientSet = std::set<std::string, std::less<>>;
/// The clients whose name or address contains a text, whatever its case.
using ClientSearch = std::function<ClientSet(const QString& text)>;

} // namespace lockscope::ui
