// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace lockscope::ui {

/// Fusion, whose icons, ticks and scroll bars grow with the text.
class ZoomStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    ZoomStyle();

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                                  const QWidget* widget = nullptr) const override;
};

} // namespace lockscope::ui
