// SPDX-License-Identifier: GPL-3.0-or-later

#include "text/audit_words.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QHash>
#include <QTest>
#include <QTranslator>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

/// Has a word of its own for what the log may say.
class German : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        static const QHash<QByteArray, QString> words{
            {"done", QStringLiteral("fertig")},
            {"changed, nothing done", QStringLiteral("verändert")},
            {"not acquired", QStringLiteral("nicht bekommen")},
            {"begun, no outcome", QStringLiteral("begonnen, Ausgang ungewiss")},
            {"refused: %1", QStringLiteral("abgelehnt: %1")},
            {"failed: %1", QStringLiteral("gescheitert: %1")},
            {"unknown: %1", QStringLiteral("ungewiss: %1")},
            {"This session is read-only.", QStringLiteral("Hier wird nur gelesen.")},
            {"No reply from {1} to {2} in time; it may have been executed.", QStringLiteral("{2}: {1} schwieg.")},
            {"nobody", QStringLiteral("niemand")},
            {"unknown", QStringLiteral("ungewiss")},
            {"%1 (%2 left)", QStringLiteral("%1 (noch %2)")},
            {"%1 (never expires)", QStringLiteral("%1 (ohne Ende)")},
            {"%1 until %2", QStringLiteral("%1 bis %2")},
            {"%1 without deadline", QStringLiteral("%1 ohne Frist")},
            {"%1 (also if alive)", QStringLiteral("%1 (auch lebend)")},
            {"%1 (not in the queue)", QStringLiteral("%1 (ohne Platz)")},
            {"%Ln more", QStringLiteral("%Ln weitere")}};
        return words.value(source);
    }
};

} // namespace

class AuditWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void outcomesAreTranslated_data()
    {
        QTest::addColumn<QByteArray>("outcome");
        QTest::addColumn<QString>("text");
        QTest::newRow("done") << QByteArray("done") << "fertig";
        QTest::newRow("begun") << QByteArray("begun") << "begonnen, Ausgang ungewiss";
        QTest::newRow("refused") << QByteArray("refused: no reason") << "abgelehnt: no reason";
        QTest::newRow("failed") << QByteArray("failed: no answer") << "gescheitert: no answer";
        QTest::newRow("unknown") << QByteArray("unknown: cut off") << "ungewiss: cut off";
        QTest::newRow("a reason of ours")
            << QByteArray("refused: This session is read-only.") << "abgelehnt: Hier wird nur gelesen.";
        QTest::newRow("a reason that quotes")
            << QByteArray("unknown: No reply from h:1 to EVALSHA in time; it may have been executed.")
            << "ungewiss: EVALSHA: h:1 schwieg.";
        QTest::newRow("of another version") << QByteArray("postponed") << "postponed";
        QTest::newRow("with a name that is escaped")
            << QByteArray("refused: \\xff\\x0a:1 lives") << "abgelehnt: \\xff\\x0a:1 lives";
    }
    void outcomesAreTranslated()
    {
        QFETCH(QByteArray, outcome);
        QFETCH(QString, text);
        German translator;
        QCoreApplication::installTranslator(&translator);
        QCOMPARE(auditOutcomeText(outcome.toStdString(), "release"), text);
    }

    /// Nothing has changed there: somebody else had it, or nobody had made the semaphore.
    void whatWasNotToBeHadWasNotAcquired()
    {
        German translator;
        QCoreApplication::installTranslator(&translator);
        QCOMPARE(auditOutcomeText("changed", "acquire"), QStringLiteral("nicht bekommen"));
        QCOMPARE(auditOutcomeText("changed", "force-release"), QStringLiteral("verändert"));
    }

    void holdersAndQueuesAreTranslated_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QString>("text");
        const auto at = [](qint64 ms) { return timeText(SystemTime(std::chrono::milliseconds(ms))); };
        QTest::newRow("nothing is said") << QByteArray() << "";
        QTest::newRow("nobody") << QByteArray("nobody") << "niemand";
        QTest::newRow("unknown") << QByteArray("unknown") << "ungewiss";
        QTest::newRow("a holder") << QByteArray("a:1=2") << "a:1=2";
        QTest::newRow("with a lease") << QByteArray("a:1=2 (12000 ms left)") << "a:1=2 (noch 12 s)";
        QTest::newRow("without end") << QByteArray("a:1=1, a:2=1 (never expires)") << "a:1=1, a:2=1 (ohne Ende)";
        QTest::newRow("a waiter") << QByteArray("a:1 until 1800000000123") << "a:1 bis " + at(1'800'000'000'123);
        QTest::newRow("a waiter to be evicted") << QByteArray("a:1 until 1800000000123 (also if alive)")
                                                << "a:1 bis " + at(1'800'000'000'123) + " (auch lebend)";
        QTest::newRow("a queue") << QByteArray("a:1 without deadline, a:2 until 5 (not in the queue), 17 more")
                                 << "a:1 ohne Frist, a:2 bis " + at(5) + " (ohne Platz), 17 weitere";
        QTest::newRow("a time too far away for a clock")
            << QByteArray("a:1 until 9999999999999") << "a:1 until 9999999999999";
        QTest::newRow("in other words") << QByteArray("a:1 for ever") << "a:1 for ever";
        QTest::newRow("an owner like a place to fill in") << QByteArray("%1%2 (5 ms left)") << "%1%2 (noch 0.0 s)";
        QTest::newRow("an owner that is not text")
            << QByteArray("\xff\n:1=1 (never expires)") << "\\xff\\x0a:1=1 (ohne Ende)";
        // As the log has it.
        QTest::newRow("an owner that is escaped already") << QByteArray("\\xff\\x0a:1=1") << "\\xff\\x0a:1=1";
        QTest::newRow("a backslash that is escaped already")
            << QByteArray("a\\x5cx41:1=1 (never expires)") << "a\\x5cx41:1=1 (ohne Ende)";
    }
    void holdersAndQueuesAreTranslated()
    {
        QFETCH(QByteArray, state);
        QFETCH(QString, text);
        German translator;
        QCoreApplication::installTranslator(&translator);
        QCOMPARE(auditStateText(state.toStdString()), text);
    }

    void whatIsLongIsCut() { QCOMPARE(auditStateText(std::string(20'000, 'x'), 50).size(), 50); }
};

QTEST_MAIN(AuditWordsTest)
#include "audit_words_test.moc"
