// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/json_bytes.hpp"

#include "text/server_text.hpp"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonValue>

#include <optional>

namespace lockscope::ui {
namespace {

/// nullopt if JSON cannot carry them.
std::optional<QString> asText(const std::string& bytes)
{
    const QByteArray raw = QByteArray::fromStdString(bytes);
    const QString text = QString::fromUtf8(raw);
    // Not the same as asking for valid UTF-8: Qt also drops a byte order mark at the beginning.
    return text.toUtf8() == raw ? std::optional(text) : std::nullopt;
}

QString base64Of(const std::string& bytes)
{
    return QString::fromLatin1(QByteArray::fromStdString(bytes).toBase64());
}

QString base64Member(const QString& member)
{
    return member + QLatin1String("_base64");
}

} // namespace

void insertBytes(QJsonObject& object, const QString& member, const std::string& bytes)
{
    if (const std::optional<QString> text = asText(bytes)) {
        object.insert(member, *text);
        return;
    }
    object.insert(member, displayText(bytes));
    object.insert(base64Member(member), base64Of(bytes));
}

void insertBytes(QJsonObject& object, const QString& member, const std::vector<std::string>& all)
{
    QJsonArray texts;
    QJsonArray exact;
    bool isLossless = true;
    for (const std::string& bytes : all) {
        const std::optional<QString> text = asText(bytes);
        isLossless = isLossless && text;
        texts.append(text ? *text : displayText(bytes));
        exact.append(text ? QJsonValue() : QJsonValue(base64Of(bytes)));
    }
    object.insert(member, texts);
    if (!isLossless) {
        object.insert(base64Member(member), exact);
    }
}

} // namespace lockscope::ui
