// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "json_output.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "table_output.hpp"

#include <nlohmann/json.hpp>

namespace lockctl {

int run(const ShowOptions& options, Format format, lockscope::Client& client)
{
    const auto state = lockscope::read_lock(client, options.name);
    bool is_printed = true;
    if (format == Format::json)
        is_printed = print(to_line(state ? to_json(*state) : Json(nullptr)));
    else if (state)
        is_printed = print(to_details(*state));
    if (state || !is_printed)
        return exit_if_printed(is_printed, exit_done);
    complain("There is no lock named \"" + lockscope::escape(options.name) + "\".");
    return exit_not_so;
}

} // namespace lockctl
