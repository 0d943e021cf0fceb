// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/csv.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

/// A minus, and then nothing but digits.
bool isNegativeNumber(const QString& value)
{
    return value.size() > 1 && value.front() == u'-'
        && std::all_of(value.cbegin() + 1, value.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

} // namespace

QString formulaSafe(const QString& value)
{
    static const QString dangerous = QStringLiteral("=+-@\t\r") + QChar(u'\0');
    const bool isFormula = !value.isEmpty() && dangerous.contains(value.front()) && !isNegativeNumber(value);
    return isFormula ? QLatin1Char('\'') + value : value;
}

QString csvField(const QString& value)
{
    QString field = formulaSafe(value);
    // Semicolons and tabs too: they separate in many a locale.
    const bool quoted = std::any_of(field.cbegin(), field.cend(), [](QChar c) {
        return c == u'"' || c == u',' || c == u';' || c == u'\t' || c == u'\n' || c == u'\r';
    });
    const bool padded = !field.isEmpty() && (field.front().isSpace() || field.back().isSpace());
    if (!quoted && !padded) {
        return field;
    }
    field.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return QLatin1Char('"') + field + QLatin1Char('"');
}

QString csvRecord(const QStringList& fields)
{
    QStringList quoted;
    quoted.reserve(fields.size());
    for (const QString& field : fields) {
        quoted << csvField(field);
    }
    return quoted.join(QLatin1Char(',')) + QLatin1String("\r\n");
}

} // namespace lockscope::ui
