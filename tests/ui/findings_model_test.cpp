// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_words.hpp"
#include "findings/findings_export.hpp"
#include "findings/findings_filter.hpp"
#include "findings/findings_model.hpp"
#include "lock_states.hpp"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

const std::string kHostile = "=<img src='x'>\xe2\x80\xae\n\xff";

FindingsBook::Row rowOf(Finding::Kind kind, Finding::Severity severity, const std::string& lock)
{
    FindingsBook::Row row;
    row.finding.kind = kind;
    row.finding.severity = severity;
    row.finding.lock = lock;
    row.id = row.finding.id();
    row.found_at = std::chrono::system_clock::now();
    return row;
}

/// Calls @p look with @p finding of each certainty and cost: other words for each.
void inAllVariants(Finding finding, const std::function<void(const Finding&)>& look)
{
    for (const auto certainty : {Finding::Certainty::certain, Finding::Certainty::possible}) {
        finding.certainty = certainty;
        for (const auto& cost : {std::optional<milliseconds>(), std::optional(milliseconds{-90'000}),
                                 std::optional(milliseconds{0}), std::optional(milliseconds{90'000})}) {
            finding.cost = cost;
            look(finding);
        }
    }
}

} // namespace

class FindingsModelTest : public QObject
{
    Q_OBJECT

private slots:
    void everyKindHasItsWords_data();
    void everyKindHasItsWords();
    void aQueueOfTheDeadIsNotCalledEmpty();
    void whereNamesAreMappedNothingIsAdvised_data();
    void whereNamesAreMappedNothingIsAdvised();
    void exportsAreHarmless();
    void whatCostsMostComesFirst();
    void theModelKeepsItsPromises();
    void tooManyWaitForTheirTurn();
    void whatIsOutOfReachIsShownAsOfThePast();
    void whoItIsAboutIsNamed_data() { everyKindHasItsWords_data(); }
    void whoItIsAboutIsNamed();
    void theRowsNameClients();
    void aReaderPastItsDeadlineMayLive();
};

void FindingsModelTest::everyKindHasItsWords_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind <= static_cast<int>(Finding::Kind::foreign_queue); ++kind) {
        QTest::newRow(std::string(to_string(static_cast<Finding::Kind>(kind))).c_str()) << kind;
    }
}

void FindingsModelTest::everyKindHasItsWords()
{
    QFETCH(int, kind);
    Finding finding;
    finding.kind = static_cast<Finding::Kind>(kind);
    finding.lock = "orders:42";
    finding.subject = kBob + ":3";
    const Moment moment{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    inAllVariants(finding, [&](const Finding& variant) {
        for (const QString& words : {findingSentence(variant, moment, {}), findingCost(variant, moment),
                                     findingMeaning(variant), findingAdvice(variant)}) {
            QVERIFY(!words.isEmpty());
            QVERIFY2(!words.contains(QLatin1Char('%')), qPrintable(words)); // every placeholder is filled
            QVERIFY2(words.endsWith(QLatin1Char('.')), qPrintable(words));
        }
    });
    QVERIFY(!findingTitle(finding.kind).isEmpty());
}

void FindingsModelTest::aQueueOfTheDeadIsNotCalledEmpty()
{
    Finding finding;
    finding.kind = Finding::Kind::long_hold;
    finding.count = 0;
    const Moment moment{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    const auto says = [&](const char* words) {
        return findingSentence(finding, moment, {}).contains(QLatin1String(words));
    };
    QVERIFY(says("Nobody is known to wait for it."));
    finding.dead = 2;
    QVERIFY(says("None of those who wait for it is known to be alive."));
    finding.count = 1;
    QVERIFY(says("It has 1 waiter(s)."));
    finding.kind = Finding::Kind::renewed_without_end; // whose count are its renewals
    QVERIFY(!findingCost(finding, moment).contains(QLatin1String("wait for it")));
}

void FindingsModelTest::aReaderPastItsDeadlineMayLive()
{
    Finding finding;
    finding.kind = Finding::Kind::dead_reader;
    finding.subject = kBob + ":7";
    const Moment moment{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    const auto says = [&](const char* words) {
        return findingSentence(finding, moment, {}).contains(QLatin1String(words));
    };
    QVERIFY(says("dead, paused, or still at work after the end of its fixed lease. The others keep its entry alive."));
    QVERIFY(findingMeaning(finding).contains(QLatin1String("One that lives still believes that it reads.")));
    finding.until = moment.now + std::chrono::seconds{20};
    QVERIFY(says("dead, paused, or still at work after the end of its fixed lease. It blocks writers for 2"));
}

void FindingsModelTest::whereNamesAreMappedNothingIsAdvised_data()
{
    using Kind = Finding::Kind;
    QTest::addColumn<int>("kind");
    for (const Kind kind : {Kind::ghost_waiter, Kind::late_waiter, Kind::head_without_score, Kind::entry_without_score,
                            Kind::score_without_entry}) {
        QTest::newRow(std::string(to_string(kind)).c_str()) << static_cast<int>(kind);
    }
}

/// What is advised must be what may be done.
void FindingsModelTest::whereNamesAreMappedNothingIsAdvised()
{
    QFETCH(int, kind);
    Finding finding;
    finding.kind = static_cast<Finding::Kind>(kind);
    finding.certainty = Finding::Certainty::possible;
    finding.count = 1;
    finding.lock = "orders:42";
    finding.subject = kBob + ":3";
    QVERIFY(!findingAdvice(finding).contains(QLatin1String("NameMapper")));
    finding.is_mapped = true;
    const QString advice = findingAdvice(finding);
    QVERIFY2(advice.contains(QLatin1String("NameMapper")), qPrintable(advice));
    QVERIFY2(!advice.contains(QLatin1String("Evict it")) && !advice.contains(QLatin1String("Repair the queue")),
             qPrintable(advice));
    const Moment moment{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    const QString sentence = findingSentence(finding, moment, {});
    QVERIFY2(!sentence.contains(QLatin1Char('%')) && sentence.endsWith(QLatin1Char('.')), qPrintable(sentence));
    if (finding.kind == Finding::Kind::ghost_waiter) { // Not that nobody may be asked.
        QVERIFY2(sentence.contains(QLatin1String("may be dead: nobody listens")), qPrintable(sentence));
    }
}

void FindingsModelTest::exportsAreHarmless()
{
    FindingsBook::Row row = rowOf(Finding::Kind::ghost_waiter, Finding::Severity::critical, kHostile);
    row.finding.subject = kBob + ":3";
    row.finding.cost = milliseconds{252'000};
    row.finding.repair = Finding::Repair::evict_waiter;
    row.finding.more = 9;
    const QString csv = QString::fromUtf8(findingsToCsv({row}, {}).whole());
    QVERIFY(csv.startsWith(
        QLatin1String("found,severity,kind,certainty,lock,about,waits_for,count,cost_ms,usual_ms,repair,more\r\n")));
    QVERIFY(csv.contains(QLatin1String(",critical,ghost-waiter,certain,'=<img")));
    QVERIFY(csv.contains(QLatin1String(",252000,,evict-waiter,9\r\n")));
    const QJsonObject object = QJsonDocument::fromJson(findingsToJson({row}, {}).whole()).array().at(0).toObject();
    QCOMPARE(object.value(QLatin1String("cost_ms")).toInt(), 252'000);
    QCOMPARE(QByteArray::fromBase64(object.value(QLatin1String("lock_base64")).toString().toLatin1()),
             QByteArray::fromStdString(kHostile));
}

/// Among those of one severity; whatever was found last.
void FindingsModelTest::whatCostsMostComesFirst()
{
    using Kind = Finding::Kind;
    const SteadyTime now = std::chrono::steady_clock::now();
    const auto of = [&](Kind kind, Finding::Severity severity, const std::string& lock, std::int64_t waiting) {
        FindingsBook::Row row = rowOf(kind, severity, lock);
        row.finding.waiting = waiting;
        return row;
    };
    FindingsBook::Difference difference;
    const auto critical = Finding::Severity::critical;
    difference.added = {of(Kind::long_hold, Finding::Severity::warning, "a warning", 900),
                        of(Kind::mixed_types, critical, "nobody waits", 0),
                        of(Kind::ghost_waiter, critical, "a minute", 15),
                        of(Kind::queue_without_holder, critical, "who knows how long", 15),
                        of(Kind::ghost_waiter, critical, "four minutes", 14),
                        of(Kind::never_expires, critical, "for ever", 9),
                        of(Kind::missed_heartbeat, critical, "many", 200)};
    difference.added[2].finding.until = now + std::chrono::minutes(1);
    difference.added[4].finding.until = now + std::chrono::minutes(4);
    difference.added[6].finding.until = now + std::chrono::seconds(1); // it is lost then
    FindingsModel model;
    FindingsFilter filter;
    filter.setSourceModel(&model);
    model.apply(difference);
    const auto order = [&] {
        QStringList locks;
        for (int row = 0; row < filter.rowCount(); ++row) {
            locks << filter.index(row, FindingsModel::Lock).data().toString();
        }
        return locks;
    };
    const QStringList expected{
        QStringLiteral("many"),     QStringLiteral("for ever"),           QStringLiteral("four minutes"),
        QStringLiteral("a minute"), QStringLiteral("who knows how long"), QStringLiteral("nobody waits"),
        QStringLiteral("a warning")};
    QCOMPARE(order(), expected);
    difference.changed = {difference.added[2]}; // one has gone: no reason to change places
    difference.changed.front().finding.waiting = 14;
    difference.added.clear();
    model.apply(difference);
    QCOMPARE(order(), expected);
}

void FindingsModelTest::theModelKeepsItsPromises()
{
    FindingsModel model;
    FindingsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester source(&model);
    const QAbstractItemModelTester shown(&filter);
    std::mt19937 random(7);
    std::map<std::string, FindingsBook::Row> expected;
    for (int round = 0; round < 200; ++round) {
        FindingsBook::Difference difference;
        for (int i = 0; i < 8; ++i) {
            auto row = rowOf(Finding::Kind::long_hold, static_cast<Finding::Severity>(random() % 3),
                             "lock" + std::to_string(random() % 40));
            const bool isNamed =
                std::any_of(difference.added.begin(), difference.added.end(),
                            [&](const auto& other) { return other.id == row.id; })
                || std::any_of(difference.changed.begin(), difference.changed.end(),
                               [&](const auto& other) { return other.id == row.id; })
                || std::find(difference.removed.begin(), difference.removed.end(), row.id) != difference.removed.end();
            if (isNamed) {
                continue;
            }
            if (!expected.contains(row.id)) {
                difference.added.push_back(row);
                expected[row.id] = row;
            } else if (random() % 2 == 0) {
                difference.changed.push_back(row);
                expected[row.id] = row;
            } else {
                difference.removed.push_back(row.id);
                expected.erase(row.id);
            }
        }
        model.apply(difference);
        QCOMPARE(model.rowCount(), static_cast<int>(expected.size()));
        QCOMPARE(filter.rowCount(), model.rowCount());
        for (int i = 0; i < model.rowCount(); ++i) {
            QVERIFY(expected.at(model.rowAt(i).id) == model.rowAt(i));
        }
        for (int i = 1; i < filter.rowCount(); ++i) { // The worst first.
            QVERIFY(filter.index(i - 1, 0).data(FindingsModel::SeverityRole).toInt()
                    >= filter.index(i, 0).data(FindingsModel::SeverityRole).toInt());
        }
    }
}

void FindingsModelTest::tooManyWaitForTheirTurn()
{
    FindingsModel model;
    FindingsBook::Difference difference;
    const int most = static_cast<int>(FindingsModel::kMostRows);
    for (int i = 0; i < most + 10; ++i) {
        difference.added.push_back(
            rowOf(Finding::Kind::long_hold, Finding::Severity::info, "lock" + std::to_string(i)));
    }
    difference.added.push_back(rowOf(Finding::Kind::never_expires, Finding::Severity::critical, "bad"));
    model.apply(difference);
    QCOMPARE(model.rowCount(), most + 1); // What is worse is never kept waiting.
    QCOMPARE(model.notShown(), std::size_t{10});
    FindingsBook::Difference gone;
    for (int i = 0; i < 5; ++i) {
        gone.removed.push_back(difference.added[static_cast<std::size_t>(i)].id);
    }
    gone.removed.push_back(difference.added[static_cast<std::size_t>(most + 2)].id); // one that waits
    model.apply(gone);
    QCOMPARE(model.rowCount(), most + 1);
    QCOMPARE(model.notShown(), std::size_t{4});
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.notShown(), std::size_t{0});
}

void FindingsModelTest::whatIsOutOfReachIsShownAsOfThePast()
{
    LockState away = heldLock("away", holder(kAlice, 1));
    away.out_of_reach_since = std::chrono::steady_clock::now() - std::chrono::minutes(5);
    FindingsModel model;
    model.setLocks([&](const std::string& name) { return name == "away" ? shared(away) : nullptr; });
    FindingsBook::Difference difference;
    for (const char* lock : {"away", "near"}) {
        difference.added.push_back(rowOf(Finding::Kind::long_hold, Finding::Severity::info, lock));
        difference.added.back().found_at -= std::chrono::minutes(15);
    }
    model.apply(difference);
    const auto age = [&](int row) { return model.index(row, FindingsModel::Found).data().toString(); };
    QVERIFY(model.index(0, 0).data(kPastRole).value<Moment>().now == away.out_of_reach_since);
    QVERIFY(!model.index(1, 0).data(kPastRole).isValid());
    QVERIFY2(age(0) == QStringLiteral("10 m 00 s") || age(0) == QStringLiteral("9 m 59 s"), qPrintable(age(0)));
    QVERIFY2(age(1).startsWith(QStringLiteral("15 m")), qPrintable(age(1)));
}

void FindingsModelTest::whoItIsAboutIsNamed()
{
    QFETCH(const int, kind);
    Finding finding;
    finding.kind = static_cast<Finding::Kind>(kind);
    const bool isClient = finding.kind == Finding::Kind::clock_skew;
    finding.lock = "orders:42";
    finding.subject = isClient ? kBob : kBob + ":3";
    const QString id = isClient ? QStringLiteral("c0de…bb") : QStringLiteral("c0de…bb:3");
    const QString named = id + QStringLiteral(" (<b>%1 %2 %n</b>)");
    const ClientNamer namer = [](const std::string& uuid) {
        return uuid == kBob ? QStringLiteral("<b>%1 %2 %n</b>") : QString();
    };
    QCOMPARE(findingSubject(finding, {}), id);
    QCOMPARE(findingSubject(finding, namer), named);
    const Moment moment{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    inAllVariants(finding, [&](const Finding& variant) {
        const QString unnamed = findingSentence(variant, moment, {});
        QString sentence = findingSentence(variant, moment, namer);
        QCOMPARE(sentence.contains(named), unnamed.contains(id));
        QCOMPARE(sentence.replace(named, id), unnamed); // nothing else is different
    });
}

void FindingsModelTest::theRowsNameClients()
{
    QString name;
    FindingsModel model;
    FindingsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester source(&model);
    const QAbstractItemModelTester shown(&filter);
    model.setClientNamer([&name](const std::string& uuid) { return uuid == kBob ? name : QString(); });
    FindingsBook::Difference difference;
    difference.added = {rowOf(Finding::Kind::ghost_waiter, Finding::Severity::critical, "orders:42")};
    difference.added.front().finding.subject = kBob + ":3";
    model.apply(difference);
    const auto data = [&model](int column, int role = Qt::DisplayRole) {
        return model.index(0, column).data(role).toString();
    };
    QCOMPARE(data(FindingsModel::Subject), QStringLiteral("c0de…bb:3"));
    filter.setText(QStringLiteral("billing"));
    QCOMPARE(filter.rowCount(), 0);

    name = QStringLiteral("billing-2");
    model.noteNewNames();
    QCOMPARE(filter.rowCount(), 1); // found by what it is called
    QCOMPARE(data(FindingsModel::Subject), QStringLiteral("c0de…bb:3 (billing-2)"));
    QVERIFY(data(FindingsModel::What).startsWith(QStringLiteral("c0de…bb:3 (billing-2) is dead")));
    const QString whole = QString::fromStdString(kBob) + QStringLiteral(":3 (billing-2)");
    QVERIFY(data(FindingsModel::Subject, Qt::ToolTipRole).contains(whole));

    name = QStringLiteral("<i>%1</i>");
    model.noteNewNames();
    for (const int column : {FindingsModel::Subject, FindingsModel::What}) {
        QVERIFY(data(column).contains(QStringLiteral("c0de…bb:3 (<i>%1</i>)")));
        const QString tip = data(column, Qt::ToolTipRole);
        QVERIFY2(tip.contains(QStringLiteral("&lt;i&gt;%1&lt;/i&gt;")), qPrintable(tip));
        QVERIFY2(!tip.contains(QStringLiteral("<i>")), qPrintable(tip));
    }
    name = QString(200, QLatin1Char('n'));
    QVERIFY(data(FindingsModel::Subject).size() < 50);
}

QTEST_MAIN(FindingsModelTest)
#include "findings_model_test.moc"
