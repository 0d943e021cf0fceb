// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/connection_test.hpp"

#include "session/secrets.hpp"
#include "session/session_link.hpp"
#include "text/error_words.hpp"

#include "lockscope/client.hpp"

#include <QThreadPool>

#include <exception>
#include <utility>

namespace lockscope::ui {

ConnectionTest::ConnectionTest(QObject* parent) : QObject(parent), m_link(std::make_shared<SessionLink>(this)) {}

ConnectionTest::~ConnectionTest()
{
    m_link->detach();
}

void ConnectionTest::start(const Endpoint& endpoint)
{
    m_running = true;
    // The program's own pool: an attempt may outlive this object by its time limit.
    QThreadPool::globalInstance()->start([this, link = m_link, number = ++m_number, endpoint] {
        try {
            ClientOptions options;
            options.name = "lockscope-test";
            Client client(endpoint, options);
            client.ping();
            ServerCheck check = check_server(client);
            link->post([this, number, check = std::move(check)] { finish(number, [&] { emit succeeded(check); }); });
        } catch (const std::exception& error) {
            const QString sentence = withoutSecrets(errorText(error), endpoint);
            link->post([this, number, sentence] { finish(number, [&] { emit failed(sentence); }); });
        }
    });
}

void ConnectionTest::cancel()
{
    ++m_number;
    m_running = false;
}

void ConnectionTest::finish(quint64 number, const std::function<void()>& tell)
{
    if (number == m_number) {
        m_running = false;
        tell();
    }
}

} // namespace lockscope::ui
