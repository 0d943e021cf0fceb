// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

namespace lockscope::ui {

/// How much wider than what is seen of it @p text must be let be, so that Qt does not shorten it: the "&" before the
/// letter for Alt is not painted, but counts where it ends a run, as it does behind Chinese. The pixel is for rounding.
[[nodiscard]] inline int letterRoom(const QFontMetrics& metrics, const QString& text)
{
    return text.contains(QLatin1Char('&')) ? metrics.horizontalAdvance(QLatin1Char('&')) + 1 : 0;
}

} // namespace lockscope::ui
