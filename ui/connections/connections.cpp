// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/connections.hpp"

#include "connections/diagnostics_dialog.hpp"
#include "connections/error_journal.hpp"
#include "connections/import_dialog.hpp"
#include "connections/keychain_vault.hpp"
#include "connections/profile_launcher.hpp"
#include "connections/redisson_notes.hpp"
#include "connections/server_list.hpp"
#include "dialogs/save_file.hpp"
#include "panels/connect_page.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/error.hpp"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

QString actionOf(ProfileDialog::Purpose purpose)
{
    const bool again = purpose == ProfileDialog::Purpose::keepPresent || purpose == ProfileDialog::Purpose::editPresent;
    return again ? Connections::tr("Reconnect") : Connections::tr("Connect to another server");
}

/// There may be a password that the file does not tell.
bool mayLackPassword(const RedissonConfig& config)
{
    return !config.endpoint->user.empty() || takesKeyPassphrase(*config.endpoint)
        || std::any_of(config.remarks.begin(), config.remarks.end(), [](const RedissonRemark& remark) {
               return remark.kind == RedissonRemark::Kind::credentials_by_code
                   || remark.kind == RedissonRemark::Kind::placeholder_left;
           });
}

std::unique_ptr<PasswordVault> orKeychain(std::unique_ptr<PasswordVault> vault)
{
    return vault ? std::move(vault) : std::make_unique<KeychainVault>();
}

} // namespace

Connections::Connections(Session& session, ConnectPage& page, const QString& file, std::unique_ptr<PasswordVault> vault)
    : QObject(&page)
    , m_session(session)
    , m_page(page)
    , m_store(file)
    , m_vault(orKeychain(std::move(vault)))
    , m_launcher(new ProfileLauncher(session, *m_vault, page))
    , m_journal(new ErrorJournal(session, this))
{
    m_launcher->setParent(this); // goes before the vault
    connect(m_launcher, &ProfileLauncher::currentChanged, this, &Connections::currentChanged);
    connect(m_launcher, &ProfileLauncher::profileChanged, this, [this](const ConnectionProfile& profile) {
        // It may have been edited, or deleted, while the keychain was being unlocked.
        if (const std::optional<ConnectionProfile> stored = m_store.find(profile.id)) {
            ConnectionProfile changed = *stored;
            changed.password = profile.password;
            m_store.put(changed);
        }
    });
    connect(m_launcher, &ProfileLauncher::passwordNotKept, this, &Connections::tell);
    connect(m_launcher, &ProfileLauncher::notReconnected, this, &Connections::tell);
    connect(&m_store, &ProfileStore::changed, this, &Connections::follow);
    connect(&m_session, &Session::stateChanged, this, &Connections::follow);
    connect(m_vault.get(), &PasswordVault::stateChanged, this, &Connections::removeForgotten);
    removeForgotten();
    connectPage();
}

Connections::~Connections()
{
    m_store.blockSignals(true); // the page is half destroyed
    forgetSecrets();
    delete m_launcher;
}

void Connections::connectPage()
{
    ServerList& servers = m_page.servers();
    const auto show = [this] { m_page.servers().setProfiles(m_store.profiles()); };
    connect(&m_store, &ProfileStore::changed, this, show);
    const auto showProblem = [this] { m_page.servers().setProblem([this] { return m_store.problem(); }); };
    connect(&m_store, &ProfileStore::problemChanged, this, showProblem);
    showProblem();
    show();
    connect(&servers, &ServerList::profileActivated, this, &Connections::connectTo);
    connect(&servers, &ServerList::newRequested, this, &Connections::makeProfile);
    connect(&servers, &ServerList::saveRequested, this, &Connections::makeFromUri);
    connect(&servers, &ServerList::editRequested, this,
            [this](const ConnectionProfile& profile) { openDialog(profile, ProfileDialog::Purpose::edit); });
    connect(&servers, &ServerList::duplicateRequested, this, &Connections::duplicate);
    connect(&servers, &ServerList::deleteRequested, this, &Connections::remove);
    connect(&servers, &ServerList::undoRequested, this, &Connections::takeBack);
    connect(&servers, &ServerList::undoExpired, this, &Connections::forgetSecrets);
    connect(&servers, &ServerList::redissonRequested, this, &Connections::chooseRedisson);
    connect(&servers, &ServerList::importRequested, this, &Connections::chooseImport);
    connect(&servers, &ServerList::exportRequested, this, &Connections::chooseExport);
    connect(&m_page, &ConnectPage::fileDropped, this, &Connections::importFile);
}

const std::optional<ConnectionProfile>& Connections::current() const
{
    return m_launcher->current();
}

QString Connections::serverName() const
{
    if (m_session.isSandbox()) {
        return m_session.state() == Session::State::connected ? tr("Sandbox") : QString();
    }
    if (const std::optional<ConnectionProfile>& profile = current()) {
        return displayText(profile->title().toStdString());
    }
    return m_session.endpoint() ? QString::fromStdString(m_session.endpoint()->display()) : QString();
}

