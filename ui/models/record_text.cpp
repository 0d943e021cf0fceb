// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/record_text.hpp"

#include "models/csv.hpp"

#include <QJsonDocument>

namespace lockscope::ui {

QByteArray RecordText::whole() const
{
    RecordTextReader reader(*this);
    QByteArray all;
    while (!reader.atEnd()) {
        all += reader.next();
    }
    return all;
}

QByteArray RecordTextReader::next()
{
    const std::size_t step = m_step++;
    const std::size_t looked = m_text.look ? m_text.records : 0;
    QByteArray piece = step == 0 ? m_text.head : QByteArray();
    if (step >= steps()) {
        return piece + m_text.tail;
    }
    if (step < looked) {
        m_text.look(step);
        return piece;
    }
    return piece + m_text.record(step - looked);
}

int RecordTextReader::percent() const
{
    return steps() == 0 ? 100 : static_cast<int>(m_step * 100 / (steps() + 1));
}

namespace detail {

QByteArray csvLine(const QStringList& fields)
{
    return csvRecord(fields).toUtf8();
}

QByteArray jsonElement(const QJsonObject& object)
{
    QByteArray text = QJsonDocument(object).toJson();
    text.chop(1); // the end of its last line
    text.replace("\n", "\n    ");
    return "    " + text;
}

} // namespace detail
} // namespace lockscope::ui
