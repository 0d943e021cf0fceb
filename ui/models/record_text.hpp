// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::ui {

/// A text of many records, in UTF-8, that is made one record at a time: at once, or in pieces between other work. What
/// it is made of are values that it keeps, so that it is of the moment when it was asked for.
struct RecordText
{
    QByteArray head;
    std::size_t records = 0;
    /// Null, or called for each record before the first is made: how wide a column must be, say.
    std::function<void(std::size_t at)> look;
    std::function<QByteArray(std::size_t at)> record; ///< Called once for each, in their order.
    QByteArray tail;

    [[nodiscard]] QByteArray whole() const;
};

/// Makes a RecordText piece by piece.
class RecordTextReader
{
public:
    explicit RecordTextReader(RecordText text) : m_text(std::move(text)) {}

    /// What is next; perhaps nothing yet, where a record has only been looked at.
    [[nodiscard]] QByteArray next();
    [[nodiscard]] bool atEnd() const { return m_step > steps(); }
    [[nodiscard]] int percent() const;
    [[nodiscard]] std::size_t records() const { return m_text.records; }

private:
    /// Between the head and the tail.
    [[nodiscard]] std::size_t steps() const { return m_text.look ? 2 * m_text.records : m_text.records; }

    RecordText m_text;
    std::size_t m_step = 0;
};

/// A head line, and a record of @p fields for each row.
template <typename Row, typename Fields>
[[nodiscard]] RecordText csvOf(const QStringList& titles, std::vector<Row> rows, Fields fields);
/// An array with an object for each row, as QJsonDocument writes it.
template <typename Row, typename ToObject>
[[nodiscard]] RecordText jsonOf(std::vector<Row> rows, ToObject toObject);

namespace detail {

[[nodiscard]] QByteArray csvLine(const QStringList& fields);
[[nodiscard]] QByteArray jsonElement(const QJsonObject& object);

} // namespace detail

template <typename Row, typename Fields>
RecordText csvOf(const QStringList& titles, std::vector<Row> rows, Fields fields)
{
    const auto kept = std::make_shared<const std::vector<Row>>(std::move(rows));
    RecordText text;
    text.head = detail::csvLine(titles);
    text.records = kept->size();
    text.record = [kept, fields](std::size_t at) { return detail::csvLine(fields((*kept)[at])); };
    return text;
}

template <typename Row, typename ToObject>
RecordText jsonOf(std::vector<Row> rows, ToObject toObject)
{
    const auto kept = std::make_shared<const std::vector<Row>>(std::move(rows));
    RecordText text;
    text.head = "[\n";
    text.records = kept->size();
    text.record = [kept, toObject](std::size_t at) {
        return detail::jsonElement(toObject((*kept)[at])) + (at + 1 < kept->size() ? ",\n" : "\n");
    };
    text.tail = "]\n";
    return text;
}

} // namespace lockscope::ui
