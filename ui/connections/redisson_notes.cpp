// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/redisson_notes.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostNames = 6;
constexpr int kNameChars = 60;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(RedissonNotes)
};

/// The settings' own names, without the deployment that all of them stand in.
QString namesOf(const RedissonRemark& remark)
{
    QStringList names;
    for (const std::string& setting : remark.settings) {
        const std::size_t dot = setting.find('.');
        names.append(shortText(dot == std::string::npos ? setting : setting.substr(dot + 1), kNameChars));
    }
    const qsizetype more = names.size() - kMostNames;
    if (more <= 0) {
        return namesText(names);
    }
    return Texts::tr("%1 and %Ln more", "names of settings", pluralCount(more))
        .arg(namesText(names.mid(0, kMostNames)));
}

QString sentenceOf(const RedissonRemark& remark)
{
    const QString names = namesOf(remark);
    switch (remark.kind) {
    case RedissonRemark::Kind::other_deployment:
        return Texts::tr("The file describes a deployment that is not supported (%1): enter the address of one of its "
                         "servers by hand.")
            .arg(names);
    case RedissonRemark::Kind::default_taken:
        return Texts::tr("The environment is not looked at: the default in the file was taken for %1.").arg(names);
    case RedissonRemark::Kind::placeholder_left:
        return Texts::tr("The environment is not looked at: enter this by hand: %1.").arg(names);
    case RedissonRemark::Kind::credentials_by_code:
        return Texts::tr("A class of the application knows user and password (%1): enter them by hand.").arg(names);
    case RedissonRemark::Kind::names_by_code:
        return Texts::tr("A class of the application changes names (%1): here locks have the names that Redis knows.")
            .arg(names);
    case RedissonRemark::Kind::addresses_by_code:
        return Texts::tr("The file maps addresses (%1): here servers are sought where they announce themselves.")
            .arg(names);
    case RedissonRemark::Kind::verification_off:
        return Texts::tr("The file switches the verification of certificates off (%1): whoever is in between can read "
                         "and change everything.")
            .arg(names);
    case RedissonRemark::Kind::host_check_kept:
        return Texts::tr("The file does not ask for the host name of certificates (%1); here it is verified all the "
                         "same. Enter the server name if the certificate names another host.")
            .arg(names);
    case RedissonRemark::Kind::java_stores:
        return Texts::tr("Key stores of Java cannot be read (%1): enter the CA, the certificate and its key as PEM "
                         "files.")
            .arg(names);
    case RedissonRemark::Kind::not_honoured: return Texts::tr("These settings cannot be honoured here: %1.").arg(names);
    case RedissonRemark::Kind::only_tuning:
        return Texts::tr("Not needed here, since it concerns Redisson's own connections: %1.").arg(names);
    case RedissonRemark::Kind::unknown: break;
    }
    return Texts::tr("Not known and not used: %1.").arg(names);
}

} // namespace

QStringList redissonNotes(const RedissonConfig& config)
{
    QStringList notes;
    for (const RedissonRemark& remark : config.remarks) {
        notes.append(sentenceOf(remark));
    }
    return notes;
}

} // namespace lockscope::ui
