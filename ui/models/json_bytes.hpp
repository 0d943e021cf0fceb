// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

/// Puts bytes of a server into JSON without loss: as text if they are UTF-8, otherwise escaped under @p member and as
/// base64 under "<member>_base64".
void insertBytes(QJsonObject& object, const QString& member, const std::string& bytes);
/// The same with several, as arrays: that of base64 is there only if one of them is no UTF-8, and has null in the place
/// of each that is.
void insertBytes(QJsonObject& object, const QString& member, const std::vector<std::string>& all);

} // namespace lockscope::ui
