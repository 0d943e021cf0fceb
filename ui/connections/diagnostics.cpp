// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/diagnostics.hpp"

#include "session/barrier.hpp"
#include "session/secrets.hpp"
#include "text/encryption_words.hpp"
#include "text/obstacle_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QSysInfo>

namespace lockscope::ui {
namespace {

using Fact = DiagnosticsSection::Fact;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Diagnostics)
};

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString percent(double share, int decimals)
{
    return Texts::tr("%1 %").arg(QLocale().toString(share * 100, 'f', decimals));
}

QString orUnknown(const std::string& bytes)
{
    return bytes.empty() ? Texts::tr("not known") : shortText(bytes, 60);
}

DiagnosticsSection program()
{
    return {
        Texts::tr("Program"),
        {{Texts::tr("Lockscope"), QCoreApplication::applicationVersion()},
         {Texts::tr("Qt"), QString::fromLatin1(qVersion())},
         {Texts::tr("System"), QSysInfo::prettyProductName() + QLatin1Char(' ') + QSysInfo::currentCpuArchitecture()},
         {Texts::tr("Display"), QGuiApplication::platformName()},
         {Texts::tr("Language"), QLocale().name()}}};
}

QString stateText(const Session& session)
{
    if (session.state() == Session::State::disconnected) {
        return Texts::tr("not connected");
    }
    if (session.state() == Session::State::connecting) {
        return Texts::tr("connecting");
    }
    switch (session.status().link) {
    case MonitorStatus::Link::connecting: return Texts::tr("connecting");
    case MonitorStatus::Link::live: return session.isPaused() ? Texts::tr("paused") : Texts::tr("live");
    case MonitorStatus::Link::lost: break;
    }
    return Texts::tr("lost");
}

void addEncryption(DiagnosticsSection& section, const MonitorStatus& status)
{
    if (!status.encryption) {
        section.facts += Fact{Texts::tr("Encryption"), Texts::tr("none")};
        return;
    }
    section.facts += Fact{Texts::tr("Encryption"), encryptionText(*status.encryption)};
    section.facts += Fact{Texts::tr("Certificate"), encryptionExplanation(*status.encryption)};
    const QString warning = certificateWarning(*status.encryption, std::chrono::system_clock::now());
    if (!warning.isEmpty()) {
        section.facts += Fact{Texts::tr("Attention"), warning};
    }
}

QString roleText(const MonitorStatus& status)
{
    if (isReplica(status)) {
        return Texts::tr("replica", "role of a server");
    }
    return status.server_role == "master" ? Texts::tr("master", "role of a server") : orUnknown(status.server_role);
}

DiagnosticsSection server(const Session& session)
{
    DiagnosticsSection section{Texts::tr("Server"), {{Texts::tr("State"), stateText(session)}}};
    if (!session.endpoint()) {
        return section;
    }
    const MonitorStatus& status = session.status();
    section.facts +=
        Fact{Texts::tr("Address"),
             session.isSandbox() ? Texts::tr("sandbox") : QString::fromStdString(session.endpoint()->display())};
    section.facts += Fact{Texts::tr("Signed in"), session.endpoint()->user.empty() ? Texts::tr("as the default user")
                                                                                   : Texts::tr("as a user of its own")};
    addEncryption(section, status);
    section.facts += Fact{Texts::tr("Redis"), orUnknown(status.server_version)};
    section.facts += Fact{Texts::tr("Role"), roleText(status)};
    section.facts += Fact{Texts::tr("When memory is short"), orUnknown(status.eviction_policy)};
    if (status.obstacle != WriteObstacle::none) {
        section.facts += Fact{Texts::tr("Writing"), obstacleText(status.obstacle, status.obstacle_at)};
    }
    section.facts += Fact{Texts::tr("Keys"), number(status.keys_total)};
    if (session.endpoint()->deployment != Deployment::single) {
        section.facts += Fact{Texts::tr("Read from", "addresses of masters"), orUnknown(status.addresses)};
    }
    if (status.masters > 1) {
        section.facts += Fact{Texts::tr("Masters"), number(status.masters)};
        section.facts += Fact{Texts::tr("Masters that cannot be reached"), number(status.unreachable.size())};
        for (const UnreachableMaster& master : status.unreachable) {
            const QString said = withoutIdentity(QString::fromStdString(master.error), *session.endpoint());
            section.facts += Fact{shortText(master.address, 60),
                                  Texts::tr("out of reach since %1, %Ln known lock(s): %2", "a master of a cluster",
                                            pluralCount(master.locks))
                                      .arg(timeText(master.since), shortText(said.toStdString(), 200))};
        }
    }
    return section;
}

