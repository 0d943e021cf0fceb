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

void tell_begin(const Named& played, Format format)
{
    if (format == Format::text)
        print(announcement(played.demonstration));
    else
        print(to_line(
            Json{{"event", "announced"}, {"protection", played.name}, {"text", announcement(played.demonstration)}}));
}

void tell_step(const DemonstrationStep& step, Format format)
{
    if (format == Format::text)
        print((step.number < 10 ? "  " : " ") + std::to_string(step.number) + ". " + step.text);
    else
        print(to_line(Json{{"event", "step"}, {"number", step.number}, {"text", step.text}}));
}

void tell_end(const Named& played, bool is_as_announced, Format format)
{
    if (format == Format::text)
        print(is_as_announced ? "It went as announced." : "It did NOT go as announced.");
    else
        print(to_line(Json{{"event", "ended"}, {"protection", played.name}, {"as_announced", is_as_announced}}));
}

} // namespace

int run(const DemoOptions& options, Format format)
{
    DemonstrationOptions stage;
    stage.executable = options.server;
    bool all_as_announced = true;
    bool is_first = true;
    for (const Named& played : protections) {
        if (!options.protection.empty() && options.protection != played.name)
            continue;
        if (!std::exchange(is_first, false) && format == Format::text)
            print("\n");
        tell_begin(played, format);
        const bool is_as_announced = play(
            played.demonstration, [format](const DemonstrationStep& step) { tell_step(step, format); }, stage);
        tell_end(played, is_as_announced, format);
        all_as_announced = all_as_announced && is_as_announced;
    }
    return all_as_announced ? exit_done : exit_not_so;
}

} // namespace lockctl
