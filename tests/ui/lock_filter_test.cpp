// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter_completion.hpp"
#include "models/filter_history.hpp"
#include "models/glob.hpp"
#include "models/lock_filter.hpp"
#include "models/lock_filter_terms.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_table_model.hpp"
#include "text/server_text.hpp"

#include "lock_examples.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <memory>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

FilterMoment now()
{
    return {Thresholds{}, std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
}

/// One of each kind, by name.
std::vector<LockState> someLocks()
{
    LockState order = test::heldExample("orders:42");
    order.waiting_clients = 4;
    order.renewed_at = std::chrono::steady_clock::now();

    LockState invoice = test::heldExample("invoice run", test::bob, 3);
    invoice.type = LockType::fair;
    invoice.ttl = milliseconds(2000);

    LockState catalog = test::heldExample("Catalog", test::bob);
    catalog.type = LockType::read_write;
    catalog.mode = LockMode::read;
    catalog.lease = std::chrono::minutes(5); // most of it has gone, and nobody renews it
    catalog.held_since = std::chrono::system_clock::now() - std::chrono::minutes(5);
    catalog.renewed_at = std::chrono::steady_clock::now() - std::chrono::seconds(40);

    LockState legacy = test::heldExample("legacy");
    legacy.ttl = milliseconds(-1);
    legacy.anomalies = {Anomaly::never_expires};
    legacy.fencing_token = 120;
    Waiter waiter;
    waiter.owner = test::bob + ":9";
    legacy.waiters = {waiter};
    legacy.waiters_total = 1;

    return {order, invoice, catalog, legacy, test::example("free:one"), test::example(std::string("nul\0l", 5))};
}

/// Bob's client is called so.
ClientSearch payDesk()
{
    return [](const QString& text) {
        return QStringLiteral("Pay-07").contains(text, Qt::CaseInsensitive) ? ClientSet{test::bob} : ClientSet();
    };
}

QStringList namesThatPass(const LockFilter& filter)
{
    QStringList names;
    for (const LockState& state : someLocks()) {
        if (filter.matches(state, now())) {
            names << QString::fromStdString(state.name).replace(QChar(u'\0'), QLatin1Char('0'));
        }
    }
    return names;
}

} // namespace

class LockFilterTest : public QObject
{
    Q_OBJECT

private slots:
    void textLeavesTheRightLocks_data();
    void textLeavesTheRightLocks();
    void nonsenseIsExplained_data();
    void nonsenseIsExplained();
    void theWrongPartIsPointedAt_data();
    void theWrongPartIsPointedAt();
    void theRestHoldsMeanwhile_data();
    void theRestHoldsMeanwhile();
    void completions_data();
    void completions();
    void everyPrefixThatIsSuggestedFindsItsLocks();
    void inQuotesABackslashTakesTheNextLiterally_data();
    void inQuotesABackslashTakesTheNextLiterally();
    void aCompletionReplacesTheWordAtTheCursor();
    void historyGoesBackAndForth();
    void historyIsBounded();
    void quickFilters_data();
    void quickFilters();
    void aLatchThatIsWaitedForIsContended();
    void aSemaphoreWithoutAFreePermitIsHeld();
    void aFreeLockThatNobodyTakesIsContendedAndThenStuck();
    void aValueStandsForExactlyItsBytes_data();
    void aValueStandsForExactlyItsBytes();
    void knowsWhenTimeAloneChangesTheAnswer();
    void clientsAreFoundByWhatTheyAreCalled_data();
    void clientsAreFoundByWhatTheyAreCalled();
    void knowsWhenNamesChangeTheAnswer();
    void ownersAreFoundAsTheyAreShown_data();
    void ownersAreFoundAsTheyAreShown();
    void whatWouldBeAComparisonIsQuotedAsAName();
    void globs_data();
    void globs();
    void aQuestionMarkOfBytesThatAreNoText_data();
    void aQuestionMarkOfBytesThatAreNoText();
    void hostileGlobsEndSoon();
};

