// SPDX-License-Identifier: Apache-2.0
#include "lockscope/audit_log.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <unordered_map>

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t field_limit = 64u << 10; ///< Escaped bytes of one field; names of locks may be huge.
constexpr std::streamoff tail_limit = 8 << 20; ///< How much of the end of the file is read at most.
constexpr std::size_t most_lines = 3;          ///< Of an action.
/// Of others that an action's last line may stand behind, for its first ones to be found.
constexpr std::size_t most_between = 1000;

[[noreturn]] void fail(const fs::path& file, int error, const char* deed = "written")
{
    throw Error(Errc::invalid_argument,
                "The audit log " + escape(file.string()) + " cannot be " + deed + ": " + std::strerror(error) + ".");
}

class OpenFile
{
public:
    OpenFile(const fs::path& path, int flags, mode_t mode = 0)
        : m_fd(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, mode))
    {}
    ~OpenFile()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    [[nodiscard]] int fd() const noexcept { return m_fd; }

private:
    int m_fd;
};

/// Each folder of the path that is missing, for us alone.
void make_folders(const fs::path& folder)
{
    fs::path path;
    for (const auto& part : folder) {
        path /= part;
        if (::mkdir(path.c_str(), 0700) == 0)
            continue;
        const int why = errno;
        std::error_code unknown;
        if (why != EEXIST && !fs::is_directory(path, unknown))
            fail(path, why);
    }
}

/// 0 if it can be read. A stream would not say why it cannot.
int reading_error(const fs::path& file)
{
    const OpenFile opened(file, O_RDONLY);
    char first = 0;
    return opened.fd() >= 0 && ::pread(opened.fd(), &first, 1, 0) >= 0 ? 0 : errno;
}

constexpr int append_flags = O_RDWR | O_APPEND | O_CREAT;

/// "2026-11-21T12:30:05.123Z"
std::string to_text(SystemTime at)
{
    const auto since = std::chrono::floor<milliseconds>(at).time_since_epoch();
    const std::time_t seconds = std::chrono::floor<std::chrono::seconds>(since).count();
    const auto rest = since - std::chrono::floor<std::chrono::seconds>(since);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                  static_cast<int>(rest.count()));
    return text.data();
}

std::optional<SystemTime> to_time(const std::string& text)
{
    std::tm parts{};
    int thousandths = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                    &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &thousandths, &end)
            != 7
        || end != static_cast<int>(text.size()))
        return std::nullopt;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return std::chrono::system_clock::from_time_t(::timegm(&parts)) + milliseconds(thousandths);
}

/// Escaped, so that any bytes are JSON, and cut where they are too many, between two characters.
std::string to_field(const std::string& bytes)
{
    std::string text = escape(std::string_view(bytes).substr(0, field_limit));
    if (text.size() <= field_limit)
        return text;
    std::size_t end = field_limit;
    while (end > 0 && !is_utf8(std::string_view(text).substr(0, end)))
        --end;
    return text.substr(0, end);
}

std::string to_line(const AuditEntry& entry)
{
    nlohmann::ordered_json object;
    object["at"] = to_text(entry.at);
    object["id"] = to_field(entry.id);
    object["server"] = to_field(entry.server);
    object["user"] = to_field(entry.user);
    object["action"] = to_field(entry.action);
    object["lock"] = to_field(entry.lock);
    object["reason"] = to_field(entry.reason);
    object["before"] = to_field(entry.before);
    object["after"] = to_field(entry.after);
    object["outcome"] = to_field(entry.outcome);
    return object.dump() + "\n";
}

std::optional<AuditEntry> to_entry(const std::string& line)
{
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object())
        return std::nullopt;
    const auto text = [&](const char* key) {
        const auto field = object.find(key);
        return field != object.end() && field->is_string() ? field->get<std::string>() : std::string();
    };
    const auto at = to_time(text("at"));
    if (!at)
        return std::nullopt;
    AuditEntry entry;
    entry.at = *at;
    entry.id = unescape(text("id"));
    entry.server = unescape(text("server"));
    entry.user = unescape(text("user"));
    entry.action = unescape(text("action"));
    entry.lock = unescape(text("lock"));
    entry.reason = unescape(text("reason"));
    entry.before = unescape(text("before"));
    entry.after = unescape(text("after"));
    entry.outcome = unescape(text("outcome"));
    return entry;
}

