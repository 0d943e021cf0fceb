// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/error_journal.hpp"

#include "session/secrets.hpp"
#include "text/server_text.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostEntries = 50;
constexpr int kMostChars = 500;

} // namespace

ErrorJournal::ErrorJournal(Session& session, QObject* parent) : QObject(parent)
{
    connect(&session, &Session::stateChanged, this, [this, &session] {
        if (session.endpoint()) {
            m_endpoint = *session.endpoint();
        }
        m_lastLinkError.clear();
    });
    connect(&session, &Session::connectFailed, this, &ErrorJournal::add);
    connect(&session, &Session::statusChanged, this, [this](const MonitorStatus& status) {
        const QString error = QString::fromStdString(status.link_error);
        if (std::exchange(m_lastLinkError, error) != error && !error.isEmpty()) {
            add(error);
        }
    });
    connect(&session, &Session::actionFinished, this, [this](quint64, const AdminResult& result) {
        if (result.outcome == AdminResult::Outcome::failed) {
            add(QString::fromStdString(result.message));
        }
    });
}

void ErrorJournal::add(const QString& sentence)
{
    const QString shown = shortened(withoutIdentity(sentence, m_endpoint), kMostChars);
    if (!m_entries.isEmpty() && m_entries.first().sentence == shown) {
        m_entries.first().at = QDateTime::currentDateTime();
        ++m_entries.first().times;
    } else {
        m_entries.prepend({QDateTime::currentDateTime(), shown, 1});
        m_entries.resize(std::min(m_entries.size(), kMostEntries));
    }
    emit changed();
}

} // namespace lockscope::ui