void LockFilterTest::textLeavesTheRightLocks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    const QStringList all{"orders:42", "invoice run", "Catalog", "legacy", "free:one", "nul0l"};
    QTest::newRow("nothing") << "" << all;
    QTest::newRow("spaces") << "   " << all;
    QTest::newRow("part of a name") << "oice" << QStringList{"invoice run"};
    QTest::newRow("either case") << "cATA" << QStringList{"Catalog"};
    QTest::newRow("a name with a colon") << "orders:42" << QStringList{"orders:42"};
    QTest::newRow("glob") << "*:*" << QStringList{"orders:42", "free:one"};
    QTest::newRow("glob, one character") << "orders:4?" << QStringList{"orders:42"};
    QTest::newRow("glob is for the whole name") << "o*4" << QStringList{};
    QTest::newRow("name term") << "name:leg*" << QStringList{"legacy"};
    QTest::newRow("quotes") << "\"ice run\"" << QStringList{"invoice run"};
    QTest::newRow("two words, both") << "ice run" << QStringList{"invoice run"};
    QTest::newRow("escaped byte") << "\\x00" << QStringList{"nul0l"};
    QTest::newRow("type") << "type:fair" << QStringList{"invoice run"};
    QTest::newRow("type with a dash") << "type:Read-Write" << QStringList{"Catalog"};
    QTest::newRow("mode") << "mode:read" << QStringList{"Catalog"};
    QTest::newRow("holder") << "holder:77c0" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("holder's thread") << "holder:9f45 holder::57" << QStringList{"orders:42", "legacy"};
    QTest::newRow("state") << "state:stuck" << QStringList{"Catalog", "legacy"};
    QTest::newRow("state free") << "state:free" << QStringList{"free:one", "nul0l"};
    QTest::newRow("waiters") << "waiters>3" << QStringList{"orders:42"};
    QTest::newRow("waiters, equal") << "waiters=4" << QStringList{"orders:42"};
    QTest::newRow("waiters, at most") << "waiters<=0 state:held" << QStringList{};
    QTest::newRow("count") << "count>=2" << QStringList{"invoice run"};
    QTest::newRow("ttl") << "ttl<5s" << QStringList{"invoice run"};
    QTest::newRow("no end") << "ttl:never" << QStringList{"legacy"};
    QTest::newRow("no end, with an equals sign") << "ttl=Never" << QStringList{"legacy"};
    QTest::newRow("an end") << "-ttl:never -state:free" << QStringList{"orders:42", "invoice run", "Catalog"};
    QTest::newRow("ttl in ms") << "ttl>2500ms" << QStringList{"orders:42", "Catalog"};
    QTest::newRow("held for") << "held>1m" << QStringList{"Catalog"};
    QTest::newRow("renewed not long ago") << "renewed<15s" << QStringList{"orders:42"};
    QTest::newRow("renewed, but no more") << "renewed>=30s" << QStringList{"Catalog"};
    QTest::newRow("never seen to be renewed") << "holder:9f45 -renewed>=0s" << QStringList{"legacy"};
    QTest::newRow("all terms together") << "type:fair ttl<5s holder:77c0 run" << QStringList{"invoice run"};
    QTest::newRow("a word that begins like a term") << "waiters" << QStringList{};
    QTest::newRow("in a queue") << "waiter:77c0" << QStringList{"legacy"};
    QTest::newRow("holds or waits") << "client:77c0" << QStringList{"invoice run", "Catalog", "legacy"};
    QTest::newRow("anomaly") << "anomaly:never-expires" << QStringList{"legacy"};
    QTest::newRow("any anomaly") << "anomaly:any" << QStringList{"legacy"};
    QTest::newRow("another anomaly") << "anomaly:torn" << QStringList{};
    QTest::newRow("token") << "token>100" << QStringList{"legacy"};
    QTest::newRow("not") << "not type:reentrant" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("minus") << "-type:reentrant" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("minus and more") << "-type:reentrant -mode:read" << QStringList{"invoice run"};
    QTest::newRow("not not") << "not not type:fair" << QStringList{"invoice run"};
    QTest::newRow("a lone minus is a name") << "-" << QStringList{};
    QTest::newRow("or") << "type:fair or mode:read" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("or, in words of any case") << "type:fair OR legacy" << QStringList{"invoice run", "legacy"};
    QTest::newRow("or binds less than and") << "type:fair ttl<5s or legacy" << QStringList{"invoice run", "legacy"};
    QTest::newRow("and") << "type:fair and ttl<5s" << QStringList{"invoice run"};
    QTest::newRow("parentheses") << "holder:77c0 (type:fair or legacy)" << QStringList{"invoice run"};
    QTest::newRow("not in front of parentheses")
        << "not (type:fair or mode:read or state:free)" << QStringList{"orders:42", "legacy"};
    QTest::newRow("minus in front of parentheses") << "-(type:reentrant)" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("parentheses in parentheses")
        << "((type:fair) or ((mode:read)))" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("or in quotes is a name") << "\"or\"" << QStringList{"orders:42"};
    QTest::newRow("a term in quotes is a name") << "\"type:fair\"" << QStringList{};
    QTest::newRow("quotes inside a term") << "name:\"invoice run\"" << QStringList{"invoice run"};
    QTest::newRow("a parenthesis in a name") << "cat(a" << QStringList{};
    QTest::newRow("a comparison in quotes is a name") << "\"<5s\"" << QStringList{};
    QTest::newRow("an equals sign in a name") << "=42" << QStringList{};
}

