// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "support/errors.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <QTest>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockscope;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

/// Does not answer for what begins with "silent" before it is told to.
struct Resolver
{
    std::mutex mutex;
    std::condition_variable changed;
    bool answers = true;
    int answered = 0; ///< times
    int asked = 0;
    int asking = 0;

    void fall_silent()
    {
        const std::lock_guard guard(mutex);
        answers = false;
        asked = 0;
    }
    void answer()
    {
        const std::lock_guard guard(mutex);
        answers = true;
        ++answered;
        changed.notify_all();
    }
    void wait()
    {
        std::unique_lock guard(mutex);
        ++asked;
        ++asking;
        // The limit is for a test that fails.
        changed.wait_for(guard, 2 * test::patience,
                         [this, before = answered] { return answers || answered != before; });
        --asking;
    }
    int count(int Resolver::*what)
    {
        const std::lock_guard guard(mutex);
        return this->*what;
    }
};
Resolver resolver;
std::atomic<int> lookups_of_moved{0};

constexpr const char* swallowing = "127.0.0.3";

/// Accepts nothing: what comes to it is not even refused.
class FullListener
{
public:
    explicit FullListener(std::uint16_t port)
    {
        const sockaddr_in address = at(port);
        m_sockets.front() = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto* where = reinterpret_cast<const sockaddr*>(&address);
        m_is_listening = ::bind(m_sockets.front(), where, sizeof address) == 0 && ::listen(m_sockets.front(), 0) == 0;
        for (std::size_t i = 1; i < m_sockets.size(); ++i) {
            m_sockets[i] = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
            ::connect(m_sockets[i], where, sizeof address);
        }
    }
    ~FullListener()
    {
        for (const int socket : m_sockets)
            ::close(socket);
    }
    FullListener(const FullListener&) = delete;
    FullListener& operator=(const FullListener&) = delete;
    [[nodiscard]] bool is_listening() const { return m_is_listening; }

private:
    static sockaddr_in at(std::uint16_t port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        ::inet_pton(AF_INET, swallowing, &address.sin_addr);
        return address;
    }
    std::array<int, 6> m_sockets{};
    bool m_is_listening = false;
};

} // namespace

/// The system's, for the whole program, with names of ours.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* hints, addrinfo** found)
{
    static const auto real = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    const std::string_view name = host != nullptr ? host : "";
    if (name.starts_with("silent")) {
        resolver.wait();
        return real("127.0.0.1", service, hints, found);
    }
    if (name == "moved.test") {
        ++lookups_of_moved;
        return real("127.0.0.1", service, hints, found);
    }
    if (name == "nobody.test")
        return EAI_NONAME;
    if (name == "later.test")
        return EAI_AGAIN;
    if (name != "two.test")
        return real(host, service, hints, found);
    const int first = real(swallowing, service, hints, found);
    return first != 0 ? first : real("127.0.0.1", service, hints, &(*found)->ai_next);
}

/// Servers that are named by names.
class HostNamesTest : public QObject
{
    Q_OBJECT

    // Each test asks for a name of its own: an answer to the one before may still be under way.
    std::unique_ptr<Sandbox> m_sandbox;

    [[nodiscard]] Endpoint called(const std::string& name) const
    {
        Endpoint endpoint = m_sandbox->endpoint();
        endpoint.host = name;
        return endpoint;
    }
    [[nodiscard]] static bool answers(Client& client)
    {
        try {
            client.ping();
            return true;
        } catch (const Error&) {
            return false;
        }
    }
    [[nodiscard]] static ClientOptions within(std::chrono::milliseconds limit)
    {
        ClientOptions options;
        options.connect_timeout = limit;
        options.command_timeout = limit;
        options.outage_patience = limit;
        return options;
    }

private slots:
    void initTestCase() { m_sandbox = std::make_unique<Sandbox>(SandboxOptions{.tcp = true, .arguments = {}}); }
    void cleanup()
    {
        resolver.answer();
        QVERIFY(test::until([] { return resolver.count(&Resolver::asking) == 0; }));
    }

    void anAddressThatSwallowsEverythingLeavesTimeForTheNext()
    {
        const FullListener listener(m_sandbox->endpoint().port);
        QVERIFY(listener.is_listening());
        Client alone(called(swallowing), within(500ms));
        QVERIFY(!answers(alone));
        Client client(called("two.test"), within(6000ms));
        QVERIFY(answers(client));
    }

    void aNameThatLeadsNowhereIsSaidSo_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("of nobody") << QByteArray("nobody.test") << QByteArray(": no host has this name");
        QTest::newRow("not now") << QByteArray("later.test")
                                 << QByteArray(": the name of the host cannot be looked up at present");
    }
    void aNameThatLeadsNowhereIsSaidSo()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, why);
        Client client(called(name.toStdString()), within(300ms));
        try {
            client.ping();
            QFAIL("there is no such host");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::connection_failed);
            QVERIFY2(std::string_view(error.what()).find(why.toStdString()) != std::string_view::npos, error.what());
        }
    }

    void aResolverThatIsSilentKeepsNobody()
    {
        resolver.fall_silent();
        const auto begin = Clock::now();
        {
            Client client(called("silent-1.test"), within(300ms));
            QVERIFY(!answers(client));
        }
        QVERIFY(Clock::now() - begin < 10s);
        QCOMPARE(resolver.count(&Resolver::asking), 1);
    }

    void aSilentResolverIsAskedOnce()
    {
        resolver.fall_silent();
        Client client(called("silent-2.test"), within(200ms));
        for (int attempt = 0; attempt < 3; ++attempt)
            QVERIFY(!answers(client));
        Client other(called("silent-2.test"), within(200ms));
        QVERIFY(!answers(other));
        QCOMPARE(resolver.count(&Resolver::asked), 1);
        resolver.answer();
        QVERIFY(test::until([&] { return answers(client) && answers(other); }));
    }

    /// The name may be its successor's by now.
    void aMasterThatBecameAReplicaIsLookedUpAnew()
    {
        const Sandbox server(SandboxOptions{.tcp = true, .arguments = {}});
        Endpoint endpoint = server.endpoint();
        endpoint.host = "moved.test";
        Client client(endpoint, within(1000ms));
        QVERIFY(test::until([&] { return answers(client); }));
        ReentrantLock lock = client.reentrant_lock("a");
        QVERIFY(lock.try_lock());
        QCOMPARE(lock.release(), 0);
        const int before = lookups_of_moved;
        test::RedisClient(server.endpoint()).expect({"REPLICAOF", "127.0.0.1", "1"});
        QCOMPARE(test::thrown([&] { return lock.try_lock(); }), Errc::read_only);
        QVERIFY(test::until([&] { return lookups_of_moved > before; }));
        test::RedisClient(server.endpoint()).expect({"REPLICAOF", "NO", "ONE"});
        QVERIFY(test::until([&] { return test::thrown([&] { return lock.try_lock(); }) == Errc::ok; }));
    }

    /// Whoever asked is gone; the answer is for nobody, or for whoever asks for the same just then.
    void anAnswerMayComeAfterItsClient()
    {
        resolver.fall_silent();
        for (int i = 0; i < 20; ++i) {
            Client client(called("silent-3.test"), within(5ms));
            static_cast<void>(answers(client));
            if (i % 5 == 4) {
                resolver.answer(); // while it is closed
                resolver.fall_silent();
            }
        }
        resolver.answer();
        Client client(called("silent-3.test"), within(2000ms));
        QVERIFY(test::until([&] { return answers(client); }));
    }
};

QTEST_GUILESS_MAIN(HostNamesTest)
#include "host_names_test.moc"
