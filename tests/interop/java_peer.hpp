// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/until.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// What the Java program answered to one command.
struct JavaAnswer
{
    std::optional<std::string> exception;     ///< The simple name of its class, if one was thrown.
    std::vector<std::string> words;           ///< The values, or the exception's message.
    std::chrono::steady_clock::time_point at; ///< When it arrived here.

    /// The only value. @throws std::runtime_error if there was an exception, or not exactly one value.
    ///@{
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] std::int64_t number() const;
    [[nodiscard]] bool truth() const;
    ///@}
    /// @throws std::runtime_error if there was an exception.
    const JavaAnswer& expect_success() const;
};

namespace detail {
struct JavaProgram;
} // namespace detail

/// A command that the Java program has got and may still be busy with.
class JavaCommand
{
public:
    /// Has it been answered, or is it within @p limit?
    [[nodiscard]] bool is_done(std::chrono::milliseconds limit = std::chrono::milliseconds::zero()) const;
    /// Waits for the answer, which may be an exception. @throws std::runtime_error if none came in time, or the program
    /// died; then with the end of what it wrote to its stderr.
    [[nodiscard]] JavaAnswer answer(std::chrono::milliseconds limit = patience) const;

private:
    friend class JavaPeer;
    std::shared_ptr<detail::JavaProgram> m_program;
    std::string m_id;
    std::string m_line;
};

class JavaPeer;

/// One thread of one Redisson client inside the Java program, which can own locks. What it is told it does in order.
/// A cheap value; the JavaPeer must outlive it.
class JavaOwner
{
public:
    [[nodiscard]] JavaCommand start(const std::vector<std::string>& words) const;
    /// Waits until it is done. @throws std::runtime_error also if Java threw something.
    JavaAnswer call(const std::vector<std::string>& words) const; // NOLINT(modernize-use-nodiscard)
    /// "<uuid>:<thread>", as it stands in Redis.
    [[nodiscard]] const std::string& field() const noexcept { return m_field; }
    /// Does it sleep until a message comes? (A thread that is only about to, Redisson's "wake all" does not wake.)
    [[nodiscard]] bool is_asleep() const;
    /// Thread.interrupt()
    void interrupt() const;

private:
    friend class JavaPeer;
    JavaPeer* m_peer = nullptr;
    std::string m_client, m_thread, m_field;
};

/// A Java service with a real Redisson, driven over its standard input (java/…/Peer.java says how).
///
///     JavaPeer java(folder);
///     java.connect("main", "redis://127.0.0.1:7000", 30s);
///     JavaOwner owner = java.owner("main", "t1");
///     owner.call({"lock", java_object("fair", "orders:42")});
///
/// It dies with this object, and also if this process does. May be used from several threads.
class JavaPeer
{
public:
    /// @param folder what build_peer.cmake made for one version of Redisson: classes/ and lib/
    explicit JavaPeer(const std::filesystem::path& folder);
    ~JavaPeer();
    JavaPeer(const JavaPeer&) = delete;
    JavaPeer& operator=(const JavaPeer&) = delete;

    /// Makes a Redisson client. @returns its UUID.
    std::string connect(const std::string& client, const std::string& address, std::chrono::milliseconds watchdog);
    [[nodiscard]] JavaOwner owner(const std::string& client, const std::string& thread);
    [[nodiscard]] JavaCommand start(const std::string& client, const std::string& thread,
                                    const std::vector<std::string>& words);

    void kill();   ///< SIGKILL, and waits until it is gone.
    void pause();  ///< SIGSTOP
    void resume(); ///< SIGCONT

private:
    std::shared_ptr<detail::JavaProgram> m_program;
};

/// The object of a command: "fair:orders%3A42".
[[nodiscard]] std::string java_object(const std::string& type, const std::string& name);
/// Of several names: "multi:a,b".
[[nodiscard]] std::string java_object(const std::string& type, const std::vector<std::string>& names);
/// Of one name at several clients of the program: "red:first@a,second@a".
[[nodiscard]] std::string java_object(const std::string& type, const std::vector<std::string>& clients,
                                      const std::string& name);

} // namespace lockscope::test
