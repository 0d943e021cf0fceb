// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_store.hpp"
#include "connections/profile_transfer.hpp"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

ConnectionProfile profileAt(const QString& name, const char* uri = "redis://bob@cache.example:6380/2")
{
    ConnectionProfile profile = ConnectionProfile::make();
    profile.name = name;
    profile.endpoint = Endpoint::parse(uri);
    return profile;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QJsonObject rootOf(const QString& path)
{
    return QJsonDocument::fromJson(contentOf(path)).object();
}

} // namespace

class ProfileStoreTest : public QObject
{
    Q_OBJECT

private slots:
    void everythingIsKeptBetweenStarts();
    void passwordsAreNeverWritten();
    void otherSecretsAreNeverWrittenEither();
    void settingsOfTheSessionComeFromTheProfile();
    void addressesOfEveryKindSurvive_data();
    void addressesOfEveryKindSurvive();
    void oddValuesTakeTheirDefaults_data();
    void oddValuesTakeTheirDefaults();
    void timesOfLocksAreKeptAsFarAsAClientTakesThem();
    void whatANewerVersionWroteIsKept();
    void entriesThatAreNotUnderstoodAreKept();
    void brokenFileIsPutAside_data();
    void brokenFileIsPutAside();
    void brokenFileIsPutAsideAtOnceWhereOneIsToBeWritten();
    void aFileThatIsBeingWrittenIsNotPutAside();
    void unreadableFileIsNotWrittenOver();
    void whatCanBeReadAgainIsWrittenAgain();
    void failureToWriteIsSaid();
    void twoStoresOfOneFileAgree();
    void removedProfileGoesBackToItsPlace();
    void forgottenIdsStandInTheFileUntilTheyAreNoLongerNeeded();
    void exportHasNoSecretsAndComesBack();
    void importSaysWhatItWillDo();
    void importNeverMovesAKeptPasswordToAnotherServer();
    void importRefusesWhatIsNoExport_data();
    void importRefusesWhatIsNoExport();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath(QStringLiteral("deep/profiles.json")); }
    /// The contents of what was put aside.
    [[nodiscard]] QStringList asides() const
    {
        const QDir folder(m_folder->filePath(QStringLiteral("deep")));
        QStringList contents;
        for (const QString& name : folder.entryList({QStringLiteral("profiles.json.broken-*")})) {
            contents << QString::fromUtf8(contentOf(folder.filePath(name)));
        }
        return contents;
    }
    void begin() { QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("deep")))); }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_folder.reset(); }
};

void ProfileStoreTest::everythingIsKeptBetweenStarts()
{
    ConnectionProfile profile = profileAt(QStringLiteral("生产 <b>cache</b>"));
    profile.color = ProfileColor::orange;
    profile.kind = Session::ServerKind::production;
    profile.password = PasswordPolicy::keychain;
    profile.pattern = QStringLiteral("shop:*");
    profile.cpuBudget = 0.025;
    profile.stuckAfter = std::chrono::seconds(300);
    profile.expiringFraction = 0.35;
    profile.locks = {.waitForReplica = true,
                     .replicaTimeout = std::chrono::milliseconds(250),
                     .watchdogLease = std::chrono::milliseconds(9000),
                     .messages = ShardedMessages::on};
    {
        ProfileStore store(file());
        QVERIFY(store.problem().isEmpty());
        QVERIFY(store.profiles().isEmpty());
        const QSignalSpy changes(&store, &ProfileStore::changed);
        store.put(profile);
        store.put(profileAt(QStringLiteral("second")));
        QCOMPARE(changes.size(), 2);
        profile.name += QStringLiteral("!");
        store.put(profile);
        QCOMPARE(store.profiles().size(), 2);
    }
    const ProfileStore store(file());
    QCOMPARE(store.profiles().size(), 2);
    QVERIFY(store.profiles().first() == profile);
    QVERIFY(store.find(profile.id) == profile);
    QVERIFY(!store.find(QStringLiteral("nobody")));
}

