// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/wait_graph.hpp"

#include <QString>

#include <functional>
#include <string>

namespace lockscope::ui {

/// What a client is called, by its UUID; empty if nobody knows.
using ClientNames = std::function<QString(const std::string& uuid)>;

/// What stands in and is said about a node of the graph.
struct WaitNodeText
{
    QString title;  ///< One line, not shortened to fit.
    QString detail; ///< One line; may be empty.
    QString spoken; ///< A sentence, for tool tips and screen readers.

    bool operator==(const WaitNodeText&) const = default;
};

[[nodiscard]] WaitNodeText waitNodeText(const WaitPicture& picture, std::size_t node, const ClientNames& names);

/// "deadlock", "possible deadlock"
[[nodiscard]] QString deadlockWord(WaitCycle::Certainty certainty);

/// "Deadlock: A holds x and waits for y; B holds y and waits for x."
[[nodiscard]] QString cycleSentence(const WaitCycle& cycle, const ClientNames& names);

} // namespace lockscope::ui
