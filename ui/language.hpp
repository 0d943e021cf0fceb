// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace lockscope::ui {

/// Also knows the way back, of what it has been asked for: what a text is the translation of.
class Catalogue final : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char* context, const char* source, const char* disambiguation,
                                    int number) const override;
    /// None: it is no translation. Several: they are translated alike.
    [[nodiscard]] QStringList sourcesOf(const QString& text) const;
    void forgetSources() { m_sources.clear(); }

private:
    mutable QHash<QString, QByteArrayList> m_sources;
};

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
    /// What @p text is in English, where it is in another language and shown somewhere.
    [[nodiscard]] QStringList englishOf(const QString& text) const { return m_ours.sourcesOf(text); }

private:
    Catalogue m_ours;
    QTranslator m_qt; ///< Buttons and menus that Qt makes itself.
    QString m_current = QStringLiteral("en");
};

/// Makes icons and translations known to Qt. Once, before the first window.
void initResources();

/// Chinese text, also in names of locks, gets a face that fits the others. Call once, when the application exists.
void preferChineseFonts();

} // namespace lockscope::ui
