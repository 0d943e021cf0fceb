// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/server_risks.hpp"

#include <QString>

namespace lockscope::ui {

/// What a setting of the server means for locks, in one paragraph that begins with the setting.
[[nodiscard]] QString riskText(const ServerRisk& risk);

/// All of them, a paragraph each, and which settings the server did not tell; empty if there is nothing to say.
[[nodiscard]] QString risksText(const ServerRisks& risks);

} // namespace lockscope::ui
