// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QDateTime>
#include <QList>
#include <QObject>

#include <string>

namespace lockscope::ui {

/// The last errors of a session, newest first, bounded; without secrets, even if a server quoted them, and without the
/// names of locks.
class ErrorJournal : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        QDateTime at;
        QString sentence;
        int times = 1; ///< In a row.
    };

    ErrorJournal(Session& session, QObject* parent);

    [[nodiscard]] const QList<Entry>& entries() const { return m_entries; }

signals:
    void changed();

private:
    /// What the core says, in the language of the window.
    /// @param lock that it may name
    void addFailure(Errc code, const std::string& words, const std::string& lock = {});
    void add(const QString& sentence);

    QList<Entry> m_entries;
    Endpoint m_endpoint; ///< Of the connection, to keep its secrets out of here.
    std::string m_lastLinkError;
};

} // namespace lockscope::ui
