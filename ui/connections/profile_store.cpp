// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_store.hpp"

#include "connections/profile_transfer.hpp"
#include "dialogs/save_file.hpp"
#include "text/words.hpp"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

const QString kFormat = QStringLiteral("format");
const QString kProfiles = QStringLiteral("profiles");
const QString kForgotten = QStringLiteral("forgotten");
constexpr int kOurFormat = 1;
constexpr std::chrono::milliseconds kWritingTakes{500};

auto placeOf(const QList<ConnectionProfile>& profiles, const QString& id)
{
    return std::find_if(profiles.begin(), profiles.end(), [&](const ConnectionProfile& each) { return each.id == id; });
}

void putInto(QList<ConnectionProfile>& profiles, const ConnectionProfile& profile)
{
    const qsizetype place = placeOf(profiles, profile.id) - profiles.cbegin();
    if (place < profiles.size()) {
        profiles[place] = profile;
    } else {
        profiles.append(profile);
    }
}

std::optional<QByteArray> contentOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestProfileFile) {
        return std::nullopt;
    }
    const QByteArray bytes = file.readAll();
    return file.error() == QFileDevice::NoError ? std::optional(bytes) : std::nullopt;
}

} // namespace

ProfileStore::ProfileStore(const QString& file, QObject* parent) : QObject(parent), m_file(file)
{
    m_again.setSingleShot(true);
    m_again.setInterval(kWritingTakes);
    load(WhenDamaged::lookAgain);
    watch();
    const auto follow = [this] { reload(WhenDamaged::lookAgain); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, follow);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, follow);
    connect(&m_again, &QTimer::timeout, this, &ProfileStore::lookAgain);
}

std::optional<ConnectionProfile> ProfileStore::find(const QString& id) const
{
    const auto found = placeOf(m_profiles, id);
    return found == m_profiles.end() ? std::nullopt : std::optional(*found);
}

std::optional<ConnectionProfile> ProfileStore::findNewest(const QString& id)
{
    reload(WhenDamaged::lookAgain);
    return find(id);
}

void ProfileStore::put(const ConnectionProfile& profile)
{
    change([&](QList<ConnectionProfile>& profiles) { putInto(profiles, profile); });
}

ConnectionProfile ProfileStore::merge(const ConnectionProfile& opened, const ConnectionProfile& edited)
{
    ConnectionProfile result = edited;
    change([&](QList<ConnectionProfile>& profiles) {
        const auto stored = placeOf(profiles, edited.id);
        if (stored != profiles.cend()) {
            result = merged(opened, edited, *stored);
        }
        putInto(profiles, result);
    });
    return result;
}

void ProfileStore::insert(qsizetype place, const ConnectionProfile& profile)
{
    change([&](QList<ConnectionProfile>& profiles) {
        if (placeOf(profiles, profile.id) == profiles.cend()) {
            profiles.insert(std::clamp<qsizetype>(place, 0, profiles.size()), profile);
        }
    });
}

qsizetype ProfileStore::remove(const QString& id)
{
    qsizetype place = -1;
    change([&](QList<ConnectionProfile>& profiles) {
        const auto found = placeOf(profiles, id);
        if (found != profiles.cend()) {
            place = found - profiles.cbegin();
            profiles.removeAt(place);
        }
    });
    return place;
}

void ProfileStore::merge(const QList<ProfileChange>& changes)
{
    change([&](QList<ConnectionProfile>& profiles) {
        for (const auto& [opened, edited] : changes) {
            const auto stored = placeOf(profiles, edited.id);
            if (stored == profiles.cend()) {
                profiles.append(edited);
            } else if (opened) {
                putInto(profiles, merged(*opened, edited, *stored));
            }
        }
    });
}

void ProfileStore::forget(const QString& id)
{
    changeForgotten([&] { addForgotten(id); });
}

void ProfileStore::noteForgotten(const QString& id)
{
    changeForgotten([&] { m_forgotten.removeAll(id); });
}

void ProfileStore::changeForgotten(const std::function<void()>& edit)
{
    const bool isNews = load(WhenDamaged::putAside);
    const QStringList before = m_forgotten;
    edit();
    if (m_forgotten != before) {
        save();
    }
    if (isNews) {
        emit changed();
    }
}

void ProfileStore::addForgotten(const QString& id)
{
    if (!find(id) && !m_forgotten.contains(id)) {
        m_forgotten.append(id);
    }
}

void ProfileStore::change(const std::function<void(QList<ConnectionProfile>&)>& edit)
{
    load(WhenDamaged::putAside);
    edit(m_profiles);
    m_forgotten.removeIf([this](const QString& id) { return find(id).has_value(); });
    save();
    emit changed();
}

