// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "json_output.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "progress_line.hpp"
#include "table_output.hpp"

#include <nlohmann/json.hpp>

namespace lockctl {
namespace {

lockscope::LockListing look(const ListOptions& options, lockscope::Client& client)
{
    ProgressLine line("Looking for locks");
    return lockscope::list_locks(client, options.glob, options.limit, [&line](double part) { line.show(part); });
}

} // namespace

int run(const ListOptions& options, Format format, lockscope::Client& client)
{
    const auto listing = look(options, client);
    const auto& states = listing.locks;
    const int code = listing.troubles.empty() ? exit_done : exit_server;
    for (const auto& trouble : listing.troubles)
        complain("Some locks are missing: " + trouble);
    for (const auto& address : listing.without_master)
        complain(address + " is a replica that has lost its master: what it shows may be long over.");
    if (listing.not_kept > 0)
        complain(std::to_string(listing.not_kept) + " more locks were found and are not listed; see --limit.");
    if (listing.not_permitted > 0)
        complain(
            std::to_string(listing.not_permitted)
            + " keys may not be read by this user (ACL key patterns); whether there are locks among them is not known.");
    if (format == Format::text && states.empty() && !listing.troubles.empty())
        return exit_if_printed(print("No locks that could be read.\n"), code);
    if (format == Format::text) {
        return exit_if_printed(print(to_table(states)), code);
    }
    Json all = Json::array();
    for (const auto& state : states)
        all.push_back(to_json(state));
    return exit_if_printed(print(to_line(all)), code);
}

} // namespace lockctl
