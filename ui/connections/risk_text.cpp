// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/risk_text.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QStringList>

namespace lockscope::ui {
namespace {

constexpr int kSettingChars = 60;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::RiskText)
};

QString meaning(ServerRisk::Kind kind)
{
    using Kind = ServerRisk::Kind;
    switch (kind) {
    case Kind::evicts_locks:
        return Texts::tr("When memory is short, Redis deletes keys with a lease first, and every lock has one: it is "
                         "free then although its holder goes on. Set maxmemory-policy to noeviction.");
    case Kind::may_evict_locks:
        return Texts::tr("When memory is short, Redis may delete any key, also a lock: it is free then although its "
                         "holder goes on. Set maxmemory-policy to noeviction.");
    case Kind::no_persistence:
        return Texts::tr("Nothing is written to disk. When Redis starts anew, every lock is free although its holder "
                         "goes on. Set appendonly to yes.");
    case Kind::snapshots_only:
        return Texts::tr("Only snapshots are written to disk. A crash forgets the locks taken since the last one, and "
                         "brings those back that were released since. Set appendonly to yes.");
    case Kind::late_sync:
        return Texts::tr("If the machine crashes, the locks of the last second or of longer are forgotten: they are "
                         "free then although their holders go on. Only appendfsync always prevents that.");
    case Kind::unconfirmed_replicas:
        return Texts::tr("Replicas follow a little later. A lock taken just before a failover may be unknown to the "
                         "new master, so that two hold it. Waiting for a replica after each acquisition makes that "
                         "less likely; fencing tokens make it harmless.");
    case Kind::lone_master:
        return Texts::tr("A master that is cut off from its replicas goes on giving locks while one of them takes its "
                         "place, so that two may hold a lock. Set min-replicas-to-write to 1.");
    case Kind::lost_master:
        return Texts::tr("This replica has lost its master. What it says of locks may be long over.");
    case Kind::lacks_memory:
        return Texts::tr("Memory is full, and Redis refuses what needs more of it: no lock can be taken, though those "
                         "that are held can be renewed and released. Make room, or raise maxmemory.");
    case Kind::stale_replica:
        return Texts::tr("This replica answers also when it has lost its master. What it says of locks may be long "
                         "over.");
    }
    return {};
}

} // namespace

QString riskText(const ServerRisk& risk)
{
    return Texts::tr("%1: %2", "a setting of Redis: what it means")
        .arg(shortText(risk.setting, kSettingChars), meaning(risk.kind));
}

QString risksText(const ServerRisks& risks)
{
    QStringList paragraphs;
    for (const ServerRisk& risk : risks.all) {
        paragraphs << riskText(risk);
    }
    if (!risks.unknown.empty()) {
        QStringList names;
        for (const std::string& name : risks.unknown) {
            names << shortText(name, kSettingChars);
        }
        paragraphs
            << Texts::tr("The server does not tell whether its settings can lose locks: %1.").arg(namesText(names));
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

} // namespace lockscope::ui