void ProfileStoreTest::passwordsAreNeverWritten()
{
    ConnectionProfile profile = profileAt(QStringLiteral("a"), "redis://bob:geheim@host:6379/1");
    ProfileStore store(file());
    store.put(profile);
    QVERIFY(contentOf(file()).contains("redis://bob@host:6379/1"));
    QVERIFY(!contentOf(file()).contains("geheim"));
    QVERIFY(!exportProfiles({profile}).contains("geheim"));
    // A password that somebody wrote into the file by hand goes no further.
    write(file(), R"({"profiles":[{"name":"x","uri":"redis://u:geheim@h:1"}]})");
    const ProfileStore read(file());
    QVERIFY(read.profiles().first().endpoint.password.empty());
}

void ProfileStoreTest::otherSecretsAreNeverWrittenEither()
{
    ConnectionProfile profile =
        profileAt(QStringLiteral("a"), "rediss+sentinel://:geheim1@h/m?cert=/c.pem&sentinel-password=geheim2");
    profile.endpoint.tls.key_passphrase = "geheim3";
    QVERIFY(!exportProfiles({profile}).contains("geheim"));
    ProfileStore store(file());
    store.put(profile);
    QVERIFY(!contentOf(file()).contains("geheim"));
    write(file(), R"({"profiles":[{"name":"x","uri":"redis+sentinel://h/m?sentinel-password=geheim"}]})");
    const ProfileStore read(file());
    QVERIFY(read.profiles().first().endpoint.sentinel_password.empty());
}

void ProfileStoreTest::settingsOfTheSessionComeFromTheProfile()
{
    ConnectionProfile profile = profileAt(QStringLiteral("a"));
    profile.kind = Session::ServerKind::production;
    profile.pattern = QStringLiteral("shop:*");
    profile.cpuBudget = 0.05;
    profile.stuckAfter = std::chrono::minutes(5);
    profile.expiringFraction = 0.5;
    profile.locks.waitForReplica = true;
    MonitorOptions base;
    base.max_locks = 77;
    const ConnectionSettings settings = profile.settings(base);
    QCOMPARE(settings.kind, Session::ServerKind::production);
    QCOMPARE(settings.monitor->pattern, std::string("shop:*"));
    QCOMPARE(settings.monitor->cpu_budget, 0.05);
    QCOMPARE(settings.monitor->thresholds.stuck_after, std::chrono::milliseconds(300'000));
    QCOMPARE(settings.monitor->thresholds.expiring_fraction, 0.5);
    QCOMPARE(settings.monitor->max_locks, std::size_t(77));
    QVERIFY(settings.locks == profile.locks);
}

void ProfileStoreTest::addressesOfEveryKindSurvive_data()
{
    QTest::addColumn<QString>("uri");
    QTest::newRow("TCP") << "redis://host:6379";
    QTest::newRow("IPv6, user, database") << "redis://al%20ice@[::1]:7000/15";
    QTest::newRow("socket") << "unix:///run/a%26b%3F.sock";
    QTest::newRow("encrypted") << "rediss://h:6380?ca=/a%20b.pem&verify=no";
    QTest::newRow("sentinel") << "rediss+sentinel://u@a:1,b:2/m%2Fn/3?allow=*.x,10.0.0.0/8&sentinel-user=w";
    QTest::newRow("cluster") << "redis+cluster://a:1,[::1]:2";
    QTest::newRow("replicated") << "redis+replicated://a:1,b:2/4";
    QTest::newRow("socket, user, database") << "unix://bob@/run/redis.sock?db=3";
}

void ProfileStoreTest::addressesOfEveryKindSurvive()
{
    QFETCH(QString, uri);
    const ConnectionProfile profile = profileAt(QStringLiteral("a"), uri.toUtf8().constData());
    const auto again = profileFrom(toJson(profile));
    QVERIFY(again.has_value());
    QVERIFY(*again == profile);
}

void ProfileStoreTest::oddValuesTakeTheirDefaults_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    const auto add = [](const char* field, const QJsonValue& value) {
        QTest::addRow("%s %d", field, static_cast<int>(value.type())) << QString::fromLatin1(field) << value;
    };
    for (const char* field : {"name", "color", "production", "password", "pattern", "cpuBudget", "stuckAfterSeconds",
                              "expiringFraction", "id"}) {
        add(field, QJsonArray{1, 2});
        add(field, QJsonValue());
    }
    for (const char* field :
         {"cpuBudget", "stuckAfterSeconds", "expiringFraction", "replicaTimeoutMs", "watchdogLeaseMs"}) {
        QTest::addRow("%s below", field) << QString::fromLatin1(field) << QJsonValue(-5);
        QTest::addRow("%s above", field) << QString::fromLatin1(field) << QJsonValue(1e18);
    }
}

void ProfileStoreTest::oddValuesTakeTheirDefaults()
{
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    const ConnectionProfile profile = profileAt(QString());
    QJsonObject json = toJson(profile);
    json[field] = value;
    auto read = profileFrom(json);
    QVERIFY(read.has_value());
    QVERIFY(!read->id.isEmpty());
    read->id = profile.id;
    QVERIFY(*read == profile);
}

void ProfileStoreTest::timesOfLocksAreKeptAsFarAsAClientTakesThem()
{
    using std::chrono::milliseconds;
    ConnectionProfile profile = profileAt(QString());
    for (const milliseconds time : {milliseconds(3), milliseconds(std::chrono::hours(72)), LockSettings::longestTime}) {
        profile.locks.replicaTimeout = time;
        profile.locks.watchdogLease = time;
        QVERIFY(profileFrom(toJson(profile)) == profile);
    }
    profile.locks.watchdogLease = milliseconds(2); // no client could be made with it
    QCOMPARE(profileFrom(toJson(profile))->locks.watchdogLease, LockSettings().watchdogLease);
}

void ProfileStoreTest::whatANewerVersionWroteIsKept()
{
    begin();
    write(file(), R"({"format": 7, "sync": {"every": 5}, "profiles": [
        {"id": "0b3c2f4e-1d6a-4d0f-9a56-2c4f7a1b8e90", "name": "a", "uri": "redis://h:1", "tls": {"ca": "/x"}}]})");
    ProfileStore store(file());
    QVERIFY(store.problem().isEmpty());
    ConnectionProfile profile = store.profiles().first();
    profile.name = QStringLiteral("renamed");
    store.put(profile);
    const QJsonObject root = rootOf(file());
    QCOMPARE(root[QStringLiteral("format")].toInt(), 7);
    QCOMPARE(root[QStringLiteral("sync")].toObject()[QStringLiteral("every")].toInt(), 5);
    const QJsonObject written = root[QStringLiteral("profiles")].toArray().first().toObject();
    QCOMPARE(written[QStringLiteral("name")].toString(), QStringLiteral("renamed"));
    QCOMPARE(written[QStringLiteral("tls")].toObject()[QStringLiteral("ca")].toString(), QStringLiteral("/x"));
}

void ProfileStoreTest::entriesThatAreNotUnderstoodAreKept()
{
    begin();
    write(file(),
          R"({"profiles": [17, {"name": "b", "uri": "memcached://h:1"}, {"name": "a", "uri": "redis://h:1"}]})");
    ProfileStore store(file());
    QCOMPARE(store.profiles().size(), 1);
    QVERIFY(store.problem().contains(QStringLiteral("2")));
    store.put(profileAt(QStringLiteral("new")));
    QCOMPARE(rootOf(file())[QStringLiteral("profiles")].toArray().size(), 4);
    QVERIFY(contentOf(file()).contains("memcached://h:1"));
}

void ProfileStoreTest::brokenFileIsPutAside_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("cut off") << QByteArray(R"({"profiles": [{"name": "a", "uri": "redis://h)");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("something else") << QByteArray("\x7f"
                                                  "ELF\x02\x01");
    QTest::newRow("profiles is a word") << QByteArray(R"({"profiles": "none"})");
}

void ProfileStoreTest::brokenFileIsPutAside()
{
    QFETCH(QByteArray, content);
    begin();
    write(file(), content);
    ProfileStore store(file());
    QVERIFY(store.profiles().isEmpty());
    QTRY_VERIFY(store.problem().contains(QStringLiteral(".broken-")));
    const QDir folder(m_folder->filePath(QStringLiteral("deep")));
    QCOMPARE(folder.entryList({QStringLiteral("profiles.json.broken-*")}).size(), 1);
    QCOMPARE(contentOf(folder.filePath(folder.entryList({QStringLiteral("*.broken-*")}).first())), content);
    store.put(profileAt(QStringLiteral("new")));
    QCOMPARE(ProfileStore(file()).profiles().size(), 1);
    QVERIFY(store.problem().contains(QStringLiteral(".broken-"))); // still to be read
}

void ProfileStoreTest::brokenFileIsPutAsideAtOnceWhereOneIsToBeWritten()
{
    begin();
    write(file(), "{");
    ProfileStore store(file());
    store.put(profileAt(QStringLiteral("new")));
    QCOMPARE(asides(), QStringList{"{"});
    QCOMPARE(ProfileStore(file()).profiles().size(), 1);
}

void ProfileStoreTest::aFileThatIsBeingWrittenIsNotPutAside()
{
    const ConnectionProfile a = profileAt(QStringLiteral("a"));
    ProfileStore(file()).put(a);
    const QByteArray whole = contentOf(file());
    for (const qsizetype written : {qsizetype(0), whole.size() / 2}) {
        write(file(), whole.first(written));
        ProfileStore store(file());
        QVERIFY(store.profiles().isEmpty());
        write(file(), whole);
        QTRY_VERIFY(store.profiles() == QList{a});
        QVERIFY(store.problem().isEmpty());
        QVERIFY(asides().isEmpty());
    }
}

void ProfileStoreTest::unreadableFileIsNotWrittenOver()
{
    begin();
    QVERIFY(QDir().mkpath(file())); // a folder of that name cannot be read as a file, not even by root
    ProfileStore store(file());
    QVERIFY(!store.problem().isEmpty());
    store.put(profileAt(QStringLiteral("new")));
    QVERIFY(QFileInfo(file()).isDir());
    QCOMPARE(store.profiles().size(), 1); // it works as long as the program runs
}

void ProfileStoreTest::whatCanBeReadAgainIsWrittenAgain()
{
    ProfileStore store(file());
    store.put(profileAt(QStringLiteral("a")));
    const QString elsewhere = m_folder->filePath(QStringLiteral("elsewhere.json"));
    QVERIFY(QFile::rename(file(), elsewhere));
    QVERIFY(QDir().mkpath(file()));
    QTRY_VERIFY(store.problem().contains(QStringLiteral("cannot be read")));
    store.put(profileAt(QStringLiteral("b")));
    QVERIFY(!store.isKept());
    QVERIFY(QDir().rmdir(file()));
    QVERIFY(QFile::rename(elsewhere, file())); // as it was
    QTRY_VERIFY(store.problem().isEmpty());
    QVERIFY(store.isKept());
    QCOMPARE(ProfileStore(file()).profiles().size(), 2);
}

void ProfileStoreTest::failureToWriteIsSaid()
{
    write(m_folder->filePath(QStringLiteral("deep")), "a file where the folder should be");
    ProfileStore store(file());
    const QSignalSpy problems(&store, &ProfileStore::problemChanged);
    store.put(profileAt(QStringLiteral("new")));
    QCOMPARE(problems.size(), 1);
    QVERIFY(store.problem().contains(QStringLiteral("profiles.json")));
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("deep"))));
    store.put(profileAt(QStringLiteral("newer")));
    QVERIFY(store.problem().isEmpty());
    QCOMPARE(ProfileStore(file()).profiles().size(), 2);
}

