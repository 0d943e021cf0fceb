// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/glob.hpp"
#include "models/lock_filter.hpp"

#include "lock_examples.hpp"

#include <QTest>

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

    LockState invoice = test::heldExample("invoice run", test::bob, 3);
    invoice.type = LockType::fair;
    invoice.ttl = milliseconds(2000);

    LockState catalog = test::heldExample("Catalog", test::bob);
    catalog.type = LockType::read_write;
    catalog.mode = LockMode::read;
    catalog.held_since = std::chrono::system_clock::now() - std::chrono::minutes(5);

    LockState legacy = test::heldExample("legacy");
    legacy.ttl = milliseconds(-1);

    return {order, invoice, catalog, legacy, test::example("free:one"), test::example(std::string("nul\0l", 5))};
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
    void quickFilters_data();
    void quickFilters();
    void knowsWhenTimeAloneChangesTheAnswer();
    void globs_data();
    void globs();
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
    QTest::newRow("ttl in ms") << "ttl>2500ms" << QStringList{"orders:42", "Catalog"};
    QTest::newRow("held for") << "held>1m" << QStringList{"Catalog"};
    QTest::newRow("all terms together") << "type:fair ttl<5s holder:77c0 run" << QStringList{"invoice run"};
    QTest::newRow("a word that begins like a term") << "waiters" << QStringList{};
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
    QTest::newRow("open quote") << "\"a"
                                << "quotation mark";
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

void LockFilterTest::quickFilters_data()
{
    QTest::addColumn<int>("quick");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("held") << static_cast<int>(QuickFilter::held)
                          << QStringList{"orders:42", "invoice run", "Catalog", "legacy"};
    QTest::newRow("contended") << static_cast<int>(QuickFilter::contended) << QStringList{"orders:42"};
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

void LockFilterTest::knowsWhenTimeAloneChangesTheAnswer()
{
    QVERIFY(!std::get<LockFilter>(LockFilter::parse("order type:fair waiters>1")).dependsOnTime());
    QVERIFY(std::get<LockFilter>(LockFilter::parse("ttl<5s")).dependsOnTime());
    QVERIFY(std::get<LockFilter>(LockFilter::parse("state:stuck")).dependsOnTime());
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
}

void LockFilterTest::globs()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
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
