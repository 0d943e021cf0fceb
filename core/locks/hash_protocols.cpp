// SPDX-License-Identifier: Apache-2.0
// The locks that are a hash with one field, and their relatives: reentrant, non-reentrant, spin, fenced.
#include "base/everlasting.hpp"
#include "lock_scripts.hpp"
#include "locks/key_names.hpp"
#include "locks/protocol.hpp"

namespace lockscope::locks {

namespace {

class Reentrant : public Protocol
{
public:
    [[nodiscard]] std::string channel(const std::string& lock) const override { return unlock_channel(lock); }

    [[nodiscard]] ScriptCall acquire(const Taking& taking) const override
    {
        static const redis::Script script(scripts::reentrant_acquire);
        ScriptCall call{&script, {taking.id.lock}, {}};
        call.args = {std::to_string(taking.lease.count()), field(taking.id.owner), std::to_string(taking.expected)};
        return call;
    }

    [[nodiscard]] ScriptCall release(const Leaving& leaving) const override
    {
        static const redis::Script script(scripts::reentrant_release);
        ScriptCall call{&script, {leaving.id.lock}, {}};
        call.args = {field(leaving.id.owner), std::to_string(leaving.expected), std::to_string(leaving.lease.count()),
                     publish_command(), channel(leaving.id.lock)};
        return call;
    }

    [[nodiscard]] ScriptCall force(const std::string& lock) const override
    {
        static const redis::Script script(scripts::force_unlock);
        return {&script, {lock}, {publish_command(), channel(lock)}};
    }

private:
    [[nodiscard]] virtual std::string publish_command() const { return "PUBLISH"; }
};

class NonReentrant final : public Reentrant
{
    [[nodiscard]] Reentry reentry() const override { return Reentry::refused; }
};

class Spin final : public Reentrant
{
    [[nodiscard]] Waiting waiting() const override { return Waiting::polling; }
    [[nodiscard]] std::string publish_command() const override { return {}; }
};

class Fenced final : public Reentrant
{
    [[nodiscard]] ScriptCall acquire(const Taking& taking) const override
    {
        ScriptCall call = Reentrant::acquire(taking);
        call.keys.push_back(token_key(taking.id.lock));
        return call;
    }
};

} // namespace

ScriptCall Protocol::give_back(const HoldId& id) const
{
    return release({id, 1, milliseconds(1)});
}

ScriptCall Protocol::restate(const HoldId& id, int count) const
{
    static const redis::Script script(scripts::restate_hold);
    return {&script, {id.lock}, {"restate", field(id.owner), std::to_string(count)}};
}

const Protocol& reentrant_protocol()
{
    static const Everlasting<Reentrant> protocol;
    return *protocol;
}

const Protocol& non_reentrant_protocol()
{
    static const Everlasting<NonReentrant> protocol;
    return *protocol;
}

const Protocol& spin_protocol()
{
    static const Everlasting<Spin> protocol;
    return *protocol;
}

const Protocol& fenced_protocol()
{
    static const Everlasting<Fenced> protocol;
    return *protocol;
}

} // namespace lockscope::locks