void ProfileStoreTest::twoStoresOfOneFileAgree()
{
    ProfileStore first(file());
    ProfileStore second(file());
    const ConnectionProfile a = profileAt(QStringLiteral("a"));
    const ConnectionProfile b = profileAt(QStringLiteral("b"));
    first.put(a);
    second.put(b); // knows of a, whether or not it has heard of it yet
    QCOMPARE(second.profiles().size(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(first.profiles().size(), 2, 20'000);
    second.remove(a.id);
    QTRY_COMPARE_WITH_TIMEOUT(first.profiles().size(), 1, 20'000);
    first.put(profileAt(QStringLiteral("c")));
    QTRY_COMPARE_WITH_TIMEOUT(second.profiles().size(), 2, 20'000);
    QCOMPARE(second.profiles().last().name, QStringLiteral("c"));
}

void ProfileStoreTest::removedProfileGoesBackToItsPlace()
{
    ProfileStore store(file());
    const QList<ConnectionProfile> all{profileAt(QStringLiteral("a")), profileAt(QStringLiteral("b")),
                                       profileAt(QStringLiteral("c"))};
    for (const ConnectionProfile& each : all) {
        store.put(each);
    }
    QCOMPARE(store.remove(QStringLiteral("nobody")), -1);
    const qsizetype place = store.remove(all[1].id);
    QCOMPARE(place, 1);
    store.insert(place, all[1]);
    store.insert(0, all[1]); // there already
    QVERIFY(store.profiles() == all);
}

void ProfileStoreTest::forgottenIdsStandInTheFileUntilTheyAreNoLongerNeeded()
{
    const ConnectionProfile a = profileAt(QStringLiteral("a"));
    const ConnectionProfile b = profileAt(QStringLiteral("b"));
    ProfileStore store(file());
    store.put(a);
    store.forget(a.id); // it lives
    QVERIFY(store.forgotten().isEmpty());
    store.remove(a.id);
    store.forget(a.id);
    store.forget(b.id);
    store.forget(b.id);
    QCOMPARE(ProfileStore(file()).forgotten(), QStringList({a.id, b.id}));
    store.put(a); // again
    QCOMPARE(ProfileStore(file()).forgotten(), QStringList{b.id});
    store.noteForgotten(b.id);
    QVERIFY(ProfileStore(file()).forgotten().isEmpty());
    QVERIFY(!contentOf(file()).contains("forgotten"));

    QJsonObject root = rootOf(file());
    root[QStringLiteral("forgotten")] = QJsonArray{17, QStringLiteral("availability"), a.id, b.id};
    write(file(), QJsonDocument(root).toJson());
    QCOMPARE(ProfileStore(file()).forgotten(), QStringList{b.id}); // nothing but a profile, and none that lives
}

void ProfileStoreTest::exportHasNoSecretsAndComesBack()
{
    const QList<ConnectionProfile> all{profileAt(QStringLiteral("a"), "redis://bob:geheim@host:1"),
                                       profileAt(QStringLiteral("b"), "unix:///run/r.sock")};
    const QByteArray text = exportProfiles(all);
    QVERIFY(!text.contains("geheim"));
    const ImportPlan plan = planImport(text, {});
    QVERIFY(plan.error.isEmpty());
    QCOMPARE(plan.items.size(), 2);
    QCOMPARE(plan.items[0].step, ImportPlan::Step::add);
    QVERIFY(changesOf(plan)[1].edited == all[1]);
}

void ProfileStoreTest::importSaysWhatItWillDo()
{
    ConnectionProfile same = profileAt(QStringLiteral("same"));
    ConnectionProfile changed = profileAt(QStringLiteral("before"), "redis://other:1");
    const ConnectionProfile taken = profileAt(QStringLiteral("taken"), "redis://third:1");
    const QList<ConnectionProfile> existing{same, changed, taken};
    changed.name = QStringLiteral("after");
    const QByteArray text = exportProfiles({same, changed, profileAt(QStringLiteral("taken"), "redis://fourth:1"),
                                            profileAt(QStringLiteral("fresh"), "redis://fifth:1")});
    const ImportPlan plan = planImport(text, existing);
    QCOMPARE(plan.items.size(), 4);
    QCOMPARE(plan.items[0].step, ImportPlan::Step::keep);
    QCOMPARE(plan.items[1].step, ImportPlan::Step::replace);
    QCOMPARE(plan.items[1].replaced->name, QStringLiteral("before"));
    QCOMPARE(plan.items[2].step, ImportPlan::Step::addRenamed);
    QCOMPARE(plan.items[2].profile.name, QStringLiteral("taken (2)"));
    QCOMPARE(plan.items[3].step, ImportPlan::Step::add);
    QCOMPARE(changesOf(plan).size(), 3);
}

void ProfileStoreTest::importNeverMovesAKeptPasswordToAnotherServer()
{
    ConnectionProfile ours = profileAt(QStringLiteral("prod"), "redis://bob@prod:6379");
    ours.password = PasswordPolicy::keychain;
    ConnectionProfile theirs = ours;
    theirs.endpoint = Endpoint::parse("redis://bob@evil.example:6379");
    const ImportPlan plan = planImport(exportProfiles({theirs}), {ours});
    QCOMPARE(plan.items.size(), 1);
    QVERIFY(plan.items[0].profile.id != ours.id);
    QCOMPARE(plan.items[0].step, ImportPlan::Step::addRenamed);
}

void ProfileStoreTest::importRefusesWhatIsNoExport_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("other JSON") << QByteArray(R"({"a": 1})");
    QTest::newRow("YAML") << QByteArray("singleServerConfig:\n  address: redis://h:1\n");
    QTest::newRow("nothing in it") << QByteArray(R"({"profiles": []})");
    QTest::newRow("only nonsense in it") << QByteArray(R"({"profiles": [1, {}, {"uri": "http://x"}]})");
    QTest::newRow("too large") << QByteArray(5'000'000, ' ');
}

void ProfileStoreTest::importRefusesWhatIsNoExport()
{
    QFETCH(QByteArray, text);
    const ImportPlan plan = planImport(text, {});
    QVERIFY(plan.error.endsWith(QLatin1Char('.')));
    QVERIFY(changesOf(plan).isEmpty());
}

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "profile_store_test.moc"
