// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/permissions.hpp"
#include "redis/command.hpp"

#include <vector>

/// The one list of the rights that the program uses, each with what needs it and how it is asked for.
namespace lockscope::monitor {

struct Probe
{
    Feature feature;
    const char* what;
    const char* rule;
    redis::Command command;
    std::vector<Feature> also_for = {};
};

[[nodiscard]] std::vector<Probe> plain_probes();
/// A negative number of keys is refused before anything runs, but while writes are paused not even that is answered.
[[nodiscard]] std::vector<Probe> script_probes();
/// How its connections look to the server. They are made for other reasons, too, so that one reading asks for none.
[[nodiscard]] std::vector<Probe> connection_probes();
/// Only where messages may stay within a shard.
[[nodiscard]] std::vector<Probe> shard_probes();
/// The same for those whose trying would have an effect.
[[nodiscard]] std::vector<Probe> dry_shard_probes();
/// What a script of ours does, and a trace. Trying it would write, or make the server print what it executes, so that
/// only ACL DRYRUN can tell.
[[nodiscard]] std::vector<Probe> dry_probes();
/// Where semaphores of either kind tell that something is free.
[[nodiscard]] Probe semaphore_channel_probe();
/// Whoever may only read a key may do none of these.
[[nodiscard]] bool writes(const Probe& probe);

} // namespace lockscope::monitor
