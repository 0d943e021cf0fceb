// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/error_journal.hpp"

#include "session/secrets.hpp"
#include "text/error_words.hpp"
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
        const std::string& error = status.link_error;
        if (std::exchange(m_lastLinkError, error) != error && !error.empty()) {
            addFailure(status.link_code, error);
        }
    });
    connect(&session, &Session::actionFinished, this, [this](quint64, const AdminResult& result) {
        if (result.outcome == AdminResult::Outcome::failed) {
            addFailure(result.code, result.message, result.lock);
        }
        if (!result.unrecorded.empty()) {
            add(tr("The audit log could not be written.")); // why names the file, and with it the user's folder
        }
    });
}

void ErrorJournal::addFailure(Errc code, const std::string& words, const std::string& lock)
{
    // Here already, before the words are shortened: what is cut in two cannot be found.
    const QString shown = withoutLock(withoutIdentity(QString::fromStdString(words), m_endpoint), lock);
    add(errorText(code, shown.toStdString()));
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
