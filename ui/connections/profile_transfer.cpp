// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_transfer.hpp"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostProfiles = 1000;
const QString kProfiles = QStringLiteral("profiles");

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(ImportPlan)
};

const ConnectionProfile* withId(const QList<ConnectionProfile>& profiles, const QString& id)
{
    const auto found =
        std::find_if(profiles.begin(), profiles.end(), [&](const ConnectionProfile& each) { return each.id == id; });
    return found == profiles.end() ? nullptr : &*found;
}

bool isNameTaken(const QList<ConnectionProfile>& profiles, const QString& name)
{
    return std::any_of(profiles.begin(), profiles.end(),
                       [&](const ConnectionProfile& each) { return each.title() == name; });
}

QString freeName(const QList<ConnectionProfile>& profiles, const QString& name)
{
    for (int number = 2;; ++number) {
        QString candidate = QStringLiteral("%1 (%2)").arg(name, QString::number(number));
        if (!isNameTaken(profiles, candidate)) {
            return candidate;
        }
    }
}

ImportPlan::Item itemFor(ConnectionProfile profile, const QList<ConnectionProfile>& known)
{
    ImportPlan::Item item;
    const ConnectionProfile* same = withId(known, profile.id);
    if (same != nullptr && *same == profile) {
        item.step = ImportPlan::Step::keep;
    } else if (same != nullptr && same->endpoint == profile.endpoint) {
        item.step = ImportPlan::Step::replace;
        item.replaced = *same;
    } else {
        if (same != nullptr) {
            profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        }
        if (isNameTaken(known, profile.title())) {
            item.step = ImportPlan::Step::addRenamed;
            profile.name = freeName(known, profile.title());
        }
    }
    item.profile = std::move(profile);
    return item;
}

} // namespace

QByteArray exportProfiles(const QList<ConnectionProfile>& profiles)
{
    QJsonArray list;
    for (const ConnectionProfile& profile : profiles) {
        list.append(toJson(profile));
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), 1}, {kProfiles, list}}).toJson();
}

ImportPlan planImport(const QByteArray& bytes, const QList<ConnectionProfile>& existing)
{
    ImportPlan plan;
    if (bytes.size() > kLargestProfileFile) {
        plan.error = Texts::tr("The file is too large to be an export of profiles.");
        return plan;
    }
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject() || !document.object()[kProfiles].isArray()) {
        plan.error = Texts::tr("This file is not an export of profiles.");
        return plan;
    }
    QList<ConnectionProfile> known = existing; // with those before it in the file
    for (const auto& each : document.object()[kProfiles].toArray()) {
        auto profile = profileFrom(each.toObject());
        if (!profile || plan.items.size() >= kMostProfiles) {
            ++plan.notUnderstood;
            continue;
        }
        plan.items.append(itemFor(std::move(*profile), known));
        if (plan.items.last().step == ImportPlan::Step::add || plan.items.last().step == ImportPlan::Step::addRenamed) {
            known.append(plan.items.last().profile);
        }
    }
    if (plan.items.isEmpty()) {
        plan.error = Texts::tr("There are no profiles in this file.");
    }
    return plan;
}

QList<ProfileChange> changesOf(const ImportPlan& plan)
{
    QList<ProfileChange> changes;
    for (const ImportPlan::Item& item : plan.items) {
        if (item.step != ImportPlan::Step::keep) {
            changes.append({.opened = item.replaced, .edited = item.profile});
        }
    }
    return changes;
}

} // namespace lockscope::ui
