// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include <QString>

#include <string_view>

namespace lockscope {
struct Holder;
struct LockState;
} // namespace lockscope

namespace lockscope::ui {

// Whoever holds or waits, with what its client is called behind its short id, as in the table of locks: the one place
// where the two are put together. Names come from servers and operators. What a ClientNamer answers is one harmless
// line already; here it is cut, so that it does not bury the sentence around it. The result goes where text of a server
// goes (see server_text.hpp), and into a sentence with the arg() that takes all its parts at once: a name may be "%2".
// Without a namer, or a name, they are the short ids alone.

/// "9f45…e1:57 (billing-2)"
///@{
[[nodiscard]] QString namedHolder(const Holder& holder, const ClientNamer& namer);
[[nodiscard]] QString namedOwner(std::string_view ownerField, const ClientNamer& namer);
///@}
/// Without a thread: "9f45…e1 (billing-2)".
[[nodiscard]] QString namedClient(std::string_view uuid, const ClientNamer& namer);
/// The first holder, and how many more: "9f45…e1:57 (billing-2) +2". Empty if nobody holds it.
[[nodiscard]] QString namedHolders(const LockState& state, const ClientNamer& namer);
/// @p owner, however it is written, with the whole of @p client; for tool tips.
[[nodiscard]] QString withClient(const QString& owner, const QString& client);
/// All of both, as a tool tip.
[[nodiscard]] QString ownerToolTip(std::string_view ownerField, const QString& client);

} // namespace lockscope::ui
