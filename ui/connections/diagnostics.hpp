// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/error_journal.hpp"
#include "session/session.hpp"

#include <QList>
#include <QString>

namespace lockscope::ui {

/// A paragraph of the diagnostics: facts with their names, or lines without.
struct DiagnosticsSection
{
    struct Fact
    {
        QString name, value;
        bool operator==(const Fact&) const = default;
    };
    QString title;
    QList<Fact> facts;
    bool operator==(const DiagnosticsSection&) const = default;
};

/// What somebody who helps wants to know, in the language of the window. No password, no user name, no lock name.
[[nodiscard]] QList<DiagnosticsSection> diagnosticsOf(const Session& session, const ErrorJournal& journal);

/// As lines of text, for the clipboard.
[[nodiscard]] QString diagnosticsText(const QList<DiagnosticsSection>& sections);

} // namespace lockscope::ui
