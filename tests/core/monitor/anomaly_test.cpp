// SPDX-License-Identifier: Apache-2.0
#include "lockscope/anomaly.hpp"

#include <QTest>

#include <vector>

using namespace lockscope;

namespace {

std::vector<Anomaly> listed(const Anomalies& anomalies)
{
    std::vector<Anomaly> all;
    for (const Anomaly each : anomalies)
        all.push_back(each);
    return all;
}

} // namespace

class AnomalyTest : public QObject
{
    Q_OBJECT

private slots:
    void theyStandInTheOrderOfTheirDeclarationAndOnce()
    {
        Anomalies anomalies{Anomaly::torn, Anomaly::never_expires};
        anomalies.insert(Anomaly::dead_head);
        anomalies.insert(Anomaly::torn);
        QCOMPARE(listed(anomalies), (std::vector{Anomaly::never_expires, Anomaly::dead_head, Anomaly::torn}));
        QCOMPARE(anomalies, (Anomalies{Anomaly::dead_head, Anomaly::never_expires, Anomaly::torn}));
    }

    void whatIsErasedIsGone()
    {
        Anomalies anomalies{Anomaly::truncated, Anomaly::torn};
        anomalies.erase(Anomaly::truncated);
        anomalies.erase(Anomaly::dead_reader);
        QVERIFY(!anomalies.contains(Anomaly::truncated));
        QCOMPARE(listed(anomalies), std::vector{Anomaly::torn});
        anomalies.clear();
        QVERIFY(anomalies.empty() && listed(anomalies).empty());
    }
};

QTEST_APPLESS_MAIN(AnomalyTest)
#include "anomaly_test.moc"