void LockFilterTest::textLeavesTheRightLocks()
{
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    const auto filter = LockFilter::parse(text);
    QVERIFY(std::holds_alternative<LockFilter>(filter));
    QCOMPARE(namesThatPass(std::get<LockFilter>(filter)), names);
}

void LockFilterTest::nonsenseIsExplained_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("type") << "type:fare"
                          << "reentrant, fair";
    QTest::newRow("state") << "state:open"
                           << "contended";
    QTest::newRow("mode") << "mode:x"
                          << "read, write";
    QTest::newRow("empty value") << "type:"
                                 << "type:";
    QTest::newRow("no number") << "waiters>many"
                               << "waiters>3";
    QTest::newRow("no unit") << "ttl<5"
                             << "ttl<5s";
    QTest::newRow("negative") << "ttl<-5s"
                              << "ttl<5s";
    QTest::newRow("endless") << "ttl<1e300h"
                             << "ttl<5s";
    QTest::newRow("less than never") << "ttl<never"
                                     << "ttl:never";
    QTest::newRow("open quote") << "\"a"
                                << "quotation mark";
    QTest::newRow("quote that a backslash keeps open") << "\"a\\\""
                                                       << "quotation mark";
    QTest::newRow("anomaly") << "anomaly:x"
                             << "dead-head";
    QTest::newRow("mistyped field") << "wiaters>3"
                                    << "waiters";
    QTest::newRow("a letter missing") << "waters>3"
                                      << "waiters";
    QTest::newRow("not to be compared") << "size>3"
                                        << "waiters, count, token, ttl, held, renewed";
    QTest::newRow("blanks around a comparison") << "waiters > 3"
                                                << "waiters>3";
    QTest::newRow("a blank before a comparison") << "ttl <5s"
                                                 << "“<5s” has nothing in front";
    QTest::newRow("a comparison with nothing, in parentheses") << "(>=3)"
                                                               << "“>=3” has nothing in front";
    QTest::newRow("blanks around an equals sign") << "waiters = 3"
                                                  << "“=” has nothing in front";
    QTest::newRow("open parenthesis") << "(a or b"
                                      << "close it with )";
    QTest::newRow("nothing after or") << "a or "
                                      << "missing";
    QTest::newRow("nothing before or") << "or a"
                                       << "between two terms";
    QTest::newRow("nothing after not") << "not"
                                       << "missing";
    QTest::newRow("nothing in parentheses") << "()"
                                            << "missing";
    QTest::newRow("nested for ever") << QString(1000, QLatin1Char('(')) << "deeply";
}

void LockFilterTest::nonsenseIsExplained()
{
    QFETCH(QString, text);
    QFETCH(QString, mentions);
    const auto filter = LockFilter::parse(text);
    const auto* error = std::get_if<LockFilter::ParseError>(&filter);
    QVERIFY(error != nullptr);
    QVERIFY2(error->message.contains(mentions), qPrintable(error->message));
}

void LockFilterTest::theWrongPartIsPointedAt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("first") << "type:fare order"
                           << "type:fare";
    QTest::newRow("in the middle") << "order  type:fare x"
                                   << "type:fare";
    QTest::newRow("with quotes") << "a type:\"fare x\" b"
                                 << "type:\"fare x\"";
    QTest::newRow("without its minus") << "-ttl<5"
                                       << "ttl<5";
    QTest::newRow("in parentheses") << "(a or ttl<5)"
                                    << "ttl<5";
    QTest::newRow("a comparison by itself") << "waiters > 3"
                                            << ">";
    QTest::newRow("open quote") << "a \"b c"
                                << "\"b c";
    QTest::newRow("open parenthesis") << "a (b"
                                      << "(";
    QTest::newRow("at the end") << "a or"
                                << "";
}