/// What became of an action is told where it began.
std::vector<AuditEntry> to_actions(std::vector<AuditEntry> lines)
{
    std::vector<AuditEntry> actions;
    std::unordered_map<std::string, std::size_t> places; // by id
    for (AuditEntry& line : lines) {
        const auto [place, is_first] = places.try_emplace(line.id, actions.size());
        if (is_first || line.id.empty()) {
            actions.push_back(std::move(line));
            continue;
        }
        AuditEntry& action = actions[place->second];
        line.at = action.at;
        action = std::move(line);
    }
    return actions;
}

} // namespace

AuditLog::AuditLog(fs::path file) : m_file(std::move(file)) {}

fs::path AuditLog::default_path()
{
    const auto below = [](const fs::path& state) { return state / "lockscope" / "audit.jsonl"; };
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && state[0] == '/')
        return below(state);
    const char* home = std::getenv("HOME");
    if (!home || home[0] != '/') {
        const passwd* user = ::getpwuid(::getuid());
        home = user ? user->pw_dir : "/";
    }
    return below(fs::path(home) / ".local" / "state");
}

void AuditLog::append(const AuditEntry& line)
{
    std::string text = to_line(line);
    const std::lock_guard lock(m_mutex);
    make_folders(m_file.parent_path());
    std::error_code unknown;
    const bool is_new = !fs::exists(m_file, unknown);
    const OpenFile file(m_file, append_flags, 0600);
    if (file.fd() < 0)
        fail(m_file, errno);

    // A half line of somebody who was cut off must not swallow ours.
    const off_t size = ::lseek(file.fd(), 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(file.fd(), &last, 1, size - 1) == 1 && last != '\n')
        text.insert(text.begin(), '\n');

    const auto written = ::write(file.fd(), text.data(), text.size());
    if (written < 0)
        fail(m_file, errno);
    if (static_cast<std::size_t>(written) != text.size())
        fail(m_file, ENOSPC);
    if (::fsync(file.fd()) != 0)
        fail(m_file, errno);
    if (is_new) {
        const OpenFile folder(m_file.parent_path().empty() ? fs::path(".") : m_file.parent_path(),
                              O_RDONLY | O_DIRECTORY);
        if (folder.fd() >= 0)
            ::fsync(folder.fd()); // Its name must survive too.
    }
}

std::vector<AuditEntry> AuditLog::read(std::size_t limit) const
{
    return read_with_damage(limit).actions;
}

AuditReading AuditLog::read_with_damage(std::size_t limit) const
{
    AuditReading reading;
    std::vector<AuditEntry>& entries = reading.actions; // newest first, at first
    const std::lock_guard lock(m_mutex);
    const int error = reading_error(m_file);
    if (error == ENOENT)
        return reading;
    if (error != 0)
        fail(m_file, error, "read");
    std::ifstream file(m_file, std::ios::binary | std::ios::ate);
    if (!file || limit == 0)
        return reading;
    const std::streamoff size = file.tellg();
    const std::streamoff start = std::max<std::streamoff>(0, size - tail_limit);
    file.seekg(start);
    std::string line;
    if (start > 0)
        std::getline(file, line); // The rest of a line whose begin we do not have.
    std::vector<std::string> lines;
    while (std::getline(file, line) && !file.eof()) { // A last line without its end is only half written.
        if (!line.empty())
            lines.push_back(std::move(line));
    }
    for (auto at = lines.rbegin();
         at != lines.rend() && entries.size() / most_lines < limit + most_between / most_lines; ++at) {
        if (auto entry = to_entry(*at))
            entries.push_back(std::move(*entry));
        else
            ++reading.damaged_lines;
    }
    std::reverse(entries.begin(), entries.end());
    entries = to_actions(std::move(entries));
    if (entries.size() > limit)
        entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(limit));
    return reading;
}

} // namespace lockscope
