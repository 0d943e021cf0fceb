// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/waiting_parts.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(WaitingParts)
};

bool haveTheSameUsers(const Endpoint& one, const Endpoint& other)
{
    return one.user == other.user && one.sentinel_user == other.sentinel_user;
}

/// Where the servers are, without all else that an address says.
std::string placeOf(Endpoint endpoint)
{
    endpoint.user.clear();
    endpoint.sentinel_user.clear();
    endpoint.database = 0;
    endpoint.tls = {};
    return endpoint.uri_without_password();
}

} // namespace

QList<WaitingPart> waitingParts(const ConnectionProfile& connected, const ConnectionProfile& saved)
{
    QList<WaitingPart> parts;
    const auto compare = [&parts](bool isTheSame, WaitingPart part) {
        if (!isTheSame) {
            parts.append(part);
        }
    };
    const Endpoint& now = connected.endpoint;
    const Endpoint& next = saved.endpoint;
    compare(placeOf(now) == placeOf(next), WaitingPart::address);
    compare(haveTheSameUsers(now, next), WaitingPart::user);
    compare(now.database == next.database, WaitingPart::database);
    compare(now.tls == next.tls, WaitingPart::encryption);
    compare(connected.locks == saved.locks, WaitingPart::ownLocks);
    return parts;
}

QString partName(WaitingPart part)
{
    switch (part) {
    case WaitingPart::address: return Texts::tr("address", "part of a profile");
    case WaitingPart::user: return Texts::tr("user", "part of a profile");
    case WaitingPart::database: return Texts::tr("database", "part of a profile");
    case WaitingPart::encryption: return Texts::tr("encryption", "part of a profile");
    case WaitingPart::password: return Texts::tr("password", "part of a profile");
    case WaitingPart::ownLocks: break;
    }
    return Texts::tr("how Lockscope's own locks are taken", "part of a profile");
}

} // namespace lockscope::ui
