// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <string>

namespace lockscope::ui {

/// Puts bytes of a server into JSON without loss: as text if they are UTF-8, otherwise escaped under @p member and as
/// base64 under "<member>_base64".
void insertBytes(QJsonObject& object, const QString& member, const std::string& bytes);

} // namespace lockscope::ui
