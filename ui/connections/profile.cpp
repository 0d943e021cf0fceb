// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile.hpp"

#include "connections/profile_secrets.hpp"

#include "lockscope/error.hpp"

#include <QUuid>

#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr qsizetype kLongestText = 1000;
constexpr int kLongestStuckAfter = 7 * 24 * 3600;

const QString kId = QStringLiteral("id");
const QString kName = QStringLiteral("name");
const QString kColor = QStringLiteral("color");
const QString kProduction = QStringLiteral("production");
const QString kUri = QStringLiteral("uri");
const QString kPassword = QStringLiteral("password");
const QString kPattern = QStringLiteral("pattern");
const QString kBudget = QStringLiteral("cpuBudget");
const QString kStuckAfter = QStringLiteral("stuckAfterSeconds");
const QString kExpiring = QStringLiteral("expiringFraction");
const QString kWaitForReplica = QStringLiteral("waitForReplica");
const QString kReplicaTimeout = QStringLiteral("replicaTimeoutMs");
const QString kWatchdogLease = QStringLiteral("watchdogLeaseMs");
const QString kShardedMessages = QStringLiteral("shardedMessages");

template <typename Value>
struct Word
{
    Value value;
    const char* word;
};

constexpr std::array<Word<ProfileColor>, 6> kColors{{{ProfileColor::blue, "blue"},
                                                     {ProfileColor::green, "green"},
                                                     {ProfileColor::amber, "amber"},
                                                     {ProfileColor::orange, "orange"},
                                                     {ProfileColor::pink, "pink"},
                                                     {ProfileColor::grey, "grey"}}};
constexpr std::array<Word<PasswordPolicy>, 3> kPolicies{
    {{PasswordPolicy::none, "none"}, {PasswordPolicy::ask, "ask"}, {PasswordPolicy::keychain, "keychain"}}};

constexpr std::array<Word<ShardedMessages>, 3> kMessages{
    {{ShardedMessages::automatic, "auto"}, {ShardedMessages::on, "on"}, {ShardedMessages::off, "off"}}};

template <typename Value, std::size_t Count>
QString wordOf(Value value, const std::array<Word<Value>, Count>& words)
{
    for (const auto& each : words) {
        if (each.value == value) {
            return QString::fromLatin1(each.word);
        }
    }
    return {};
}

template <typename Value, std::size_t Count>
Value valueOf(const QJsonValue& json, const std::array<Word<Value>, Count>& words, Value otherwise)
{
    for (const auto& each : words) {
        if (json.toString() == QLatin1String(each.word)) {
            return each.value;
        }
    }
    return otherwise;
}

double within(const QJsonValue& json, double least, double most, double otherwise)
{
    const double value = json.toDouble(otherwise);
    return value >= least && value <= most ? value : otherwise;
}

/// In milliseconds.
std::chrono::milliseconds timeIn(const QJsonValue& json, std::chrono::milliseconds least,
                                 std::chrono::milliseconds otherwise)
{
    constexpr auto most = static_cast<double>(LockSettings::longestTime.count());
    const double value = within(json, static_cast<double>(least.count()), most, static_cast<double>(otherwise.count()));
    return std::chrono::milliseconds(static_cast<qint64>(value));
}

QString bounded(const QJsonValue& json)
{
    return json.toString().left(kLongestText);
}

/// All but the id.
template <typename Visit>
void forEachField(Visit visit)
{
    using Profile = ConnectionProfile;
    const auto each = [&](auto... fields) { (visit(fields), ...); };
    each(&Profile::name, &Profile::color, &Profile::kind, &Profile::endpoint, &Profile::password, &Profile::pattern,
         &Profile::cpuBudget, &Profile::stuckAfter, &Profile::expiringFraction, &Profile::locks, &Profile::unknown);
}

} // namespace

const QList<ProfileColor>& profileColors()
{
    static const QList<ProfileColor> all{ProfileColor::blue,   ProfileColor::green, ProfileColor::amber,
                                         ProfileColor::orange, ProfileColor::pink,  ProfileColor::grey};
    return all;
}

QColor colorOf(ProfileColor color, const Theme& theme)
{
    switch (color) {
    case ProfileColor::blue: return theme.held;
    case ProfileColor::green: return theme.free;
    case ProfileColor::amber: return theme.expiring;
    case ProfileColor::orange: return theme.stuck;
    case ProfileColor::pink: return theme.contended;
    case ProfileColor::grey: break;
    }
    return theme.unknown;
}

ConnectionProfile merged(const ConnectionProfile& opened, ConnectionProfile edited, const ConnectionProfile& stored)
{
    forEachField([&](auto field) {
        if (edited.*field == opened.*field) {
            edited.*field = stored.*field;
        }
    });
    return edited;
}