void LockFilterTest::theWrongPartIsPointedAt()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto filter = LockFilter::parse(text);
    const auto* error = std::get_if<LockFilter::ParseError>(&filter);
    QVERIFY(error != nullptr);
    QVERIFY(error->position >= 0 && error->position + error->length <= text.size());
    QCOMPARE(text.mid(error->position, error->length), part);
}

void LockFilterTest::theRestHoldsMeanwhile_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::optional<QString>>("rest"); // but for spaces at its ends
    const auto row = [](const char* text, std::optional<QString> rest) { QTest::newRow(text) << text << rest; };
    row("type:fair a", QStringLiteral("type:fair a"));
    row("type:foo", QString());
    row("ttl<", QString());
    row("a type:foo waiters>3", QStringLiteral("a  waiters>3"));
    row("type:foo a state:bar", QStringLiteral("a"));
    row("(a or b) type:", QStringLiteral("(a or b)"));
    row("a or type:foo", std::nullopt);
    row("a -type:foo", QStringLiteral("a"));
    row("not type:foo", std::nullopt);
    row("waiters > 3", std::nullopt);
    row("a (b", std::nullopt);
    row("a \"b c", std::nullopt);
    row("a or", std::nullopt);
}

void LockFilterTest::theRestHoldsMeanwhile()
{
    QFETCH(const QString, text);
    QFETCH(const std::optional<QString>, rest);
    const std::optional<QString> right = LockFilter::rightPartOf(text);
    QCOMPARE(right.has_value(), rest.has_value());
    QCOMPARE(right.value_or(QString()).trimmed(), rest.value_or(QString()));
}

void LockFilterTest::completions_data()
{
    QTest::addColumn<QString>("text"); // the cursor stands at |
    QTest::addColumn<QStringList>("choices");
    QTest::newRow("a field") << "ty|" << QStringList{"type:"};
    QTest::newRow("fields that are measured")
        << "t|" << QStringList{"type:", "token>", "ttl>", "ttl:never", "\"token:\""};
    QTest::newRow("an end that never comes") << "ttl:n|" << QStringList{"ttl:never"};
    QTest::newRow("in quotes with a quotation mark") << "\"a \\\" t|" << QStringList{};
    QTest::newRow("values") << "type:f|" << QStringList{"type:fair", "type:fenced"};
    QTest::newRow("values, in the middle") << "a type:fa| b" << QStringList{"type:fair"};
    QTest::newRow("after a minus") << "-mode:r|" << QStringList{"mode:read"};
    QTest::newRow("in parentheses") << "(mode:w|" << QStringList{"mode:write"};
    QTest::newRow("holders") << "holder:9f|" << QStringList{"holder:" + QString::fromStdString(test::alice)};
    QTest::newRow("clients, any") << "client:|"
                                  << QStringList{"client:" + QString::fromStdString(test::alice),
                                                 "client:" + QString::fromStdString(test::bob), "client:pay-07",
                                                 "client:\"pay desk\"", "client:\"x \\\"y\""};
    QTest::newRow("clients by name") << "client:pay|" << QStringList{"client:pay-07", "client:\"pay desk\""};
    QTest::newRow("prefixes") << "or|" << QStringList{"orders:"};
    QTest::newRow("prefixes as names") << "name:or|" << QStringList{"name:orders:*"};
    QTest::newRow("a prefix that is a field") << "tok|" << QStringList{"token>", "\"token:\""};
    QTest::newRow("a prefix that needs quotes") << "name:my|" << QStringList{"name:\"my locks:*\""};
    QTest::newRow("nothing that fits") << "zzz|" << QStringList{};
    QTest::newRow("in quotes") << "\"ty|" << QStringList{};
    QTest::newRow("all that is typed") << "type:fair|" << QStringList{};
}

void LockFilterTest::completions()
{
    QFETCH(QString, text);
    QFETCH(QStringList, choices);
    const FilterVocabulary words{
        {QString::fromStdString(test::alice), QString::fromStdString(test::bob), "pay-07", "pay desk", "x \"y"},
        {"orders:", "my locks:", "token:"}};
    const qsizetype cursor = text.indexOf(QLatin1Char('|'));
    const FilterCompletions found = completionsAt(text.remove(QLatin1Char('|')), cursor, words);
    QStringList inserts;
    for (const auto& choice : found.choices) {
        inserts << choice.insert;
    }
    QCOMPARE(inserts, choices);
}

