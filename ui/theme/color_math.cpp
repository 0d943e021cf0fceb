// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/color_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lockscope::ui {
namespace {

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double fromLinear(double channel)
{
    const double clipped = std::clamp(channel, 0.0, 1.0);
    return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * std::pow(clipped, 1 / 2.4) - 0.055;
}

double luminance(const QColor& color)
{
    return 0.2126 * toLinear(color.redF()) + 0.7152 * toLinear(color.greenF()) + 0.0722 * toLinear(color.blueF());
}

// The matrices of OKLab (Björn Ottosson, 2020).
std::array<double, 3> toOklab(const QColor& color)
{
    const double r = toLinear(color.redF());
    const double g = toLinear(color.greenF());
    const double b = toLinear(color.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

float channel(double linear)
{
    return static_cast<float>(fromLinear(linear));
}

} // namespace

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor oklch(double lightness, double chroma, double hue)
{
    const double angle = hue * std::numbers::pi / 180;
    const double a = chroma * std::cos(angle);
    const double b = chroma * std::sin(angle);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return QColor::fromRgbF(channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                            channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                            channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

double perceivedDistance(const QColor& a, const QColor& b)
{
    const auto first = toOklab(a);
    const auto second = toOklab(b);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

QColor mixed(const QColor& base, const QColor& over, double amount)
{
    const auto mix = [amount](float from, float to) { return from + (to - from) * static_cast<float>(amount); };
    return QColor::fromRgbF(mix(base.redF(), over.redF()), mix(base.greenF(), over.greenF()),
                            mix(base.blueF(), over.blueF()));
}

} // namespace lockscope::ui