bool isContested(const ConnectionProfile& opened, const ConnectionProfile& edited, const ConnectionProfile& stored)
{
    bool isAny = false;
    forEachField([&](auto field) {
        const bool isOurs = edited.*field != opened.*field;
        isAny = isAny || (isOurs && stored.*field != opened.*field && stored.*field != edited.*field);
    });
    return isAny;
}

ConnectionProfile ConnectionProfile::make()
{
    ConnectionProfile profile;
    profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return profile;
}

QString ConnectionProfile::title() const
{
    return name.isEmpty() ? QString::fromStdString(endpoint.display()) : name;
}

QString ConnectionProfile::uri() const
{
    return QString::fromStdString(endpoint.uri_without_password());
}

ConnectionSettings ConnectionProfile::settings(MonitorOptions monitor) const
{
    monitor.pattern = pattern.toStdString();
    monitor.cpu_budget = cpuBudget;
    monitor.thresholds.stuck_after = stuckAfter;
    monitor.thresholds.expiring_fraction = expiringFraction;
    return {.kind = kind, .monitor = std::move(monitor), .locks = locks};
}

QString initialOf(const ConnectionProfile& profile)
{
    for (const QChar letter : profile.title()) {
        if (letter.isLetterOrNumber()) {
            return letter.toUpper();
        }
    }
    return QStringLiteral("·");
}

QJsonObject toJson(const ConnectionProfile& profile)
{
    QJsonObject json = profile.unknown;
    json[kId] = profile.id;
    json[kName] = profile.name;
    json[kColor] = wordOf(profile.color, kColors);
    json[kProduction] = profile.kind == Session::ServerKind::production;
    json[kUri] = profile.uri();
    json[kPassword] = wordOf(profile.password, kPolicies);
    json[kPattern] = profile.pattern;
    json[kBudget] = profile.cpuBudget;
    json[kStuckAfter] = static_cast<qint64>(profile.stuckAfter.count());
    json[kExpiring] = profile.expiringFraction;
    json[kWaitForReplica] = profile.locks.waitForReplica;
    json[kReplicaTimeout] = static_cast<qint64>(profile.locks.replicaTimeout.count());
    json[kWatchdogLease] = static_cast<qint64>(profile.locks.watchdogLease.count());
    json[kShardedMessages] = wordOf(profile.locks.messages, kMessages);
    return json;
}

std::optional<ConnectionProfile> profileFrom(const QJsonObject& json)
{
    ConnectionProfile profile;
    try {
        profile.endpoint = Endpoint::parse(json[kUri].toString().toStdString());
        static_cast<void>(ProfileSecrets::takenFrom(profile.endpoint));
    } catch (const Error&) {
        return std::nullopt;
    }
    const QUuid id = QUuid::fromString(json[kId].toString());
    profile.id = (id.isNull() ? QUuid::createUuid() : id).toString(QUuid::WithoutBraces);
    profile.name = bounded(json[kName]);
    profile.color = valueOf(json[kColor], kColors, ProfileColor::blue);
    profile.kind = json[kProduction].toBool() ? Session::ServerKind::production : Session::ServerKind::ordinary;
    profile.password = valueOf(json[kPassword], kPolicies, PasswordPolicy::ask);
    profile.pattern = bounded(json[kPattern]);
    if (profile.pattern.isEmpty()) {
        profile.pattern = QStringLiteral("*");
    }
    profile.cpuBudget = within(json[kBudget], 0.0001, 1, profile.cpuBudget);
    profile.stuckAfter =
        std::chrono::seconds(static_cast<qint64>(within(json[kStuckAfter], 1, kLongestStuckAfter, 60)));
    profile.expiringFraction = within(json[kExpiring], 0.01, 0.99, profile.expiringFraction);
    profile.locks.waitForReplica = json[kWaitForReplica].toBool();
    profile.locks.replicaTimeout =
        timeIn(json[kReplicaTimeout], std::chrono::milliseconds(1), profile.locks.replicaTimeout);
    profile.locks.watchdogLease = timeIn(json[kWatchdogLease], LockSettings::leastLease, profile.locks.watchdogLease);
    profile.locks.messages = valueOf(json[kShardedMessages], kMessages, ShardedMessages::automatic);
    profile.unknown = json;
    for (const QString& known : {kId, kName, kColor, kProduction, kUri, kPassword, kPattern, kBudget, kStuckAfter,
                                 kExpiring, kWaitForReplica, kReplicaTimeout, kWatchdogLease, kShardedMessages}) {
        profile.unknown.remove(known);
    }
    return profile;
}

} // namespace lockscope::ui