void LockFilterTest::everyPrefixThatIsSuggestedFindsItsLocks()
{
    LockTableModel model;
    const std::vector<std::string> prefixes{
        "token:", "type:",    "name:", "Held:", "ttl:",  "orders:", "my locks:", "a<b:", "sa\"id:", "or:",
        "ttl>5:", "count=2:", "b*r:",  "bar:",  "wh?t:", "what:",   "c\\d:",     "cd:",  "<x>:"};
    std::vector<LockChange> changes;
    for (const std::string& prefix : prefixes) {
        changes.push_back(
            {LockChange::Kind::added, std::make_shared<const LockState>(test::heldExample(prefix + "1"))});
    }
    model.apply(changes);
    const FilterVocabulary words = vocabularyOf(model);
    QCOMPARE(words.prefixes.size(), static_cast<qsizetype>(prefixes.size()));
    for (const QString& prefix : words.prefixes) {
        const FilterCompletions found = completionsAt(prefix.left(1), 1, words);
        const auto ours = std::find_if(found.choices.rbegin(), found.choices.rend(), // fields stand in front
                                       [&](const auto& choice) { return choice.insert.contains(prefix); });
        QVERIFY2(ours != found.choices.rend(), qPrintable(prefix));
        auto parsed = LockFilter::parse(ours->insert);
        QVERIFY2(std::holds_alternative<LockFilter>(parsed), qPrintable(ours->insert));
        model.setFilter(std::get<LockFilter>(parsed));
        QCOMPARE(model.rowCount(), 1);
    }
}

void LockFilterTest::inQuotesABackslashTakesTheNextLiterally_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("a quotation mark") << R"("a lock \"q\"")"
                                      << R"(a lock "q")";
    QTest::newRow("in a term") << R"(name:"lock \"q")"
                               << R"(a lock "q")";
    QTest::newRow("a backslash") << R"("c:\\dir")"
                                 << R"(c:\dir)";
    QTest::newRow("a backslash that begins no escape") << R"("\\x41")"
                                                       << R"(\x41)";
    QTest::newRow("a backslash at the end") << R"("c:\\")"
                                            << R"(c:\dir)";
    QTest::newRow("an escape") << R"("a\x41")"
                               << "aA";
    QTest::newRow("a lone backslash") << R"("c:\d")"
                                      << R"(c:\dir)";
}

void LockFilterTest::inQuotesABackslashTakesTheNextLiterally()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    const auto parsed = LockFilter::parse(text);
    QVERIFY(std::holds_alternative<LockFilter>(parsed));
    const LockFilter& filter = std::get<LockFilter>(parsed);
    for (const char* each : {"a lock \"q\"", "c:\\dir", "\\x41", "aA"}) {
        QCOMPARE(filter.matches(test::heldExample(each), now()), name == QLatin1String(each));
    }
}

void LockFilterTest::aCompletionReplacesTheWordAtTheCursor()
{
    const FilterCompletions found = completionsAt(QStringLiteral("a -type:fa b"), 10, {});
    QCOMPARE(found.start, qsizetype{3});
    QCOMPARE(found.length, qsizetype{7});
    QCOMPARE(found.typed, QStringLiteral("type:fa"));
    const FilterCompletions empty = completionsAt({}, 0, {});
    QVERIFY(empty.choices.size() >= 10);
    for (const auto& choice : empty.choices) {
        QVERIFY2(!choice.meaning.isEmpty(), qPrintable(choice.insert));
    }
}

void LockFilterTest::historyGoesBackAndForth()
{
    FilterHistory history;
    QVERIFY(!history.canGoBack());
    history.note("a");
    history.note("a");
    history.note("b ");
    QCOMPARE(history.back(), QStringLiteral("a"));
    QCOMPARE(history.back(), QString());
    QVERIFY(!history.canGoBack());
    QCOMPARE(history.back(), QString());
    QCOMPARE(history.forward(), QStringLiteral("a"));
    history.note("c"); // what was ahead is forgotten
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back(), QStringLiteral("a"));
    QCOMPARE(history.recent(), QStringList({"c", "a"}));

    FilterHistory next;
    next.restore(history.recent());
    QCOMPARE(next.back(), QStringLiteral("c"));
}

void LockFilterTest::historyIsBounded()
{
    FilterHistory history;
    for (int filter = 0; filter < 1000; ++filter) {
        history.note(QString::number(filter));
    }
    int steps = 0;
    while (history.canGoBack()) {
        (void)history.back();
        ++steps;
    }
    QVERIFY(steps < 200);
    QVERIFY(history.recent().size() <= 20);
}

