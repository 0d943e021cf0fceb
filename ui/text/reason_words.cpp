// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/reason_words.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace lockscope::ui {
namespace {

constexpr auto kContext = "lockscope::ui::Reasons";

// {1}, {2}: what the sentence quotes. What quotes another sentence comes after all that could be it as a whole.
constexpr std::array kReasons{
    // Addresses.
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The address is empty; write redis://host:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The address contains a NUL byte."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The address is longer than 64 KB."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The {1} in the address has a % that is not followed by two hex digits; write % as %25."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The {1} in the address contains control characters."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The database in the address must be a number from 0 to {1}."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The IPv6 address in brackets is not closed; write [::1]:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Only an IPv6 address stands in brackets, as in redis://[::1]:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "After the bracket of an IPv6 address only :port may follow."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "An IPv6 address must stand in brackets, as in redis://[::1]:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "\"{1}\" is not a host name."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "After the colon of redis:// or unix:// there are two slashes, as in redis://host:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The port after the colon is missing; leave the colon out for {1}."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The port in the address must be a number from 1 to 65535, as in redis://host:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "A unix socket is never encrypted; write unix:///path."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Sentinels are asked at host:port only, not at a unix socket."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "\"{1}://\" is not understood; use redis://, rediss://, unix://, redis+sentinel://, "
                      "redis+cluster:// or redis+replicated://."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "An @ in an option must be written %40, a ? or & in a password %3F or %26."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "Several hosts need redis+sentinel://, redis+cluster:// or redis+replicated://."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The address names more than {1} hosts."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "A host is missing in the address; write the hosts as host:port,host:port."),
    QT_TRANSLATE_NOOP(
        "lockscope::ui::Reasons",
        "The name of the master that the Sentinels know is missing; write redis+sentinel://host:26379/mymaster."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The name of the master may have {1} bytes at most."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "A cluster has database 0 only; leave the number out."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "A unix socket needs an absolute path, as in unix:///run/redis/redis.sock."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The path of a unix socket contains a NUL byte."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The path of a unix socket may have 107 bytes at most."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The option verify is yes or no."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "\"{1}\" in the option allow is neither a host, nor *.domain, nor an address such as "
                      "10.0.0.0/8."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The option allow has more than {1} entries."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option {1} has no meaning for a unix socket, whose only option is ?db=NUMBER."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option {1} is for encrypted connections only: write rediss:// instead of redis://."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option {1} is for redis+sentinel://, redis+cluster:// and redis+replicated:// only."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The option {1} is for redis+sentinel:// only."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option {1} is for unix sockets only; elsewhere the number of the database follows a slash."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option {1} does not belong in an address, which others can read; give it in a file or when "
                      "asked."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option \"{1}\" of the address is not known; there are ca, ca-dir, cert, key, server-name, "
                      "verify, allow, sentinel-user and sentinel-password."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The option {1} is given twice."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The option {1} of the address needs a value."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The option key needs the option cert: a key without its certificate proves nothing."),
    // Its parts.
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "user name"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "password"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "service"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "server name"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "path"),
    // Configurations of Redisson.
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be a single value."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be true or false."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be a number from {2} to {3}."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be a list of at most {2} addresses."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be AUTO, ON or OFF."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should be STRICT, CA_ONLY or NONE."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "{1} should be an address such as redis://host:6379 or rediss://host:6379."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} should contain settings."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "{1} should contain hosts: several servers are not reached by a unix socket."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "{1} mixes encrypted and plain addresses; write rediss:// for all of them or for none."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "{1} gives different users or passwords, which one connection cannot have."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} names no server."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} names more than {2} servers."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1}.database is not 0; a cluster has database 0 only."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "{1} contains a user, a master's name or an address that cannot be used."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This configuration names two deployments, {1} and {2}."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This configuration has too many settings."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "There is no server in this file: singleServerConfig is missing."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This is not a Redisson configuration: a setting has no plain name."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "This is not a Redisson configuration: it does not begin with settings."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This is not a Redisson configuration."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The file is larger than 64 KB: that is no Redisson configuration."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The file is not valid YAML, see line {1}."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The file is not valid YAML."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The file {1} cannot be read."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1}Config has no {2}."),
    // Actions.
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This session is read-only."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "A reason is required; it goes to the audit log."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "This server counts as production: the lock's name must be typed exactly."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "Nobody held the lock when it was looked at, so there is nothing to end or to extend."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The server did not answer before its turn. Nothing was done."),
    // Connections.
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "{1} is no cluster; write redis:// for a single server."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Connection refused"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Connection timed out"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Connection reset by peer"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Network is unreachable"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No route to host"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No such file or directory"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "Permission denied"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "no host has this name"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "no answer within {1} ms"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "no answer to the TLS handshake within {1} ms"),
    QT_TRANSLATE_NOOP(
        "lockscope::ui::Reasons",
        "the server does not speak TLS on this port; write redis:// instead of rediss://, or take its TLS "
        "port"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "no reply for {1} ms"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "the server closed it"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "it is a replica now"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No reply from {1} to {2} in time; it may have been executed."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons",
                      "The cluster refuses commands (CLUSTERDOWN): nobody serves a part of it, or this master has lost "
                      "sight of most others. It goes on by itself when they are back."),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "This user may not execute MONITOR. Ask the administrator for: {1}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The server wants a password, and was given none: {1}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "AUTH was refused by the server: {1}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "SELECT was refused by the server: {1}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "The server sent something that is not the Redis protocol: {1}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No sentinel told where the master is: {1}: {2}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No connection to {1} before the time for {2} was over: {3}"),
    QT_TRANSLATE_NOOP("lockscope::ui::Reasons", "No connection to {1}: {2}"),
};

/// Does @p english say what @p pattern does? Then @p quoted is what it quotes.
bool matches(const QString& english, const QString& pattern, QStringList& quoted)
{
    static const QRegularExpression place(QStringLiteral("\\\\\\{[1-9]\\\\\\}"));
    QString expression = QRegularExpression::escape(pattern);
    expression.replace(place, QStringLiteral("(.+?)"));
    const QRegularExpression whole(QRegularExpression::anchoredPattern(expression),
                                   QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch match = whole.match(english);
    if (!match.hasMatch()) {
        return false;
    }
    quoted = match.capturedTexts().mid(1);
    return true;
}

/// With what was quoted in the places: once, for what is quoted may contain places, too.
QString filled(const QString& pattern, const QStringList& quoted)
{
    static const QRegularExpression place(QStringLiteral("\\{([1-9])\\}"));
    QString text;
    qsizetype end = 0;
    QRegularExpressionMatchIterator places = place.globalMatch(pattern);
    while (places.hasNext()) {
        const QRegularExpressionMatch each = places.next();
        text += pattern.mid(end, each.capturedStart() - end);
        text += quoted.value(each.captured(1).toInt() - 1);
        end = each.capturedEnd();
    }
    return text + pattern.mid(end);
}

} // namespace

std::optional<QString> reasonText(const QString& english)
{
    for (const char* const reason : kReasons) {
        QStringList quoted;
        if (!matches(english, QString::fromUtf8(reason), quoted)) {
            continue;
        }
        for (QString& each : quoted) {
            each = reasonText(each).value_or(each);
        }
        return filled(QCoreApplication::translate(kContext, reason), quoted);
    }
    return std::nullopt;
}

} // namespace lockscope::ui
