// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// @p value with a ' in front if a spreadsheet would take it for a formula: one that begins with = + - @, a tab, a
/// carriage return or NUL (OWASP ASVS 1.2.10, CWE-1236). A negative number is none: nothing is worked out there.
[[nodiscard]] QString formulaSafe(const QString& value);

/// One field of RFC 4180, formula-safe, in quotes where it needs them.
[[nodiscard]] QString csvField(const QString& value);

/// A record, with its CR LF.
[[nodiscard]] QString csvRecord(const QStringList& fields);

} // namespace lockscope::ui