void LockFilterTest::quickFilters_data()
{
    QTest::addColumn<int>("quick");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("held") << static_cast<int>(QuickFilter::held)
                          << QStringList{"orders:42", "invoice run", "Catalog", "legacy"};
    QTest::newRow("contended") << static_cast<int>(QuickFilter::contended) << QStringList{"orders:42", "legacy"};
    QTest::newRow("stuck") << static_cast<int>(QuickFilter::stuck) << QStringList{"Catalog", "legacy"};
}

void LockFilterTest::quickFilters()
{
    QFETCH(int, quick);
    QFETCH(QStringList, names);
    LockFilter filter;
    filter.setQuick(static_cast<QuickFilter>(quick));
    QCOMPARE(namesThatPass(filter), names);
}

void LockFilterTest::aLatchThatIsWaitedForIsContended()
{
    LockState latch = test::example("latch");
    latch.type = LockType::latch;
    latch.waiting_clients = 2;
    const FilterMoment moment = now();
    LockFilter filter;
    filter.setQuick(QuickFilter::contended);
    QVERIFY(condition_of(latch, moment.thresholds, moment.steady, moment.wall) == LockCondition::contended);
    QVERIFY(filter.matches(latch, moment));
    QCOMPARE(shareOf(latch, moment).contended, std::int64_t{1});
    latch.waiting_clients = 0;
    QVERIFY(!filter.matches(latch, moment));
    QCOMPARE(shareOf(latch, moment).contended, std::int64_t{0});
}

/// By whom nobody knows. Its row, its group and the filter agree.
void LockFilterTest::aSemaphoreWithoutAFreePermitIsHeld()
{
    LockState semaphore = test::example("semaphore");
    semaphore.type = LockType::semaphore;
    semaphore.permits = 0;
    const FilterMoment moment = now();
    LockFilter filter;
    filter.setQuick(QuickFilter::held);
    QVERIFY(condition_of(semaphore, moment.thresholds, moment.steady, moment.wall) == LockCondition::held);
    QVERIFY(filter.matches(semaphore, moment));
    QCOMPARE(shareOf(semaphore, moment).held, std::int64_t{1});
    semaphore.permits = 1;
    QVERIFY(!filter.matches(semaphore, moment));
    QCOMPARE(shareOf(semaphore, moment).held, std::int64_t{0});
}

void LockFilterTest::aFreeLockThatNobodyTakesIsContendedAndThenStuck()
{
    LockState lock = test::example("orders:42");
    lock.type = LockType::fair;
    Waiter waiter;
    waiter.owner = test::bob + ":9";
    waiter.subscribed = true;
    lock.waiters = {waiter};
    lock.waiters_total = 1;
    const FilterMoment moment = now();
    const auto counts = [&](std::chrono::seconds since) {
        lock.untaken_since = lock.observed_at - since;
        LockFilter contended;
        contended.setQuick(QuickFilter::contended);
        LockFilter stuck;
        stuck.setQuick(QuickFilter::stuck);
        const GroupSums share = shareOf(lock, moment);
        return std::array{contended.matches(lock, moment), share.contended == 1, stuck.matches(lock, moment),
                          share.stuck == 1};
    };
    QCOMPARE(counts(std::chrono::seconds(1)), (std::array{false, false, false, false}));
    QCOMPARE(counts(std::chrono::seconds(3)), (std::array{true, true, false, false}));
    QCOMPARE(counts(std::chrono::seconds(61)), (std::array{true, true, true, true}));
}

void LockFilterTest::aValueStandsForExactlyItsBytes_data()
{
    QTest::addColumn<QString>("bytes");
    QTest::newRow("plain") << QStringLiteral("orders:");
    QTest::newRow("a space") << QStringLiteral("two words");
    QTest::newRow("a space of Chinese") << QString(QStringLiteral("two") + QChar(0x3000) + QStringLiteral("words"));
    QTest::newRow("parentheses") << QStringLiteral("a) or (b");
    QTest::newRow("a quotation mark") << QStringLiteral("say \"hi\"");
    QTest::newRow("nothing but one") << QStringLiteral("\"");
    QTest::newRow("wildcards") << QStringLiteral("o*t?");
    QTest::newRow("a backslash") << QStringLiteral("a\\b");
}

