// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <system_error>

namespace lockscope {

/// Why an operation failed. Server replies are told apart by their first word only, because Redis
/// appends free text to it (inside scripts also the script's name).
enum class Errc {
    ok = 0,
    // Ours, before anything was sent.
    invalid_argument, ///< A parameter, a URI or an option makes no sense; the message says which.
    wrong_thread,     ///< A blocking call was made on the client's own I/O thread: it would deadlock.
    closed,           ///< The client is being destroyed.
    cancelled,        ///< The caller cancelled.
    // The connection.
    connection_failed, ///< No connection could be made in time; nothing was executed.
    connection_lost,   ///< Lost after sending: whether the command was executed is not known.
    timeout,           ///< No reply in time: whether the command was executed is not known.
    protocol,          ///< The server sent something that is not RESP, or more than we accept.
    tls,               ///< The encrypted connection was refused by either side: certificate, host name, version.
    // Replies of the server.
    authentication, ///< NOAUTH, WRONGPASS.
    no_permission,  ///< NOPERM: an ACL rule is missing.
    no_script,      ///< NOSCRIPT: handled inside, never seen by callers of locks.
    wrong_type,     ///< WRONGTYPE: a key of another type lies at the lock's name. It is not touched.
    read_only,      ///< READONLY: this node is a replica now.
    loading,        ///< LOADING: the server is still reading its data.
    busy,           ///< BUSY: a script blocks the server.
    master_down,    ///< MASTERDOWN, CLUSTERDOWN, TRYAGAIN, NOREPLICAS, MISCONF: not able to serve now.
    out_of_memory,  ///< OOM: maxmemory is reached and nothing may be evicted.
    redirected,     ///< MOVED, ASK: this is a cluster, and the key lives on another node.
    server,         ///< Any other error reply.
    // Locks.
    not_held,        ///< The caller does not hold the lock it wants to release.
    lost,            ///< The hold had ended before it was released: it expired or was taken away.
    outcome_unknown, ///< The operation may or may not have been executed; see Error::state_known().
    already_held,    ///< The caller holds this non-reentrant lock already.
    would_deadlock,  ///< The caller would wait for itself: a reader that wants to write.
    not_replicated,  ///< No replica confirmed the acquisition in time; it was given back.
};

/// The category of Errc; its name is "lockscope".
const std::error_category& error_category() noexcept;

inline std::error_code make_error_code(Errc code) noexcept
{
    return {static_cast<int>(code), error_category()};
}

/// The one exception type of this library.
///
///     try { lock.lock(); }
///     catch (const lockscope::Error& error) { log(error.what(), error.node()); }
///
/// Immutable, so safe to read from any thread.
class Error : public std::system_error
{
public:
    /// @param code    what failed
    /// @param message one sentence for people: what was wrong, and what to do. Server text in it is
    ///                escaped already (see escape.hpp).
    /// @param node    "host:port/db" or "unix:path", without secrets; empty where no node is involved
    Error(Errc code, const std::string& message, std::string node = {});

    [[nodiscard]] Errc errc() const noexcept { return static_cast<Errc>(code().value()); }
    [[nodiscard]] const std::string& message() const noexcept { return m_message; }
    [[nodiscard]] const std::string& node() const noexcept { return m_node; }
    [[nodiscard]] const char* what() const noexcept override { return m_message.c_str(); }

    /// False when the operation may have been executed all the same (its reply was lost).
    [[nodiscard]] bool state_known() const noexcept;

    /// True when the same operation may succeed later without anybody changing anything:
    /// the connection broke, or the server is loading, busy or failing over.
    [[nodiscard]] bool transient() const noexcept;

private:
    std::string m_message;
    std::string m_node;
};

} // namespace lockscope

template <>
struct std::is_error_code_enum<lockscope::Errc> : std::true_type
{};
