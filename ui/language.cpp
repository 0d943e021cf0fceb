// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.hpp"

#include <QApplication>
#include <QDir>
#include <QFont>
#include <QFontInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QThread>

#include <algorithm>
#include <array>

// Resources of a static library are left out by the linker unless somebody names them; the macro needs the global
// scope.
static void registerResources()
{
    Q_INIT_RESOURCE(lockscope);
    Q_INIT_RESOURCE(translations);
}

namespace lockscope::ui {
namespace {

/// Keys whose names in Qt's own translation nobody uses. Ours is asked first, wherever a shortcut is written.
[[maybe_unused]] constexpr std::array kRenamedKeys{
    QT_TRANSLATE_NOOP("QShortcut", "Up"), QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"), QT_TRANSLATE_NOOP("QShortcut", "Right")};

} // namespace

void initResources()
{
    registerResources();
}

void preferChineseFonts()
{
    // Left alone, Qt may take the bold face of a family with many faces in one file.
    QFont font = QApplication::font();
    font.setFamilies({QFontInfo(font).family(), QStringLiteral("Noto Sans CJK SC"),
                      QStringLiteral("Source Han Sans SC"), QStringLiteral("PingFang SC"),
                      QStringLiteral("Microsoft YaHei"), QStringLiteral("WenQuanYi Micro Hei")});
    QApplication::setFont(font);
}

QString Catalogue::translate(const char* context, const char* source, const char* disambiguation, int number) const
{
    QString text = QTranslator::translate(context, source, disambiguation, number);
    const bool isOfWindows = QThread::currentThread() == thread(); // what others say is said in no menu
    if (isOfWindows && !text.isEmpty() && !QAnyStringView::equal(text, source)) {
        QByteArrayList& sources = m_sources[text];
        const auto isSame = [source](const QByteArray& known) { return known == source; };
        if (std::none_of(sources.cbegin(), sources.cend(), isSame)) {
            sources << source;
        }
    }
    return text;
}

QStringList Catalogue::sourcesOf(const QString& text) const
{
    QStringList sources;
    for (const QByteArray& source : m_sources.value(text)) {
        sources << QString::fromUtf8(source);
    }
    return sources;
}

QStringList Language::all()
{
    return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QString Language::nativeName(const QString& code)
{
    return code == QLatin1String("zh_CN") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

void Language::use(const QString& code)
{
    QString wanted = code;
    if (wanted.isEmpty()) {
        const QLocale system = QLocale::system();
        wanted = system.language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    }
    m_current = all().contains(wanted) ? wanted : QStringLiteral("en");

    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
    // Of the system's, the region counts too: an English window shows dates as its country writes them.
    const QLocale chosen(m_current);
    const QLocale system = QLocale::system();
    const bool isSystems = system.language() == chosen.language() && system.script() == chosen.script();
    QLocale::setDefault(isSystems ? system : chosen);
    const QString qtFolder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    if (m_current != QLatin1String("en") && m_qt.load(QStringLiteral("qtbase_") + m_current, qtFolder)) {
        QCoreApplication::installTranslator(&m_qt);
    }
    m_ours.forgetSources();
    // English has a file too: it knows the plurals.
    if (m_ours.load(QStringLiteral(":/i18n/lockscope_") + m_current)) {
        QCoreApplication::installTranslator(&m_ours);
    }
}

} // namespace lockscope::ui
