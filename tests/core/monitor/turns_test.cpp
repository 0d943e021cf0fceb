// SPDX-License-Identifier: Apache-2.0
#include "monitor/turns.hpp"
#include "support/io_thread.hpp"

#include <boost/asio/detached.hpp>

#include <QTest>

#include <array>
#include <optional>
#include <string>

using namespace lockscope::monitor;
using lockscope::test::IoThread;

namespace {

/// Everything that happens is done on the thread of the turns, in the order of the calls.
class Stage
{
public:
    /// Takes part from now on, or waits to, until leave().
    void enter_together(char name) { enter(name, false); }
    void enter_alone(char name) { enter(name, true); }
    void leave(char name)
    {
        m_io.call([&] { turn_of(name).reset(); });
    }
    /// Who has a turn, in the order of the names.
    std::string present()
    {
        return m_io.call([&] {
            std::string names;
            for (char name = 'a'; name <= 'e'; ++name) {
                if (turn_of(name))
                    names.push_back(name);
            }
            return names;
        });
    }

private:
    using Turn = std::optional<Turns::Turn>;
    Turn& turn_of(char name) { return m_held.at(static_cast<std::size_t>(name - 'a')); }

    void enter(char name, bool is_alone)
    {
        m_io.call([&] {
            const auto work = [](Stage* stage, char who, bool alone) -> boost::asio::awaitable<void> {
                Turn turn;
                if (alone) // no conditional expression: GCC 12 destroys what its branches await
                    turn = co_await stage->m_turns.alone();
                else
                    turn = co_await stage->m_turns.together();
                stage->turn_of(who) = std::move(turn);
            };
            boost::asio::co_spawn(m_io.executor(), work(this, name, is_alone), boost::asio::detached);
        });
    }

    std::array<Turn, 5> m_held;
    IoThread m_io;
    Turns m_turns{m_io.executor()};
};

} // namespace

class TurnsTest : public QObject
{
    Q_OBJECT

private slots:
    void manyWorkTogether()
    {
        Stage stage;
        stage.enter_together('a');
        stage.enter_together('b');
        QTRY_COMPARE(stage.present(), std::string("ab"));
        stage.leave('a');
        stage.enter_together('c');
        QTRY_COMPARE(stage.present(), std::string("bc"));
        stage.leave('b');
        stage.leave('c');
    }

    void whoWantsToBeAloneWaitsForAllAndKeepsNewOnesOut()
    {
        Stage stage;
        stage.enter_together('a');
        stage.enter_together('b');
        stage.enter_alone('c');
        stage.enter_together('d');
        QTRY_COMPARE(stage.present(), std::string("ab"));
        stage.leave('a');
        QCOMPARE(stage.present(), std::string("b"));
        stage.leave('b');
        QTRY_COMPARE(stage.present(), std::string("c"));
        stage.leave('c');
        QTRY_COMPARE(stage.present(), std::string("d"));
        stage.leave('d');
    }

    void oneAfterTheOtherIsAlone()
    {
        Stage stage;
        stage.enter_alone('a');
        stage.enter_alone('b');
        QTRY_COMPARE(stage.present(), std::string("a"));
        stage.leave('a');
        QTRY_COMPARE(stage.present(), std::string("b"));
        stage.leave('b');
        stage.enter_together('c');
        QTRY_COMPARE(stage.present(), std::string("c"));
        stage.leave('c');
    }
};

QTEST_APPLESS_MAIN(TurnsTest)
#include "turns_test.moc"
