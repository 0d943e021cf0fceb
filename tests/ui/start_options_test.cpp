// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says about where to connect to.
#include "named_profile.hpp"
#include "options.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::app;
using namespace lockscope::ui;

namespace {

ConnectionProfile profile(const QString& name, const std::string& uri = "redis://cache:6379")
{
    ConnectionProfile profile = ConnectionProfile::make();
    profile.name = name;
    profile.endpoint = Endpoint::parse(uri);
    return profile;
}

} // namespace

class StartOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { qunsetenv("LOCKSCOPE_REDIS"); }
    void oneServerIsChosen_data();
    void oneServerIsChosen();
    void aProfileComesBeforeTheEnvironment();
    void aProfileIsFoundByItsName_data();
    void aProfileIsFoundByItsName();
    void aProfileWithoutANameIsCalledByItsAddress();
};

void StartOptionsTest::oneServerIsChosen_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("error");
    const QString one = QStringLiteral("Give one server, or --profile, or --sandbox.");
    QTest::newRow("nothing") << QStringList{} << QString();
    QTest::newRow("a server") << QStringList{QStringLiteral("redis://cache")} << QString();
    QTest::newRow("a profile") << QStringList{QStringLiteral("--profile"), QStringLiteral("pay prod")} << QString();
    QTest::newRow("two servers") << QStringList{QStringLiteral("redis://a"), QStringLiteral("redis://b")} << one;
    QTest::newRow("a server and a profile")
        << QStringList{QStringLiteral("redis://a"), QStringLiteral("--profile"), QStringLiteral("x")} << one;
    QTest::newRow("a sandbox and a profile")
        << QStringList{QStringLiteral("--sandbox"), QStringLiteral("--profile=x")} << one;
    QTest::newRow("a profile without a name")
        << QStringList{QStringLiteral("--profile=")} << QStringLiteral("--profile needs the name of a profile.");
    QTest::newRow("a profile with a password from elsewhere")
        << QStringList{QStringLiteral("--profile=x"), QStringLiteral("--password-file=/nowhere")}
        << QStringLiteral("The passwords of a profile are where the profile says; give no files with it.");
}

void StartOptionsTest::oneServerIsChosen()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, error);
    const auto read = readOptions(QStringList{QStringLiteral("lockscope")} + arguments);
    const auto* failure = std::get_if<UsageError>(&read);
    QCOMPARE(failure != nullptr ? failure->sentence : QString(), error);
}

void StartOptionsTest::aProfileComesBeforeTheEnvironment()
{
    qputenv("LOCKSCOPE_REDIS", "redis://elsewhere");
    const QStringList none{QStringLiteral("lockscope")};
    QVERIFY(std::get<Options>(readOptions(none)).endpoint.has_value());
    const Options options = std::get<Options>(readOptions(none + QStringList{QStringLiteral("--profile=pay prod")}));
    QVERIFY(!options.endpoint);
    QCOMPARE(options.profile, QStringLiteral("pay prod"));
}

void StartOptionsTest::aProfileIsFoundByItsName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("found"); // its place; −1: none
    QTest::addColumn<QString>("error");
    QTest::newRow("as it is written") << QStringLiteral("Pay") << 0 << QString();
    QTest::newRow("and so is another") << QStringLiteral("pay") << 1 << QString();
    QTest::newRow("otherwise written") << QStringLiteral("STOCK") << 2 << QString();
    QTest::newRow("otherwise written, and not clear")
        << QStringLiteral("PAY") << -1
        << QStringLiteral("2 profile(s) are called “PAY”. Give them different names first.");
    QTest::newRow("twice") << QStringLiteral("twice") << -1
                           << QStringLiteral("2 profile(s) are called “twice”. Give them different names first.");
    QTest::newRow("not there") << QStringLiteral("no\033[2J") << -1
                               << QStringLiteral("There is no profile “no\\x1b[2J”; there are: Pay, pay, stock, twice, "
                                                 "twice.");
}

void StartOptionsTest::aProfileIsFoundByItsName()
{
    QFETCH(QString, name);
    QFETCH(int, found);
    QFETCH(QString, error);
    const QList<ConnectionProfile> profiles{profile(QStringLiteral("Pay")), profile(QStringLiteral("pay")),
                                            profile(QStringLiteral("stock")), profile(QStringLiteral("twice")),
                                            profile(QStringLiteral("twice"))};
    const auto answer = profileNamed(name, profiles);
    if (found >= 0) {
        QVERIFY(std::holds_alternative<ConnectionProfile>(answer));
        QCOMPARE(std::get<ConnectionProfile>(answer).id, profiles.at(found).id);
    } else {
        QVERIFY(std::holds_alternative<UsageError>(answer));
        QCOMPARE(std::get<UsageError>(answer).sentence, error);
    }
}

void StartOptionsTest::aProfileWithoutANameIsCalledByItsAddress()
{
    const ConnectionProfile unnamed = profile({}, "redis://cache:6380/2");
    const auto answer = profileNamed(unnamed.title(), {unnamed});
    QVERIFY(std::holds_alternative<ConnectionProfile>(answer));
    const auto none = profileNamed(QStringLiteral("x"), {});
    QCOMPARE(std::get<UsageError>(none).sentence,
             QStringLiteral("There is no profile yet. Start without --profile and make one."));
}

QTEST_MAIN(StartOptionsTest)
#include "start_options_test.moc"
