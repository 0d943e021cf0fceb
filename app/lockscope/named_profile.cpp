// SPDX-License-Identifier: GPL-3.0-or-later
#include "named_profile.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::app {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Options)
};

QString shown(const QString& name)
{
    return ui::displayText(name.toStdString());
}

QList<ui::ConnectionProfile> called(const QString& name, const QList<ui::ConnectionProfile>& profiles,
                                    Qt::CaseSensitivity sensitivity)
{
    QList<ui::ConnectionProfile> found;
    std::copy_if(profiles.begin(), profiles.end(), std::back_inserter(found),
                 [&](const ui::ConnectionProfile& each) { return each.title().compare(name, sensitivity) == 0; });
    return found;
}

} // namespace

std::variant<ui::ConnectionProfile, UsageError> profileNamed(const QString& name,
                                                             const QList<ui::ConnectionProfile>& profiles)
{
    QList<ui::ConnectionProfile> found = called(name, profiles, Qt::CaseSensitive);
    if (found.isEmpty()) {
        found = called(name, profiles, Qt::CaseInsensitive);
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (found.size() > 1) {
        return UsageError{Texts::tr("%n profile(s) are called “%1”. Give them different names first.", nullptr,
                                    static_cast<int>(found.size()))
                              .arg(shown(name))};
    }
    if (profiles.isEmpty()) {
        return UsageError{Texts::tr("There is no profile yet. Start without --profile and make one.")};
    }
    QStringList names;
    for (const ui::ConnectionProfile& each : profiles) {
        names << shown(each.title());
    }
    return UsageError{Texts::tr("There is no profile “%1”; there are: %2.").arg(shown(name), ui::namesText(names))};
}

} // namespace lockscope::app
