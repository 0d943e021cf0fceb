// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"
#include "commands.hpp"
#include "lockscope/server_check.hpp"
#include "output.hpp"

#include <nlohmann/json.hpp>

namespace lockctl {

int run(const CheckOptions& options, Format format, lockscope::Client& client)
{
    using lockscope::Purpose;
    using lockscope::ScriptRight;
    const Purpose purpose = options.needs_acting ? Purpose::acting : Purpose::watching;
    const auto check =
        lockscope::check_server(client, options.needs_acting ? ScriptRight::tried : ScriptRight::not_tried);
    const bool is_printed = print(format == Format::json ? to_line(to_json(client.endpoint(), check, purpose))
                                                         : to_text(client.endpoint(), check, purpose));
    return exit_if_printed(is_printed, complaints(check, purpose).empty() ? exit_done : exit_not_so);
}

} // namespace lockctl
