// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.hpp"

#include "language.hpp"
#include "settings.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/password_file.hpp"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>

namespace lockscope::app {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Options)
};

constexpr double kLongestSeconds = 86'400;

/// The server of the arguments, or of the environment; none if neither says.
std::optional<Endpoint> chooseServer(const QString& argument, const SecretFiles& files)
{
    const std::string uri = argument.isEmpty() ? qgetenv("LOCKSCOPE_REDIS").toStdString() : argument.toStdString();
    if (uri.empty()) {
        return std::nullopt;
    }
    Endpoint endpoint = Endpoint::parse(uri);
    add_secrets(endpoint, files);
    return endpoint;
}

} // namespace

std::variant<Options, UsageError> readOptions(const QStringList& arguments)
{
    const QCommandLineOption sandbox(QStringLiteral("sandbox"),
                                     Texts::tr("Start a private server with demonstration traffic."));
    const QCommandLineOption profile(QStringLiteral("profile"), Texts::tr("Connect with the profile of this name."),
                                     QStringLiteral("name"));
    const QCommandLineOption readOnly(QStringLiteral("read-only"),
                                      Texts::tr("Actions cannot be unlocked in this session."));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        Texts::tr("Write a picture of the window to <file> and quit."),
                                        QStringLiteral("file"));
    const QCommandLineOption after(QStringLiteral("after"), Texts::tr("Take the picture after <seconds>."),
                                   QStringLiteral("seconds"), QStringLiteral("3"));
    const QCommandLineOption language(QStringLiteral("language"), Texts::tr("Language of the window: en or zh_CN."),
                                      QStringLiteral("code"));
    const QCommandLineOption theme(QStringLiteral("theme"),
                                   Texts::tr("Colours of the window: light, dark, high-contrast or system."),
                                   QStringLiteral("name"));
    const QCommandLineOption filter(QStringLiteral("filter"), Texts::tr("Filter the table."), QStringLiteral("text"));
    const QCommandLineOption select(QStringLiteral("select"), Texts::tr("Select the lock of this name."),
                                    QStringLiteral("name"));
    const QCommandLineOption passwordFile(QStringLiteral("password-file"),
                                          Texts::tr("Take the password from the first line of <file>."),
                                          QStringLiteral("file"));
    const QCommandLineOption sentinelPasswordFile(
        QStringLiteral("sentinel-password-file"),
        Texts::tr("Take the password of the Sentinels from the first line of <file>."), QStringLiteral("file"));
    const QCommandLineOption keyPassphraseFile(
        QStringLiteral("key-passphrase-file"),
        Texts::tr("Take the passphrase of the key from the first line of <file>."), QStringLiteral("file"));
    QCommandLineParser parser;
    parser.setApplicationDescription(Texts::tr("See, watch and free Redisson locks on Redis."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({sandbox, profile, readOnly, screenshot, after, language, theme, filter, select, passwordFile,
                       sentinelPasswordFile, keyPassphraseFile});
    parser.addPositionalArgument(QStringLiteral("uri"),
                                 Texts::tr("Server to connect to: redis://user@host:6379/0, rediss://… if encrypted, "
                                           "redis+sentinel://host,host/master, redis+cluster://host,host. Without it "
                                           "that of LOCKSCOPE_REDIS. The password is better in LOCKSCOPE_PASSWORD or "
                                           "in a file: arguments can be read by every user of the machine."),
                                 QStringLiteral("[uri]"));
    if (!parser.parse(arguments)) {
        return UsageError{parser.errorText()};
    }
    if (parser.isSet(QStringLiteral("help"))) {
        parser.showHelp();
    }
    if (parser.isSet(QStringLiteral("version"))) {
        parser.showVersion();
    }

    Options options;
    options.sandbox = parser.isSet(sandbox);
    options.profile = parser.value(profile);
    options.admin = parser.isSet(readOnly) ? ui::SessionOptions::Admin::forbidden : ui::SessionOptions::Admin::allowed;
    options.screenshot = parser.value(screenshot);
    options.language = parser.value(language);
    if (parser.isSet(filter)) {
        options.filter = parser.value(filter);
    }
    options.select = unescape(parser.value(select).toStdString());
    bool valid = false;
    const double seconds = parser.value(after).toDouble(&valid);
    if (!valid || seconds < 0 || seconds > kLongestSeconds) {
        return UsageError{Texts::tr("--after needs a number of seconds.")};
    }
    options.after = std::chrono::milliseconds(static_cast<qint64>(seconds * 1000));
    if (parser.isSet(language) && !ui::Language::all().contains(options.language)) {
        return UsageError{Texts::tr("There is no language “%1”; there are en and zh_CN.").arg(options.language)};
    }
    if (parser.isSet(theme)) {
        options.theme = ui::themeChoice(parser.value(theme));
        if (!options.theme) {
            return UsageError{Texts::tr("There is no theme “%1”; there are light, dark, high-contrast and system.")
                                  .arg(parser.value(theme))};
        }
    }
    const QStringList positional = parser.positionalArguments();
    const qsizetype servers = positional.size() + (options.sandbox ? 1 : 0) + (parser.isSet(profile) ? 1 : 0);
    if (servers > 1) {
        return UsageError{Texts::tr("Give one server, or --profile, or --sandbox.")};
    }
    if (parser.isSet(profile) && options.profile.isEmpty()) {
        return UsageError{Texts::tr("--profile needs the name of a profile.")};
    }
    const bool hasSecrets =
        parser.isSet(passwordFile) || parser.isSet(sentinelPasswordFile) || parser.isSet(keyPassphraseFile);
    if (parser.isSet(profile) && hasSecrets) {
        return UsageError{Texts::tr("The passwords of a profile are where the profile says; give no files with it.")};
    }
    const auto fileOf = [&parser](const QCommandLineOption& option) {
        return QFile::encodeName(parser.value(option)).toStdString();
    };
    try {
        if (!options.sandbox && options.profile.isEmpty()) {
            options.endpoint = chooseServer(positional.value(0), {.password = fileOf(passwordFile),
                                                                  .sentinel_password = fileOf(sentinelPasswordFile),
                                                                  .key_passphrase = fileOf(keyPassphraseFile)});
        }
        if (!positional.isEmpty() && Endpoint::parse(positional.front().toStdString()).has_password()) {
            options.warning =
                Texts::tr("Every user of this machine can read the password in the arguments; --help names "
                          "better places.");
        }
    } catch (const Error& error) {
        return UsageError{QString::fromStdString(error.message())};
    }
    return options;
}

} // namespace lockscope::app