void LockFilterTest::aValueStandsForExactlyItsBytes()
{
    QFETCH(QString, bytes);
    const LockState lock = test::heldExample(bytes.toStdString(), bytes.toStdString());
    const LockState other = test::heldExample("other", "other"); // "o*t?" and more would be that, too
    for (const QString& term : {QStringLiteral("name:") + beginningValue(bytes.toStdString()),
                                QStringLiteral("client:") + filterValue(bytes.toStdString())}) {
        const auto parsed = LockFilter::parse(term);
        QVERIFY2(std::holds_alternative<LockFilter>(parsed), qPrintable(term));
        QVERIFY2(std::get<LockFilter>(parsed).matches(lock, now()), qPrintable(term));
        QVERIFY2(!std::get<LockFilter>(parsed).matches(other, now()), qPrintable(term));
    }
}

void LockFilterTest::knowsWhenTimeAloneChangesTheAnswer()
{
    QVERIFY(!std::get<LockFilter>(LockFilter::parse("order type:fair waiters>1")).dependsOnTime());
    QVERIFY(std::get<LockFilter>(LockFilter::parse("ttl<5s")).dependsOnTime());
    QVERIFY(std::get<LockFilter>(LockFilter::parse("renewed>30s")).dependsOnTime());
    QVERIFY(std::get<LockFilter>(LockFilter::parse("state:stuck")).dependsOnTime());
}

void LockFilterTest::clientsAreFoundByWhatTheyAreCalled_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("either") << "client:pay-07" << QStringList{"invoice run", "Catalog", "legacy"};
    QTest::newRow("holder, either case") << "holder:PAY" << QStringList{"invoice run", "Catalog"};
    QTest::newRow("waiter") << "waiter:pay" << QStringList{"legacy"};
    QTest::newRow("not") << "-client:pay" << QStringList{"orders:42", "free:one", "nul0l"};
    QTest::newRow("nobody is called so") << "client:desk" << QStringList{};
    QTest::newRow("the UUID still counts") << "client:77c0" << QStringList{"invoice run", "Catalog", "legacy"};
}

void LockFilterTest::clientsAreFoundByWhatTheyAreCalled()
{
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    const auto filter = LockFilter::parse(text, payDesk());
    QVERIFY(std::holds_alternative<LockFilter>(filter));
    QCOMPARE(namesThatPass(std::get<LockFilter>(filter)), names);
}

void LockFilterTest::knowsWhenNamesChangeTheAnswer()
{
    const auto parsed = [](const QString& text, const ClientSearch& search) {
        return std::get<LockFilter>(LockFilter::parse(text, search));
    };
    const QString text = QStringLiteral("order or (holder:pay -waiter:desk)");
    QVERIFY(parsed(text, payDesk()).dependsOnNames());
    QVERIFY(!parsed("order type:fair", payDesk()).dependsOnNames());
    QVERIFY(parsed(text, payDesk()).namesTheSameAs(parsed(text, payDesk())));
    QVERIFY(!parsed(text, payDesk()).namesTheSameAs(parsed(text, {})));
}

void LockFilterTest::ownersAreFoundAsTheyAreShown_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<bool>("isFound");
    const QByteArray client = QByteArray::fromStdString(test::alice);
    QTest::newRow("holder") << "holder" << client + ":57" << true;
    QTest::newRow("either") << "client" << client + ":57" << true;
    QTest::newRow("another thread") << "holder" << client + ":58" << false;
    QTest::newRow("another client") << "holder" << QByteArray::fromStdString(test::bob) + ":57" << false;
    QTest::newRow("a writer") << "holder" << client + ":57:write" << true; // is shown like the reader
    QTest::newRow("waits for nothing") << "waiter" << client + ":57" << false;
}

void LockFilterTest::ownersAreFoundAsTheyAreShown()
{
    QFETCH(QString, field);
    QFETCH(QByteArray, owner);
    QFETCH(bool, isFound);
    Holder holder;
    holder.owner = owner.toStdString();
    const QString shown = holderText(holder);
    QVERIFY2(shown.contains(QChar(0x2026)), qPrintable(shown));
    const LockState lock = test::heldExample("a"); // by alice's thread 57
    for (const QString& value : {shown, shown.toUpper(), QString(QLatin1Char('"') + shown + QLatin1Char('"'))}) {
        const auto parsed = LockFilter::parse(field + QLatin1Char(':') + value);
        QVERIFY2(std::holds_alternative<LockFilter>(parsed), qPrintable(value));
        QCOMPARE(std::get<LockFilter>(parsed).matches(lock, now()), isFound);
    }
    LockState queued = test::example("b");
    Waiter waiter;
    waiter.owner = owner.toStdString();
    queued.waiters = {waiter};
    const auto waits = std::get<LockFilter>(LockFilter::parse(QStringLiteral("waiter:") + shown));
    QVERIFY(waits.matches(queued, now()));
}

