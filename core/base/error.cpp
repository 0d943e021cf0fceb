// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"

#include "base/everlasting.hpp"

namespace lockscope {

namespace {

class Category final : public std::error_category
{
public:
    const char* name() const noexcept override { return "lockscope"; }
    std::string message(int value) const override
    {
        switch (static_cast<Errc>(value)) {
        case Errc::ok: return "no error";
        case Errc::invalid_argument: return "invalid argument";
        case Errc::wrong_thread: return "blocking call on the client's own I/O thread";
        case Errc::closed: return "the client is closed";
        case Errc::cancelled: return "cancelled";
        case Errc::connection_failed: return "no connection";
        case Errc::connection_lost: return "connection lost";
        case Errc::timeout: return "no reply in time";
        case Errc::protocol: return "protocol error";
        case Errc::tls: return "encryption refused";
        case Errc::authentication: return "authentication failed";
        case Errc::no_permission: return "not permitted";
        case Errc::no_script: return "script not known";
        case Errc::wrong_type: return "key of another type";
        case Errc::read_only: return "server is a read-only replica";
        case Errc::loading: return "server is loading its data";
        case Errc::busy: return "server is busy with a script";
        case Errc::master_down: return "server cannot serve now";
        case Errc::out_of_memory: return "server is out of memory";
        case Errc::redirected: return "key lives on another node";
        case Errc::server: return "error reply";
        case Errc::not_held: return "lock not held";
        case Errc::lost: return "lock was lost";
        case Errc::outcome_unknown: return "outcome unknown";
        case Errc::already_held: return "lock already held";
        case Errc::would_deadlock: return "would wait for itself";
        case Errc::not_replicated: return "not confirmed by a replica";
        }
        return "unknown error";
    }
};

} // namespace

const std::error_category& error_category() noexcept
{
    static const Everlasting<Category> category;
    return *category;
}

Error::Error(Errc code, const std::string& message, std::string node)
    : std::system_error(make_error_code(code))
    , m_message(message)
    , m_node(std::move(node))
{}

bool Error::state_known() const noexcept
{
    switch (errc()) {
    case Errc::connection_lost:
    case Errc::timeout:
    case Errc::outcome_unknown: return false;
    default: return true;
    }
}

bool Error::transient() const noexcept
{
    switch (errc()) {
    case Errc::connection_failed:
    case Errc::connection_lost:
    case Errc::timeout:
    case Errc::read_only:
    case Errc::loading:
    case Errc::busy:
    case Errc::master_down: return true;
    default: return false;
    }
}

} // namespace lockscope
