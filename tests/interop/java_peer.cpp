// SPDX-License-Identifier: Apache-2.0
#include "interop/java_peer.hpp"

#include "interop/java_words.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockscope::test {

namespace {

constexpr std::size_t tail_size = 4000;

[[noreturn]] void fail_with_errno(const std::string& what)
{
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// Two ends that no child inherits by accident. Sockets, because writing to a dead one can be told not to raise a
/// signal.
std::pair<int, int> channel()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        fail_with_errno("socketpair");
    return {ends[0], ends[1]};
}

pid_t spawn(const std::filesystem::path& folder, int input, int output, int errors)
{
    // Little memory and no late optimisation: many of them run at the same time, none for long.
    std::vector<std::string> words{INTEROP_JAVA,
                                   "-XX:TieredStopAtLevel=1",
                                   "-XX:+UseSerialGC",
                                   "-Xmx192m",
                                   "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                                   "-cp",
                                   (folder / "classes").string() + ":" + (folder / "lib" / "*").string(),
                                   "lockscope.interop.Peer"};
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    pid_t pid = -1;
    const int status = ::posix_spawnp(&pid, arguments.front(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (status != 0)
        throw std::runtime_error(words.front() + " cannot be started: " + std::strerror(status));
    return pid;
}

} // namespace

namespace detail {

/// The process, and the thread that reads what it says.
struct JavaProgram
{
    explicit JavaProgram(const std::filesystem::path& folder)
    {
        auto [our_input, its_input] = channel();
        auto [our_output, its_output] = channel();
        auto [our_errors, its_errors] = channel();
        m_input = our_input;
        m_output = our_output;
        m_errors = our_errors;
        pid = spawn(folder, its_input, its_output, its_errors);
        for (const int fd : {its_input, its_output, its_errors})
            ::close(fd);
        m_reader = std::thread([this] { read(); });
    }

    ~JavaProgram()
    {
        kill();
        m_reader.join(); // both channels are at their end now
        for (const int fd : {m_input, m_output, m_errors})
            ::close(fd);
    }

    JavaProgram(const JavaProgram&) = delete;
    JavaProgram& operator=(const JavaProgram&) = delete;

    void write(const std::string& line)
    {
        const std::lock_guard guard(m_writing);
        std::string_view rest = line;
        while (!rest.empty()) {
            const ssize_t sent = ::send(m_input, rest.data(), rest.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR)
                continue;
            if (sent < 0)
                return; // It is dead: whoever waits for the answer is told by the reader.
            rest.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    [[nodiscard]] std::optional<JavaAnswer> wait(const std::string& id, std::chrono::milliseconds limit)
    {
        std::unique_lock guard(m_mutex);
        m_news.wait_for(guard, limit, [&] { return m_answers.contains(id) || m_ended; });
        const auto found = m_answers.find(id);
        return found == m_answers.end() ? std::nullopt : std::optional(found->second);
    }

    [[nodiscard]] std::string condition()
    {
        const std::lock_guard guard(m_mutex);
        return std::string(m_ended ? "the program has ended" : "the program is alive")
             + (m_tail.empty() ? "; it wrote nothing to stderr" : "; the end of its stderr:\n" + m_tail);
    }

    void kill()
    {
        const std::lock_guard guard(m_killing);
        if (pid <= 0)
            return;
        ::kill(pid, SIGKILL);
        while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {}
        pid = -1;
    }

    void signal(int number)
    {
        const std::lock_guard guard(m_killing);
        if (pid > 0) // anything else would mean other processes
            ::kill(pid, number);
    }

    std::atomic<unsigned> next_id{1};
    pid_t pid = -1;

private:
    void read()
    {
        std::string output;
        std::array<pollfd, 2> sources{pollfd{m_output, POLLIN, 0}, pollfd{m_errors, POLLIN, 0}};
        while (sources[0].fd >= 0 || sources[1].fd >= 0) {
            if (::poll(sources.data(), sources.size(), -1) < 0)
                continue;
            std::array<char, 4096> buffer{};
            for (pollfd& source : sources) {
                if (source.fd < 0 || source.revents == 0)
                    continue;
                const ssize_t got = ::read(source.fd, buffer.data(), buffer.size());
                const std::string_view bytes(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
                const bool is_answer = &source == sources.data();
                if (is_answer)
                    take_output(output, bytes);
                else
                    take_errors(bytes);
                if (got > 0 || (got < 0 && errno == EINTR))
                    continue;
                source.fd = -1;
                if (is_answer) {
                    const std::lock_guard guard(m_mutex);
                    m_ended = true;
                    m_news.notify_all();
                }
            }
        }
    }

    void take_output(std::string& output, std::string_view bytes)
    {
        output += bytes;
        for (std::size_t end = output.find('\n'); end != std::string::npos; end = output.find('\n')) {
            take_answer(java_words(output.substr(0, end)));
            output.erase(0, end + 1);
        }
    }

    void take_answer(const std::vector<std::string>& words)
    {
        if (words.size() < 2)
            return;
        JavaAnswer answer;
        answer.at = std::chrono::steady_clock::now();
        auto values = words.begin() + 2;
        if (words[1] == "error")
            answer.exception = *values++;
        answer.words.assign(values, words.end());
        const std::lock_guard guard(m_mutex);
        m_answers.emplace(words[0], std::move(answer));
        m_news.notify_all();
    }

    void take_errors(std::string_view bytes)
    {
        const std::lock_guard guard(m_mutex);
        m_tail += bytes;
        if (m_tail.size() > tail_size)
            m_tail.erase(0, m_tail.size() - tail_size);
    }

    int m_input = -1, m_output = -1, m_errors = -1;
    std::mutex m_writing, m_killing;

    std::mutex m_mutex; ///< Of what follows.
    std::condition_variable m_news;
    std::map<std::string, JavaAnswer> m_answers;
    std::string m_tail;
    bool m_ended = false;

    std::thread m_reader;
};

} // namespace detail

const JavaAnswer& JavaAnswer::expect_success() const
{
    if (exception)
        throw std::runtime_error("Java threw " + *exception + (words.empty() ? "" : ": " + words.front()));
    return *this;
}

const std::string& JavaAnswer::text() const
{
    expect_success();
    if (words.size() != 1)
        throw std::runtime_error("Java answered with " + std::to_string(words.size()) + " values instead of one");
    return words.front();
}

std::int64_t JavaAnswer::number() const
{
    return std::stoll(text());
}

bool JavaAnswer::truth() const
{
    if (text() != "true" && text() != "false")
        throw std::runtime_error("Java answered '" + text() + "' to a question for true or false");
    return text() == "true";
}

bool JavaCommand::is_done(std::chrono::milliseconds limit) const
{
    return m_program->wait(m_id, limit).has_value();
}

JavaAnswer JavaCommand::answer(std::chrono::milliseconds limit) const
{
    const auto answer = m_program->wait(m_id, limit);
    if (!answer)
        throw std::runtime_error("Java gave no answer (patience: " + std::to_string(limit.count()) + " ms) to '"
                                 + m_line + "'; " + m_program->condition());
    return *answer;
}

JavaCommand JavaOwner::start(const std::vector<std::string>& words) const
{
    return m_peer->start(m_client, m_thread, words);
}

JavaAnswer JavaOwner::call(const std::vector<std::string>& words) const
{
    return start(words).answer().expect_success();
}

bool JavaOwner::is_asleep() const
{
    return call({"is-asleep"}).truth();
}

void JavaOwner::interrupt() const
{
    call({"interrupt"});
}

JavaPeer::JavaPeer(const std::filesystem::path& folder) : m_program(std::make_shared<detail::JavaProgram>(folder)) {}

JavaPeer::~JavaPeer()
{
    m_program->kill();
}

std::string JavaPeer::connect(const std::string& client, const std::string& address, std::chrono::milliseconds watchdog)
{
    return start(client, "-", {"connect", address, std::to_string(watchdog.count())})
        .answer(std::chrono::seconds(60))
        .text();
}

JavaOwner JavaPeer::owner(const std::string& client, const std::string& thread)
{
    const JavaAnswer answer = start(client, thread, {"whoami"}).answer().expect_success();
    JavaOwner owner;
    owner.m_peer = this;
    owner.m_client = client;
    owner.m_thread = thread;
    owner.m_field = answer.words.at(0) + ":" + answer.words.at(1);
    return owner;
}

JavaCommand JavaPeer::start(const std::string& client, const std::string& thread, const std::vector<std::string>& words)
{
    JavaCommand command;
    command.m_program = m_program;
    command.m_id = std::to_string(m_program->next_id++);
    std::vector<std::string> line{command.m_id, client, thread};
    line.insert(line.end(), words.begin(), words.end());
    command.m_line = java_line(line);
    m_program->write(command.m_line + '\n');
    return command;
}

void JavaPeer::kill()
{
    m_program->kill();
}

void JavaPeer::pause()
{
    m_program->signal(SIGSTOP);
}

void JavaPeer::resume()
{
    m_program->signal(SIGCONT);
}

std::string java_object(const std::string& type, const std::string& name)
{
    return java_object(type, std::vector<std::string>{name});
}

std::string java_object(const std::string& type, const std::vector<std::string>& names)
{
    std::string object = type + ':';
    for (std::size_t i = 0; i < names.size(); ++i)
        object += (i == 0 ? "" : ",") + java_word(names[i]);
    return object;
}

std::string java_object(const std::string& type, const std::vector<std::string>& clients, const std::string& name)
{
    std::string object = type + ':';
    for (std::size_t i = 0; i < clients.size(); ++i)
        object += (i == 0 ? "" : ",") + clients[i] + '@' + java_word(name);
    return object;
}

} // namespace lockscope::test