QString Connections::serverNameWithUser() const
{
    const std::optional<Endpoint>& endpoint = m_session.endpoint();
    const bool hasOwnName = m_session.isSandbox() || (current() && !current()->name.isEmpty());
    return hasOwnName || !endpoint || endpoint->user.empty()
             ? serverName()
             : shortText(endpoint->user, 60) + QLatin1Char('@') + serverName();
}

void Connections::connectTo(const KnownServer& server)
{
    const Text action = [] { return tr("Connect to another server"); };
    if (const auto* profile = std::get_if<ConnectionProfile>(&server)) {
        leaveFor(action, server, [this, profile = *profile] { m_launcher->launch(profile); });
        return;
    }
    const QString uri = std::get<QString>(server);
    try {
        static_cast<void>(Endpoint::parse(uri.toStdString()));
    } catch (const Error& error) {
        tell(errorText(error));
        return;
    }
    leaveFor(action, server, [this, uri] { m_page.connectTo(uri); });
}

void Connections::leaveFor(const Text& action, const KnownServer& server, const std::function<void()>& go)
{
    if (m_leaving) {
        m_leaving(action, server, go);
    } else {
        go();
    }
}

void Connections::makeProfile()
{
    ConnectionProfile profile = ConnectionProfile::make();
    profile.kind = Session::ServerKind::production; // as long as nobody has said what it is
    openDialog(profile, ProfileDialog::Purpose::make);
}

void Connections::makeFromUri(const QString& uri)
{
    ConnectionProfile profile = ConnectionProfile::make();
    try {
        profile.endpoint = Endpoint::parse(uri.toStdString());
    } catch (const Error& error) {
        tell(errorText(error));
        return;
    }
    profile.kind = presumedKind(profile.endpoint);
    const ProfileSecrets secrets = ProfileSecrets::takenFrom(profile.endpoint);
    openDialog(profile, ProfileDialog::Purpose::make, secrets);
}

void Connections::openDialog(const ConnectionProfile& profile, ProfileDialog::Purpose purpose,
                             const ProfileSecrets& secrets, const QStringList& notes)
{
    auto* dialog = new ProfileDialog(profile, purpose, *m_vault, m_page.window());
    dialog->setSecrets(secrets);
    dialog->setNotes(notes);
    dialog->setStored([this, id = profile.id] { return m_store.findNewest(id); });
    const auto keep = [this, purpose, opened = profile, where = m_session.endpoint()](const ConnectionProfile& edited,
                                                                                      const ProfileSecrets& typed) {
        ConnectionProfile changed = save(opened, edited, typed);
        // The connection may have gone while the dialog stood there.
        if (purpose == ProfileDialog::Purpose::keepPresent && isAtServer() && m_session.endpoint() == where) {
            m_launcher->adopt(changed);
        }
        noteSecrets(changed, typed);
        return changed;
    };
    connect(dialog, &ProfileDialog::saved, this, keep);
    connect(dialog, &ProfileDialog::connectRequested, this,
            [this, keep, purpose](const ConnectionProfile& edited, const ProfileSecrets& typed) {
                const ConnectionProfile changed = keep(edited, typed);
                leaveFor([purpose] { return actionOf(purpose); }, changed,
                         [this, changed, typed] { m_launcher->launchTyped(changed, typed); });
            });
    dialog->open();
}

ConnectionProfile Connections::save(const ConnectionProfile& opened, const ConnectionProfile& edited,
                                    const ProfileSecrets& secrets)
{
    ConnectionProfile profile = m_store.merge(opened, edited);
    m_page.servers().select(profile.id);
    tellIfNotKept();
    if (profile.password != PasswordPolicy::keychain) {
        removeSecrets(*m_vault, profile.id, this, [](const QString&) {});
    } else {
        writeSecrets(*m_vault, profile.id, secrets, this, [this](const QString& error) {
            if (!error.isEmpty()) {
                tell(tr("The password was not kept: %1").arg(error));
            }
        });
    }
    return profile;
}

/// The password is not copied: who needs it twice types it twice.
void Connections::duplicate(const ConnectionProfile& profile)
{
    ConnectionProfile copy = profile;
    copy.id = ConnectionProfile::make().id;
    copy.name = tr("%1 (copy)").arg(profile.title());
    openDialog(copy, ProfileDialog::Purpose::make);
}

void Connections::remove(const ConnectionProfile& profile)
{
    forgetSecrets();
    m_removed = profile;
    m_removedFrom = m_store.remove(profile.id);
    m_page.servers().offerUndo(profile.title());
}

void Connections::takeBack()
{
    if (m_removed) {
        const ConnectionProfile profile = *std::exchange(m_removed, std::nullopt);
        m_store.insert(m_removedFrom, profile);
        m_page.servers().select(profile.id);
    }
}

