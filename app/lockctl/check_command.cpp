// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"
#include "commands.hpp"
#include "lockscope/server_check.hpp"
#include "output.hpp"

#include <nlohmann/json.hpp>

namespace lockctl {

int run(const CheckOptions& options, Format format, lockscope::Client& client)
{
    using lockscope::ScriptRight;
    const Rights rights = options.needs_acting ? Rights::acting : Rights::looking;
    const auto check =
        lockscope::check_server(client, options.needs_acting ? ScriptRight::tried : ScriptRight::not_tried);
    const bool is_printed = print(format == Format::json ? to_line(to_json(client.endpoint(), check, rights))
                                                         : to_text(client.endpoint(), check, rights));
    return exit_if_printed(is_printed, complaints(check, rights).empty() ? exit_done : exit_not_so);
}

} // namespace lockctl
