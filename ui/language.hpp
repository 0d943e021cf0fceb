// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

namespace lockscope::ui {

/// The languages of the window, switched while it runs: widgets hear of it by QEvent::LanguageChange.
class Language
{
public:
    /// "en", "zh_CN"
    [[nodiscard]] static QStringList all();
    /// What the language calls itself.
    [[nodiscard]] static QString nativeName(const QString& code);

    /// @p code one of all(), or empty for the system's. Unknown ones count as English.
    void use(const QString& code);
    /// The one in use, one of all().
    [[nodiscard]] const QString& current() const { return m_current; }

private:
    QTranslator m_ours;
    QTranslator m_qt; ///< Buttons and menus that Qt makes itself.
    QString m_current = QStringLiteral("en");
};

/// Makes icons and translations known to Qt. Once, before the first window.
void initResources();

/// Chinese text, also in names of locks, gets a face that fits the others. Call once, when the application exists.
void preferChineseFonts();

} // namespace lockscope::ui
