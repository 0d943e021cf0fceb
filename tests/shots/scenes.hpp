// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stage.hpp"

#include <QStringList>

namespace lockscope::shots {

/// Plays every scene on the stage and writes a picture of each into @p folder, named after the scene.
/// @param only names of scenes; empty: all
/// @returns the files that were written
QStringList takeAll(Stage& stage, const QString& folder, const QStringList& only);

} // namespace lockscope::shots
