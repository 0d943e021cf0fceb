// SPDX-License-Identifier: Apache-2.0
#include "base/everlasting.hpp"
#include "lock_scripts.hpp"
#include "locks/key_names.hpp"
#include "locks/protocol.hpp"

namespace lockscope::locks {

namespace {

std::vector<std::string> keys_of(const std::string& lock)
{
    return {lock, queue_key(lock), timeout_key(lock)};
}

class Fair : public Protocol
{
public:
    [[nodiscard]] Waiting waiting() const override { return Waiting::queue; }
    [[nodiscard]] std::string channel(const std::string& lock) const override { return unlock_channel(lock); }

    [[nodiscard]] ScriptCall acquire(const Taking& taking) const override
    {
        static const redis::Script script(scripts::fair_acquire);
        ScriptCall call{&script, keys_of(taking.id.lock), {}};
        call.args = {std::to_string(taking.lease.count()),
                     field(taking.id.owner),
                     std::to_string(taking.expected),
                     std::to_string(taking.queueing.count()),
                     "PUBLISH",
                     channel(taking.id.lock),
                     std::to_string(taking.look_at)};
        call.args.insert(call.args.end(), taking.dead.begin(), taking.dead.end());
        return call;
    }

    [[nodiscard]] ScriptCall release(const Leaving& leaving) const override
    {
        static const redis::Script script(scripts::fair_release);
        ScriptCall call{&script, keys_of(leaving.id.lock), {}};
        call.args = {field(leaving.id.owner), std::to_string(leaving.expected), std::to_string(leaving.lease.count()),
                     "PUBLISH", channel(leaving.id.lock)};
        return call;
    }

    [[nodiscard]] ScriptCall give_back(const HoldId& id) const override
    {
        static const redis::Script script(scripts::fair_give_back);
        ScriptCall call{&script, keys_of(id.lock), {}};
        call.args = {field(id.owner), "PUBLISH", channel(id.lock)};
        return call;
    }

    [[nodiscard]] ScriptCall force(const std::string& lock) const override
    {
        static const redis::Script script(scripts::fair_force_unlock);
        return {&script, {lock, queue_key(lock)}, {"PUBLISH", channel(lock)}};
    }
};

class NonReentrantFair final : public Fair
{
    [[nodiscard]] Reentry reentry() const override { return Reentry::refused; }
};

} // namespace

const Protocol& fair_protocol()
{
    static const Everlasting<Fair> protocol;
    return *protocol;
}

const Protocol& non_reentrant_fair_protocol()
{
    static const Everlasting<NonReentrantFair> protocol;
    return *protocol;
}

} // namespace lockscope::locks
