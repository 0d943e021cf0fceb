// SPDX-License-Identifier: Apache-2.0
#include "lockscope/alert_rules.hpp"

#include "lockscope/error.hpp"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace lockscope;
using Kind = AlertRule::Kind;

Q_DECLARE_METATYPE(AlertRuleProblem)

class AlertRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void aRuleThatMakesNoSenseSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("glob");
        QTest::addColumn<int>("kind");
        QTest::addColumn<qlonglong>("duration");
        QTest::addColumn<qlonglong>("count");
        QTest::addColumn<AlertRuleProblem>("problem");
        const auto row = [](const char* name, const QByteArray& glob, Kind kind, qlonglong duration, qlonglong count,
                            AlertRuleProblem problem) {
            QTest::newRow(name) << glob << static_cast<int>(kind) << duration << count << problem;
        };
        row("good", "orders:*", Kind::held_longer, 1000, 0, AlertRuleProblem::none);
        row("no name", "", Kind::held_longer, 1000, 0, AlertRuleProblem::no_name);
        row("no name needed", "", Kind::deadlock, 1000, 0, AlertRuleProblem::none);
        row("nor for the server", "", Kind::connection_lost, 1000, 0, AlertRuleProblem::none);
        row("silent for no time", "", Kind::connection_lost, 0, 0, AlertRuleProblem::duration_too_short);
        row("long name", QByteArray(2000, 'x'), Kind::held_longer, 1000, 0, AlertRuleProblem::long_name);
        row("bracket", "a[b", Kind::held_longer, 1000, 0, AlertRuleProblem::open_bracket);
        row("literal bracket", "a\\[b", Kind::held_longer, 1000, 0, AlertRuleProblem::none);
        row("short", "*", Kind::held_longer, 99, 0, AlertRuleProblem::duration_too_short);
        row("negative", "*", Kind::low_ttl, -5, 0, AlertRuleProblem::duration_too_short);
        row("long", "*", Kind::held_longer, 31LL * 86'400'000, 0, AlertRuleProblem::duration_too_long);
        row("no duration needed", "*", Kind::never_expires, -5, 0, AlertRuleProblem::none);
        row("negative count", "*", Kind::many_waiters, 0, -1, AlertRuleProblem::count_out_of_range);
        row("many", "*", Kind::many_waiters, 0, 2'000'000, AlertRuleProblem::count_out_of_range);
    }
    void aRuleThatMakesNoSenseSaysWhy()
    {
        QFETCH(QByteArray, glob);
        QFETCH(int, kind);
        QFETCH(qlonglong, duration);
        QFETCH(qlonglong, count);
        QFETCH(AlertRuleProblem, problem);
        AlertRule it;
        it.id = "rule";
        it.kind = static_cast<Kind>(kind);
        it.duration = milliseconds(duration);
        it.count = count;
        it.name_glob = glob.toStdString();
        QCOMPARE(problem_of(it), problem);
        QCOMPARE(sentence(problem).empty(), problem == AlertRuleProblem::none);
    }

    void rulesSurviveJson()
    {
        AlertRules rules = AlertRules::defaults();
        rules.rules[0].name_glob = std::string("\xff[a-z]\\*\n<b>");
        rules.rules[0].also_harmless = true;
        rules.rules[1].enabled = false;
        QCOMPARE(alert_rules_from_json(to_json(rules)), rules);
        for (const AlertRule& each : rules.rules)
            QCOMPARE(problem_of(each), AlertRuleProblem::none);
    }

    void whatIsNotUnderstoodIsKept()
    {
        const std::string text = R"({"version": 7, "future": {"a": 1}, "rules": [
            {"id": "x", "kind": "held-longer", "duration_ms": 5000, "colour": "red"},
            {"id": "y", "kind": "from-the-future", "what": [1, 2]},
            {"id": "x", "kind": "many-waiters", "count": 3},
            {"id": "z", "kind": "many-waiters", "count": "three"},
            {"kind": "deadlock"}, 17]})";
        const AlertRules rules = alert_rules_from_json(text);
        QCOMPARE(rules.rules.size(), std::size_t{3});
        QCOMPARE(rules.not_understood.size(), std::size_t{3});
        QVERIFY(rules.rules[0].id != rules.rules[1].id);
        QVERIFY(!rules.rules[2].id.empty());
        const auto again = nlohmann::json::parse(to_json(rules));
        QCOMPARE(again["future"]["a"].get<int>(), 1);
        QCOMPARE(QByteArray::fromStdString(again["rules"][0]["colour"].get<std::string>()), QByteArray("red"));
        QCOMPARE(again["rules"].size(), std::size_t{6});
        QCOMPARE(alert_rules_from_json(to_json(rules)), rules);
    }

    /// What two have made of the same rules; a letter is a rule's id, the digit behind it says which version it is.
    void editsOfTwoAreMerged_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("result");
        const auto row = [](const char* name, const char* before, const char* after, const char* kept,
                            const char* result) {
            QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after)
                                << QString::fromLatin1(kept) << QString::fromLatin1(result);
        };
        row("alone", "a1 b1", "b2 c1", "a1 b1", "b2 c1");
        row("nothing changed here", "a1 b1", "a1 b1", "a2 c1", "a2 c1");
        row("each another rule", "a1 b1", "a2 b1", "a1 b2", "a2 b2");
        row("the same rule", "a1 b1", "a3 b1", "a2 b1", "a3 b1");
        row("the same edit", "a1 b1", "a2 b1", "a2 b1", "a2 b1");
        row("each added one", "a1", "a1 b1", "a1 c1", "a1 c1 b1");
        row("each added one with the same id", "a1", "a1 b1", "a1 b2", "a1 b2 rule-1@b1");
        row("each added the same", "a1", "a1 b1", "a1 b1", "a1 b1");
        row("each removed one", "a1 b1 c1", "a1 c1", "b1 c1", "c1");
        row("removed here, edited there", "a1 b1", "b1", "a2 b1", "a2 b1");
        row("edited here, removed there", "a1 b1", "a2 b1", "b1", "b1 a2");
        row("all new here", "a1 b1", "x1", "a1 b1 c1", "c1 x1");
    }
    void editsOfTwoAreMerged()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, kept);
        QFETCH(QString, result);
        const auto rules = [](const QString& words) {
            AlertRules all;
            for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                const QStringList renamed = word.split(QLatin1Char('@')); // "new id@what it was"
                AlertRule rule;
                rule.id = (renamed.size() > 1 ? renamed.front() : word.left(1)).toStdString();
                rule.count = word.back().digitValue();
                all.rules.push_back(rule);
            }
            return all;
        };
        QCOMPARE(merged(rules(before), rules(after), rules(kept)), rules(result));
    }

    void aMergeKeepsWhatIsNotUnderstood()
    {
        const AlertRules before = AlertRules::defaults();
        AlertRules after = before;
        after.rules.pop_back();
        AlertRules kept = before;
        kept.not_understood = {R"({"kind":"from-the-future"})"};
        kept.unknown_members = R"({"future":1})";
        const AlertRules result = merged(before, after, kept);
        QCOMPARE(result.rules, after.rules);
        QCOMPARE(result.not_understood, kept.not_understood);
        QCOMPARE(result.unknown_members, kept.unknown_members);
    }

    void whatIsNoRulesIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "null", "[]", "{", "{\"rules\": 5}", "{\"rule\": []}", "\xff\xfe"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("huge") << QByteArray(2 << 20, ' ') + "{\"rules\": []}";
    }
    void whatIsNoRulesIsRefused()
    {
        QFETCH(QByteArray, text);
        QVERIFY_EXCEPTION_THROWN((void)alert_rules_from_json(text.toStdString()), Error);
    }
};

QTEST_APPLESS_MAIN(AlertRulesTest)
#include "alert_rules_test.moc"
