// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "json_output.hpp"
#include "lockscope/demonstration.hpp"
#include "output.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace lockctl {

using namespace lockscope;

namespace {

struct Named
{
    const char* name;
    Demonstration demonstration;
};

constexpr std::array<Named, 3> protections{{
    {"none", Demonstration::failover},
    {"wait", Demonstration::failover_with_wait},
    {"redlock", Demonstration::failover_with_redlock},
}};

bool tell_begin(const Named& played, Format format)
{
    return format == Format::text
             ? print(announcement(played.demonstration))
             : print(to_line(Json{
                 {"event", "announced"}, {"protection", played.name}, {"text", announcement(played.demonstration)}}));
}

bool tell_step(const DemonstrationStep& step, Format format)
{
    return format == Format::text
             ? print((step.number < 10 ? "  " : " ") + std::to_string(step.number) + ". " + step.text)
             : print(to_line(Json{{"event", "step"}, {"number", step.number}, {"text", step.text}}));
}

bool tell_end(const Named& played, bool is_as_announced, Format format)
{
    return format == Format::text
             ? print(is_as_announced ? "It went as announced." : "It did NOT go as announced.")
             : print(to_line(Json{{"event", "ended"}, {"protection", played.name}, {"as_announced", is_as_announced}}));
}

} // namespace

int run(const DemoOptions& options, Format format)
{
    DemonstrationOptions stage;
    stage.executable = options.server;
    bool all_as_announced = true;
    bool is_first = true;
    bool is_printed = true;
    const auto note = [&is_printed](bool was_printed) { is_printed = is_printed && was_printed; };
    for (const Named& played : protections) {
        if (!options.protection.empty() && options.protection != played.name)
            continue;
        if (!std::exchange(is_first, false) && format == Format::text)
            note(print("\n"));
        note(tell_begin(played, format));
        const bool is_as_announced = play(
            played.demonstration, [&](const DemonstrationStep& step) { note(tell_step(step, format)); }, stage);
        note(tell_end(played, is_as_announced, format));
        all_as_announced = all_as_announced && is_as_announced;
    }
    return exit_if_printed(is_printed, all_as_announced ? exit_done : exit_not_so);
}

} // namespace lockctl
