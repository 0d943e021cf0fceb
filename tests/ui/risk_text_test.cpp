// SPDX-License-Identifier: GPL-3.0-or-later
// What a test of a connection says of settings that can lose locks.
#include "connections/risk_text.hpp"

#include <QSet>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using Kind = ServerRisk::Kind;

class RiskTextTest : public QObject
{
    Q_OBJECT

private slots:
    void everyRiskHasAMeaningOfItsOwn()
    {
        QSet<QString> texts;
        const QList<Kind> kinds{Kind::evicts_locks,   Kind::may_evict_locks, Kind::no_persistence,
                                Kind::snapshots_only, Kind::late_sync,       Kind::unconfirmed_replicas,
                                Kind::lone_master,    Kind::stale_replica};
        for (const Kind kind : kinds) {
            const QString text = riskText({kind, Severity::warning, "a-setting", {}});
            QVERIFY2(text.contains(QStringLiteral("a-setting")), qPrintable(text));
            QVERIFY(text.size() > 40);
            texts.insert(text);
        }
        QCOMPARE(texts.size(), kinds.size());
    }

    void nothingToSayIsEmpty() { QVERIFY(risksText({}).isEmpty()); }

    void allAreSaidAndWhatIsNotKnown()
    {
        ServerRisks risks;
        risks.all = {{Kind::evicts_locks, Severity::critical, "maxmemory-policy volatile-lru", {}},
                     {Kind::lone_master, Severity::info, "min-replicas-to-write 0", {}}};
        risks.unknown = {"appendonly", "save"};
        const QString text = risksText(risks);
        QCOMPARE(text.count(QStringLiteral("\n\n")), 2);
        QVERIFY(text.contains(QStringLiteral("maxmemory-policy volatile-lru: ")));
        QVERIFY(text.contains(QStringLiteral("appendonly, save")));
    }

    void settingsOfAHostileServerAreHarmless()
    {
        const QString text = riskText(
            {Kind::may_evict_locks, Severity::warning, std::string("x\x1b[31m\n") + std::string(500, 'y'), {}});
        QVERIFY(!text.contains(QLatin1Char('\x1b')));
        QVERIFY(text.size() < 400);
    }
};

QTEST_GUILESS_MAIN(RiskTextTest)
#include "risk_text_test.moc"