void LockFilterTest::whatWouldBeAComparisonIsQuotedAsAName()
{
    for (const char* name : {"=", "<5s", ">", "<b>"}) {
        const QString term = termForName(QString::fromLatin1(name));
        const auto parsed = LockFilter::parse(term);
        QVERIFY2(std::holds_alternative<LockFilter>(parsed), qPrintable(term));
        QVERIFY(std::get<LockFilter>(parsed).matches(test::heldExample(std::string("x") + name), now()));
        QVERIFY(!std::get<LockFilter>(parsed).matches(test::heldExample("x"), now()));
    }
}

void LockFilterTest::globs_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("empty") << ""
                           << "" << true;
    QTest::newRow("star and nothing") << "*"
                                      << "" << true;
    QTest::newRow("middle") << "a*c"
                            << "abbbc" << true;
    QTest::newRow("go back") << "*ab"
                             << "aaab" << true;
    QTest::newRow("two stars") << "*b*d"
                               << "abcbcd" << true;
    QTest::newRow("too short") << "a?"
                               << "a" << false;
    QTest::newRow("escaped star") << "a\\*"
                                  << "a*" << true;
    QTest::newRow("escaped star, other") << "a\\*"
                                         << "ab" << false;
    QTest::newRow("case") << "ABC"
                          << "abc" << true;
    QTest::newRow("rest left") << "abc"
                               << "abcd" << false;
    QTest::newRow("characters of several bytes") << "??:*"
                                                 << "订单:1" << true;
    QTest::newRow("as many characters, not bytes") << "???:*"
                                                   << "订单:1" << false;
    QTest::newRow("of four bytes") << "a?b"
                                   << "a🔒b" << true;
    QTest::newRow("behind a star") << "*?:1"
                                   << "订单:1" << true;
    QTest::newRow("between stars") << "*单*?"
                                   << "订单:1" << true;
    QTest::newRow("a star that goes on within a character") << "*??b*"
                                                            << "订bc" << false;
    QTest::newRow("a star that goes on behind characters") << "*??b"
                                                           << "订订订bab" << true;
}

void LockFilterTest::globs()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, matches);
    QCOMPARE(globMatches(pattern.toStdString(), text.toStdString()), matches);
}

void LockFilterTest::aQuestionMarkOfBytesThatAreNoText_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");
    const QByteArray cut("\xe8\xae"); // the beginning of a character
    QTest::newRow("byte by byte") << QByteArray("??") << QByteArray("\xff\xfe") << true;
    QTest::newRow("not both at once") << QByteArray("?") << QByteArray("\xff\xfe") << false;
    QTest::newRow("a character that is cut off") << QByteArray("??") << cut << true;
    QTest::newRow("cut off in the middle") << QByteArray("??b") << QByteArray(cut + "b") << true;
    QTest::newRow("what no character begins with") << QByteArray("??") << QByteArray("\x80\x80") << true;
    QTest::newRow("an overlong form") << QByteArray("??") << QByteArray("\xc0\xaf") << true;
    QTest::newRow("a surrogate") << QByteArray("???") << QByteArray("\xed\xa0\x80") << true;
    QTest::newRow("a byte too many") << QByteArray("??") << QByteArray("\xe8\xae\xa2\x80") << true;
    QTest::newRow("the rest of a character") << QByteArray("\xe8?") << QByteArray("\xe8\xae\xa2") << true;
}

void LockFilterTest::aQuestionMarkOfBytesThatAreNoText()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, matches);
    QCOMPARE(globMatches(pattern.toStdString(), text.toStdString()), matches);
}

void LockFilterTest::hostileGlobsEndSoon()
{
    std::string pattern;
    for (int star = 0; star < 200; ++star) {
        pattern += "*a";
    }
    QVERIFY(!globMatches(pattern + "b", std::string(2000, 'a')));
}

QTEST_GUILESS_MAIN(LockFilterTest)
#include "lock_filter_test.moc"
