// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/redisson_yaml.hpp"

#include <QStringList>

namespace lockscope::ui {

/// What a Redisson configuration says and cannot be taken over: a sentence each, in the language of the window.
[[nodiscard]] QStringList redissonNotes(const RedissonConfig& config);

} // namespace lockscope::ui