DiagnosticsSection liveData(const Session& session)
{
    const MonitorStatus& status = session.status();
    DiagnosticsSection section{Texts::tr("Live data"), {}};
    section.facts += Fact{Texts::tr("Source"), newsSourceText(status.source)};
    section.facts += Fact{Texts::tr("What it sees"), newsSourceExplanation(status.source)};
    section.facts += Fact{Texts::tr("Behind the server by"), durationText(status.behind)};
    section.facts += Fact{Texts::tr("Locks"), number(status.counts.locks)};
    section.facts += Fact{Texts::tr("Complete scans"), number(status.scan_rounds)};
    section.facts += Fact{Texts::tr("Commands a second"), QLocale().toString(status.cost.commands_per_second, 'f', 1)};
    section.facts += Fact{Texts::tr("Share of a core of the server"),
                          status.cost.cpu_share ? percent(*status.cost.cpu_share, 2) : Texts::tr("not known")};
    return section;
}

DiagnosticsSection limits(const Session& session)
{
    const MonitorOptions& options = session.monitorOptions();
    DiagnosticsSection section{Texts::tr("Limits"), {}};
    section.facts +=
        Fact{Texts::tr("Locks named"), options.pattern == "*" ? Texts::tr("in any way", "all locks are looked at")
                                                              : Texts::tr("after a pattern of its own")};
    section.facts += Fact{Texts::tr("Locks kept at most"), number(options.max_locks)};
    section.facts += Fact{Texts::tr("Locks beyond that"), number(session.status().locks_not_kept)};
    section.facts += Fact{Texts::tr("Keys that may not be read"), number(session.status().keys_not_permitted)};
    section.facts += Fact{Texts::tr("Keys that could not be read"), number(session.status().keys_unreadable)};
    if (!session.status().unreadable_why.empty()) {
        section.facts += Fact{Texts::tr("Why they could not"),
                              shortened(QString::fromStdString(session.status().unreadable_why), 200)};
    }
    section.facts += Fact{Texts::tr("Scanning may use"), percent(options.cpu_budget, 1)};
    section.facts += Fact{Texts::tr("Stuck after"), limitText(options.thresholds.stuck_after)};
    section.facts += Fact{Texts::tr("Expiring below"), percent(options.thresholds.expiring_fraction, 0)};
    section.facts += Fact{Texts::tr("A batch at most every"), limitText(options.batch_interval)};
    return section;
}

QString forbiddenText(const Permission& permission)
{
    return Texts::tr("%1 is forbidden (%2)").arg(shortText(permission.what, 60), shortText(permission.acl_rule, 60));
}

DiagnosticsSection permissions(const Session& session)
{
    const PermissionReport& report = session.status().permissions;
    DiagnosticsSection section{Texts::tr("Permissions"), {}};
    if (report.all.empty()) {
        section.facts += Fact{Texts::tr("State"), Texts::tr("not known")};
        return section;
    }
    const std::vector<Permission> missing = report.missing();
    if (missing.empty()) {
        section.facts += Fact{Texts::tr("State"), Texts::tr("nothing is missing")};
    } else if (report.missing(Purpose::watching).empty()) {
        section.facts += Fact{Texts::tr("State"), Texts::tr("nothing is missing for watching")};
    }
    for (const Permission& permission : missing) {
        section.facts += Fact{featureText(permission.feature), forbiddenText(permission)};
    }
    for (const Permission& permission : report.all) {
        if (permission.feature == Feature::trace) { // which nobody misses who does not trace
            section.facts += Fact{featureText(permission.feature), !permission.known    ? Texts::tr("not known")
                                                                   : permission.granted ? Texts::tr("permitted")
                                                                                        : forbiddenText(permission)};
        }
    }
    return section;
}

DiagnosticsSection errors(const ErrorJournal& journal)
{
    DiagnosticsSection section{Texts::tr("Last errors"), {}};
    for (const ErrorJournal::Entry& entry : journal.entries()) {
        const QString times = entry.times > 1 ? Texts::tr(" (%Ln times)", "an error", entry.times) : QString();
        section.facts += Fact{QLocale().toString(entry.at, QLocale::ShortFormat), entry.sentence + times};
    }
    if (section.facts.isEmpty()) {
        section.facts += Fact{Texts::tr("State"), Texts::tr("none in this window")};
    }
    return section;
}

} // namespace

QList<DiagnosticsSection> diagnosticsOf(const Session& session, const ErrorJournal& journal)
{
    QList<DiagnosticsSection> sections{program(), server(session)};
    if (session.state() == Session::State::connected) {
        sections << liveData(session) << permissions(session);
    }
    sections << limits(session) << errors(journal);
    return sections;
}

QString diagnosticsText(const QList<DiagnosticsSection>& sections)
{
    QString text;
    for (const DiagnosticsSection& section : sections) {
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + section.title + QLatin1Char('\n');
        for (const Fact& fact : section.facts) {
            text += QStringLiteral("  %1: %2\n").arg(fact.name, fact.value);
        }
    }
    return text;
}

} // namespace lockscope::ui
