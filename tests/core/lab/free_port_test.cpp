// SPDX-License-Identifier: Apache-2.0
#include "lab/free_port.hpp"
#include "lockscope/sandbox.hpp"

#include <QTest>

using namespace lockscope;

class FreePortTest : public QObject
{
    Q_OBJECT

    /// Is @p port among so many that each of the 12,000 comes up in nearly every run?
    static bool comes_up(std::uint16_t port)
    {
        for (int i = 0; i < 60'000; ++i) {
            if (lab::FreePort::take(lab::Ports::one).number() == port)
                return true;
        }
        return false;
    }

private slots:
    void whatIsGivenBackComesUpAgain()
    {
        const std::uint16_t given_back = lab::FreePort::take(lab::Ports::one).number();
        QVERIFY(comes_up(given_back));
    }

    void theBusOfAClusterIsTakenToo()
    {
        auto port = lab::FreePort::take(lab::Ports::with_cluster_bus);
        while (port.number() + lab::bus_distance > 21'999) // one that could be given to somebody
            port = lab::FreePort::take(lab::Ports::with_cluster_bus);
        QVERIFY(!comes_up(port.number()));
        QVERIFY(!comes_up(static_cast<std::uint16_t>(port.number() + lab::bus_distance)));
    }

    void aServerThatIsDownKeepsItsPort()
    {
        Sandbox sandbox({.tcp = true, .arguments = {}});
        sandbox.kill_server();
        QVERIFY(!comes_up(static_cast<std::uint16_t>(sandbox.endpoint().port)));
        sandbox.restart();
    }
};

QTEST_APPLESS_MAIN(FreePortTest)
#include "free_port_test.moc"
