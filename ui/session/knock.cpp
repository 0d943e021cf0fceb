// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/knock.hpp"

#include "session/secrets.hpp"
#include "session/session_link.hpp"
#include "text/error_words.hpp"

#include <QThreadPool>

#include <exception>

namespace lockscope::ui {

void lookWhetherItAnswers(Client& client)
{
    try {
        client.ping();
    } catch (const Error& error) {
        const Errc code = error.errc();
        if (code != Errc::loading && code != Errc::master_down && code != Errc::busy) {
            throw;
        }
    }
}

Knock::Knock(QObject* parent) : QObject(parent), m_link(std::make_shared<SessionLink>(this)) {}

Knock::~Knock()
{
    m_link->detach();
}

void Knock::start(const Endpoint& endpoint)
{
    // The program's own pool: an attempt may outlive this object by its time limit.
    QThreadPool::globalInstance()->start([this, link = m_link, number = ++m_number, endpoint] {
        try {
            Client client(endpoint);
            lookWhetherItAnswers(client);
            link->post([this, number] { finish(number, [this] { emit letIn(); }); });
        } catch (const std::exception& error) {
            const auto* ours = dynamic_cast<const Error*>(&error);
            const Errc code = ours == nullptr ? Errc::ok : ours->errc();
            const QString detail = withoutSecrets(QString::fromUtf8(error.what()), endpoint);
            const QString sentence = connectFailureText(code, detail.toStdString());
            link->post([this, number, code, sentence] {
                finish(number, [this, code, sentence] { emit refused(code, sentence); });
            });
        }
    });
}

void Knock::finish(quint64 number, const std::function<void()>& tell)
{
    if (number == m_number) {
        tell();
    }
}

} // namespace lockscope::ui
