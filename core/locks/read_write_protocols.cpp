// SPDX-License-Identifier: Apache-2.0
#include "base/everlasting.hpp"
#include "lock_scripts.hpp"
#include "locks/key_names.hpp"
#include "locks/protocol.hpp"

namespace lockscope::locks {

namespace {

std::string writer_field(const OwnerId& owner)
{
    return owner.field() + ":write";
}

std::vector<std::string> keys_of(const HoldId& id)
{
    return {id.lock, reader_guard_key(id.lock, id.owner.field())};
}

class Side : public Protocol
{
public:
    [[nodiscard]] std::string channel(const std::string& lock) const override { return rwlock_channel(lock); }

    [[nodiscard]] ScriptCall force(const std::string& lock) const override
    {
        static const redis::Script script(scripts::rw_force_unlock);
        // After a writer all readers may enter, so "1" wakes everybody.
        return {&script, {lock}, {"PUBLISH", channel(lock), mode(), access() == Access::shared ? "0" : "1"}};
    }

    [[nodiscard]] redis::Command is_locked(const std::string& lock) const override
    {
        static const redis::Script script(scripts::rw_is_locked);
        return script.eval({lock}, {mode()});
    }

private:
    [[nodiscard]] std::string mode() const { return access() == Access::shared ? "read" : "write"; }
};

class Read final : public Side
{
    [[nodiscard]] Access access() const override { return Access::shared; }
    [[nodiscard]] std::string deadlines_prefix(const HoldId& id) const override
    {
        return reader_timeout_prefix(id.lock, field(id.owner));
    }

    [[nodiscard]] ScriptCall acquire(const Taking& taking) const override
    {
        static const redis::Script script(scripts::read_acquire);
        ScriptCall call{&script, keys_of(taking.id), {}};
        call.args = {std::to_string(taking.lease.count()),
                     field(taking.id.owner),
                     std::to_string(taking.expected),
                     writer_field(taking.id.owner),
                     deadlines_prefix(taking.id),
                     taking.writes ? "1" : "0",
                     "PUBLISH",
                     channel(taking.id.lock)};
        return call;
    }

    [[nodiscard]] ScriptCall release(const Leaving& leaving) const override
    {
        return read_release_call(leaving.id.lock, field(leaving.id.owner), leaving.expected, leaving.lease);
    }
};

class Write final : public Side
{
    [[nodiscard]] std::string field(const OwnerId& owner) const override { return writer_field(owner); }

    [[nodiscard]] ScriptCall acquire(const Taking& taking) const override
    {
        static const redis::Script script(scripts::write_acquire);
        ScriptCall call{&script, keys_of(taking.id), {}};
        call.args = {std::to_string(taking.lease.count()), field(taking.id.owner), std::to_string(taking.expected),
                     tagged(taking.id.lock)};
        return call;
    }

    [[nodiscard]] ScriptCall release(const Leaving& leaving) const override
    {
        static const redis::Script script(scripts::write_release);
        const std::string& lock = leaving.id.lock;
        ScriptCall call{&script, keys_of(leaving.id), {}};
        call.args = {field(leaving.id.owner),
                     std::to_string(leaving.expected),
                     std::to_string(leaving.lease.count()),
                     "PUBLISH",
                     channel(lock),
                     tagged(lock)};
        return call;
    }
};

} // namespace

ScriptCall read_release_call(const std::string& lock, const std::string& field, int expected, milliseconds lease)
{
    static const redis::Script script(scripts::read_release);
    ScriptCall call{&script, {lock, reader_guard_key(lock, field)}, {}};
    call.args = {field,       std::to_string(expected), std::to_string(lease.count()),
                 "PUBLISH",   rwlock_channel(lock),     reader_timeout_prefix(lock, field),
                 tagged(lock)};
    return call;
}

const Protocol& read_protocol()
{
    static const Everlasting<Read> protocol;
    return *protocol;
}

const Protocol& write_protocol()
{
    static const Everlasting<Write> protocol;
    return *protocol;
}

} // namespace lockscope::locks
