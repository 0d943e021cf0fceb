// SPDX-License-Identifier: Apache-2.0
#include "lab/free_port.hpp"
#include "lockscope/sandbox.hpp"

#include <QTest>

#include <set>

using namespace lockscope;

class FreePortTest : public QObject
{
    Q_OBJECT

    /// Is one of @p ports among so many that each of the 12,000 comes up nearly always?
    static bool comes_up(const std::set<int>& ports)
    {
        for (int i = 0; i < 60'000; ++i) {
            if (ports.contains(lab::FreePort::take(lab::Ports::one).number()))
                return true;
        }
        return false;
    }

private slots:
    void whatIsGivenBackComesUpAgain()
    {
        std::set<int> given_back; // a single one may be missed, or somebody else may have it by now
        while (given_back.size() < 20)
            given_back.insert(lab::FreePort::take(lab::Ports::one).number());
        QVERIFY(comes_up(given_back));
    }

    void theBusOfAClusterIsTakenToo()
    {
        auto port = lab::FreePort::take(lab::Ports::with_cluster_bus);
        while (port.number() + lab::bus_distance > 21'999) // one that could be given to somebody
            port = lab::FreePort::take(lab::Ports::with_cluster_bus);
        QVERIFY(!comes_up({port.number(), port.number() + lab::bus_distance}));
    }

    void aServerThatIsDownKeepsItsPort()
    {
        Sandbox sandbox({.tcp = true, .arguments = {}});
        sandbox.kill_server();
        QVERIFY(!comes_up({sandbox.endpoint().port}));
        sandbox.restart();
    }
};

QTEST_APPLESS_MAIN(FreePortTest)
#include "free_port_test.moc"
