// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

/// A language that has every word: the English one behind a mark.
class MarkedLanguage : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* source, const char*, int) const override
    {
        return QStringLiteral("文") + QString::fromUtf8(source);
    }
};
