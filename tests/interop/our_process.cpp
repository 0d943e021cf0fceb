// SPDX-License-Identifier: Apache-2.0
#include "interop/our_process.hpp"

#include "interop/interop_stage.hpp"
#include "interop/java_words.hpp"
#include "interop/lock_kinds.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/red_lock.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

namespace lockscope::test {

namespace {

constexpr std::string_view sign = "--our-process";
constexpr int patience_ms = 60'000;

struct Wanted
{
    std::string type;
    std::vector<std::string> names;
};

Wanted parse(const std::string& object)
{
    const std::size_t colon = object.find(':');
    Wanted wanted{object.substr(0, colon), {}};
    std::istringstream names(object.substr(colon + 1));
    for (std::string name; std::getline(names, name, ',');)
        wanted.names.push_back(java_words(name).front());
    return wanted;
}

Lock lock_of(const std::string& type, Client& client, const std::string& name)
{
    const std::vector<LockKind> kinds = all_kinds();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const LockKind& kind) { return kind.held.java == type; });
    if (found == kinds.end())
        throw std::runtime_error("there is no lock type " + type);
    return found->held.ours(client, name);
}

/// @param words where the servers are, then the locks
void hold(const std::vector<std::string>& words)
{
    std::list<Client> clients;
    std::vector<GroupLock> groups;
    for (const std::string& word : words) {
        if (word.find("://") != std::string::npos) {
            clients.emplace_back(Endpoint::parse(word), quick_options());
            continue;
        }
        const Wanted wanted = parse(word);
        if (wanted.type != "multi" && wanted.type != "red") {
            lock_of(wanted.type, clients.front(), wanted.names.front()).lock();
            continue;
        }
        std::vector<Lock> members;
        for (Client& client : clients) {
            for (const std::string& name : wanted.names)
                members.push_back(client.reentrant_lock(name));
        }
        groups.push_back(wanted.type == "multi" ? GroupLock(MultiLock(members)) : GroupLock(RedLock(members)));
        groups.back().lock();
    }
    std::puts("held");
    std::fflush(stdout);
    for (char ignored = 0; ::read(STDIN_FILENO, &ignored, 1) > 0;) {} // as long as the test lives
    std::_Exit(0);                                                    // nor is anything given back then
}

} // namespace

OurProcess::OurProcess(const std::vector<Endpoint>& endpoints, const std::vector<std::string>& locks)
{
    QStringList words{QString::fromLatin1(sign.data(), static_cast<qsizetype>(sign.size()))};
    for (const Endpoint& endpoint : endpoints)
        words << QString::fromStdString(endpoint.uri_without_password());
    for (const std::string& lock : locks)
        words << QString::fromStdString(lock);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationFilePath(), words);
}

OurProcess::~OurProcess()
{
    kill();
}

bool OurProcess::holds_all()
{
    QByteArray said;
    while (!said.contains("held\n")) {
        if (!m_process.waitForReadyRead(patience_ms))
            return false;
        said += m_process.readAllStandardOutput();
    }
    return true;
}

void OurProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished(patience_ms);
}

std::optional<int> as_our_process(int argc, char** argv)
{
    if (argc < 2 || argv[1] != sign)
        return std::nullopt;
    try {
        hold({argv + 2, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    return 1;
}

} // namespace lockscope::test
