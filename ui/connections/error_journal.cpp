// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/error_journal.hpp"

#include "session/secrets.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

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
            addFailure(result.code, result.message);
        }
        if (!result.unrecorded.empty()) {
            add(unrecordedText(result));
        }
    });
}

void ErrorJournal::addFailure(Errc code, const std::string& words)
{
    // Here already, before the words are shortened: what is cut in two cannot be found.
    add(errorText(code, withoutIdentity(QString::fromStdString(words), m_endpoint).toStdString()));
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