bool ProfileStore::load(WhenDamaged whenDamaged)
{
    const bool wasUnreadable = std::exchange(m_unreadable, false);
    const std::optional<QByteArray> damaged = std::exchange(m_damaged, std::nullopt);
    const bool exists = QFile::exists(m_file);
    const std::optional<QByteArray> bytes = exists ? contentOf(m_file) : m_bytes;
    if (exists && !bytes) {
        m_unreadable = true;
        setProblem([path = QDir::toNativeSeparators(m_file)] {
            return tr("The file of the profiles cannot be read: %1. Changes are not kept.").arg(path);
        });
        return false;
    }
    if (bytes == m_bytes) { // also if somebody took it away: what we have is written with the next change
        if (wasUnreadable) {
            tellReadable();
        }
        return false;
    }
    const QList<ConnectionProfile> before = m_profiles;
    if (!parse(*bytes)) {
        if (whenDamaged == WhenDamaged::putAside) {
            putAside();
        } else {
            m_damaged = bytes;
            if (m_damaged != damaged) {
                m_again.start();
            }
        }
        return false;
    }
    m_bytes = bytes;
    return m_profiles != before;
}

void ProfileStore::reload(WhenDamaged whenDamaged)
{
    if (load(whenDamaged)) {
        emit changed();
    }
    watch();
}

void ProfileStore::lookAgain()
{
    if (m_damaged) {
        const bool isAsItWas = contentOf(m_file) == m_damaged;
        m_damaged.reset();
        reload(isAsItWas ? WhenDamaged::putAside : WhenDamaged::lookAgain);
    }
}

/// What was changed while it was not is kept from now on.
void ProfileStore::tellReadable()
{
    tellNotUnderstood();
    if (m_writeFailed) {
        save();
    }
}

bool ProfileStore::parse(const QByteArray& bytes)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject() || !document.object()[kProfiles].isArray()) {
        return false;
    }
    m_unknown = document.object();
    m_unknown.remove(kProfiles);
    m_unknown.remove(kForgotten);
    m_profiles.clear();
    m_notUnderstood = {};
    const QJsonArray all = document.object()[kProfiles].toArray();
    for (const auto& each : all) {
        const auto profile = profileFrom(each.toObject());
        if (profile && placeOf(m_profiles, profile->id) == m_profiles.cend()) {
            m_profiles.append(*profile);
        } else {
            m_notUnderstood.append(each);
        }
    }
    m_forgotten.clear();
    const QJsonArray forgotten = document.object()[kForgotten].toArray();
    for (const auto& each : forgotten) {
        if (const QUuid id = QUuid::fromString(each.toString()); !id.isNull()) { // nothing else in the keychain goes
            addForgotten(id.toString(QUuid::WithoutBraces));
        }
    }
    tellNotUnderstood();
    return true;
}

void ProfileStore::tellNotUnderstood()
{
    if (m_notUnderstood.isEmpty()) {
        setProblem({});
        return;
    }
    setProblem([count = pluralCount(m_notUnderstood.size()), file = QDir::toNativeSeparators(m_file)] {
        return tr("%Ln profile(s) in %1 could not be understood; they are kept there.", "", count).arg(file);
    });
}

void ProfileStore::putAside()
{
    const QString aside = m_file + QStringLiteral(".broken-")
                        + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    if (QFile::rename(m_file, aside)) {
        setProblem([file = QDir::toNativeSeparators(aside)] {
            return tr("The file of the profiles was damaged. It is kept as %1, and a new one is begun.").arg(file);
        });
        return;
    }
    m_unreadable = true;
    setProblem([file = QDir::toNativeSeparators(m_file)] {
        return tr("The file of the profiles is damaged and cannot be put aside: %1. Changes are not kept.").arg(file);
    });
}

void ProfileStore::save()
{
    if (m_unreadable) {
        m_writeFailed = true;
        return; // said already
    }
    QJsonArray list;
    for (const ConnectionProfile& profile : std::as_const(m_profiles)) {
        list.append(toJson(profile));
    }
    for (const auto& each : std::as_const(m_notUnderstood)) {
        list.append(each);
    }
    QJsonObject root = m_unknown;
    if (!root.contains(kFormat)) {
        root[kFormat] = kOurFormat;
    }
    root[kProfiles] = list;
    if (!m_forgotten.isEmpty()) {
        root[kForgotten] = QJsonArray::fromStringList(m_forgotten);
    }
    const QByteArray bytes = QJsonDocument(root).toJson();
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    if (const QString why = saveFile(m_file, bytes); !why.isEmpty()) {
        m_writeFailed = true;
        setProblem([path = QDir::toNativeSeparators(m_file), error = why] {
            return tr("The profiles cannot be written to %1: %2.").arg(path, error);
        });
        return;
    }
    m_bytes = bytes;
    if (std::exchange(m_writeFailed, false)) {
        tellNotUnderstood();
    }
    watch();
}

/// A file that is replaced drops out of the watcher, and one that is not there yet cannot be watched.
void ProfileStore::watch()
{
    const QString folder = QFileInfo(m_file).absolutePath();
    if (m_watcher.directories().isEmpty() && QFileInfo::exists(folder)) {
        m_watcher.addPath(folder);
    }
    if (m_watcher.files().isEmpty() && QFileInfo::exists(m_file)) {
        m_watcher.addPath(m_file);
    }
}

void ProfileStore::setProblem(const Text& sentence)
{
    const QString before = problem();
    m_problem = sentence;
    if (problem() != before) {
        emit problemChanged();
    }
}

} // namespace lockscope::ui
