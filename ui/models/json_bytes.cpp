// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/json_bytes.hpp"

#include "text/server_text.hpp"

#include <QByteArray>

namespace lockscope::ui {

void insertBytes(QJsonObject& object, const QString& member, const std::string& bytes)
{
    const QByteArray raw = QByteArray::fromStdString(bytes);
    const QString text = QString::fromUtf8(raw);
    // Not the same as asking for valid UTF-8: Qt also drops a byte order mark at the beginning.
    if (text.toUtf8() == raw) {
        object.insert(member, text);
        return;
    }
    object.insert(member, displayText(bytes));
    object.insert(member + QLatin1String("_base64"), QString::fromLatin1(raw.toBase64()));
}

} // namespace lockscope::ui