void Connections::forgetSecrets()
{
    if (const auto removed = std::exchange(m_removed, std::nullopt)) {
        m_store.forget(removed->id);
        removeForgotten();
    }
}

/// The keychain may not come to it before the program ends: what it has not answered is asked of it at the next start.
void Connections::removeForgotten()
{
    if (m_vault->state() != PasswordVault::State::present) {
        return;
    }
    const QStringList ids = m_store.forgotten(); // which some may leave meanwhile
    for (const QString& id : ids) {
        removeSecrets(*m_vault, id, this, [this, id](const QString& error) {
            if (error.isEmpty()) {
                m_store.noteForgotten(id);
            }
        });
    }
}

void Connections::chooseRedisson()
{
    auto* dialog = new QFileDialog(m_page.window(), tr("Redisson configuration"), QDir::homePath(),
                                   tr("Redisson configurations (*.yaml *.yml *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Connections::importRedisson);
    dialog->open();
}

void Connections::chooseImport()
{
    auto* dialog = new QFileDialog(m_page.window(), tr("Import profiles"), QDir::homePath(),
                                   tr("Profiles (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Connections::importProfiles);
    dialog->open();
}

void Connections::chooseExport()
{
    const QString name = QDir::home().filePath(QStringLiteral("lockscope-profiles.json"));
    connect(askWhereToSave(m_page.window(), tr("Export profiles"), name), &QFileDialog::fileSelected, this,
            &Connections::exportTo);
}

void Connections::importFile(const QString& path)
{
    QFile file(path);
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) && file.open(QIODevice::ReadOnly)
        && planImport(file.read(kLargestProfileFile + 1), m_store.profiles()).error.isEmpty()) {
        importProfiles(path);
    } else {
        importRedisson(path);
    }
}

void Connections::importRedisson(const QString& path)
{
    RedissonConfig config;
    try {
        config = read_redisson_yaml_file(QFile::encodeName(path).toStdString());
    } catch (const Error& error) {
        tell(QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), errorText(error)));
        return;
    }
    QStringList notes = redissonNotes(config);
    if (!config.endpoint) {
        tell(notes.join(QLatin1Char('\n')));
        return;
    }
    ConnectionProfile profile = ConnectionProfile::make();
    profile.endpoint = *config.endpoint;
    profile.kind = presumedKind(profile.endpoint);
    const ProfileSecrets secrets = ProfileSecrets::takenFrom(profile.endpoint);
    if (secrets.isEmpty() && !mayLackPassword(config)) {
        profile.password = PasswordPolicy::none;
    }
    profile.name = QString::fromStdString(config.client_name);
    profile.locks = {.waitForReplica = config.wait_for_replica,
                     .replicaTimeout = config.replica_timeout,
                     .watchdogLease = std::max(config.watchdog_lease, LockSettings::leastLease),
                     .messages = config.sharded_messages};
    if (profile.locks.watchdogLease != config.watchdog_lease) {
        notes.append(tr("The watchdog's lease in the file (lockWatchdogTimeout) is too short to be renewed in time; "
                        "%1 ms are taken instead.")
                         .arg(profile.locks.watchdogLease.count()));
    } else if (profile.locks.watchdogLease != LockSettings{}.watchdogLease) {
        notes.prepend(tr("What is acquired here and renewed has a lease of %1, as the file says (lockWatchdogTimeout).")
                          .arg(limitText(profile.locks.watchdogLease)));
    }
    openDialog(profile, ProfileDialog::Purpose::make, secrets, notes);
}

void Connections::importProfiles(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        tell(tr("The file %1 cannot be read: %2.").arg(QDir::toNativeSeparators(path), file.errorString()));
        return;
    }
    ImportPlan plan = planImport(file.read(kLargestProfileFile + 1), m_store.profiles());
    if (!plan.error.isEmpty()) {
        tell(plan.error);
        return;
    }
    auto* dialog = new ImportDialog(std::move(plan), m_page.window());
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_store.merge(changesOf(dialog->plan())); });
    dialog->open();
}

void Connections::exportTo(const QString& path)
{
    const QString place = QDir::toNativeSeparators(path);
    const QList<ConnectionProfile>& profiles = m_store.profiles();
    if (const QString why = saveFile(path, exportProfiles(profiles)); !why.isEmpty()) {
        tell(tr("The profiles cannot be written to %1: %2.").arg(place, why));
        return;
    }
    m_page.servers().say(tr("%Ln profile(s) exported to %1", "%1: file", static_cast<int>(profiles.size())).arg(place));
}

void Connections::openDiagnostics()
{
    (new DiagnosticsDialog(m_session, *m_journal, m_page.window()))->open();
}

void Connections::tellIfNotKept()
{
    if (!m_store.isKept() && !m_page.isVisible()) {
        tell(m_store.problem());
    }
}

void Connections::tell(const QString& sentence)
{
    auto* box = new QMessageBox(m_page.window());
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Information);
    box->setText(sentence);
    box->open();
}

} // namespace lockscope::ui
