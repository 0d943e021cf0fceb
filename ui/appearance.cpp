// SPDX-License-Identifier: GPL-3.0-or-later
#include "appearance.hpp"

#include "comfort/command_palette.hpp"
#include "language.hpp"
#include "main_actions.hpp"
#include "settings.hpp"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QWidget>

namespace lockscope::ui {
namespace {

constexpr int kZoomStep = 10;
constexpr int kNormalZoom = 100;
const QStringList kSimplifiedChineseFonts{QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"),
                                          QStringLiteral("Source Han Sans SC"), QStringLiteral("WenQuanYi Micro Hei")};

/// Windows that there are.
int& windowCount()
{
    static int count = 0;
    return count;
}

/// What the program looks like, whichever window asked for it.
ThemeChoice& themeInUse()
{
    static ThemeChoice choice = ThemeChoice::system;
    return choice;
}

/// The font before anybody zoomed, however many windows ask for it.
const QFont& systemFont()
{
    static const QFont font = QApplication::font();
    return font;
}

void tellAll(QEvent::Type what)
{
    for (QWidget* widget : QApplication::allWidgets()) {
        QEvent change(what);
        QCoreApplication::sendEvent(widget, &change);
    }
}

} // namespace

Appearance::Appearance(MainActions& actions, Settings& settings, Language& language, QWidget* window)
    : QObject(window)
    , m_actions(actions)
    , m_settings(settings)
    , m_language(language)
    , m_systemFont(systemFont())
{
    ++windowCount();
    connectActions();
}

Appearance::~Appearance()
{
    --windowCount();
}

void Appearance::connectActions()
{
    for (const auto& [choice, action] : m_actions.themes) {
        connect(action, &QAction::triggered, this, [this, choice = choice] {
            m_settings.setTheme(choice);
            useTheme(choice);
        });
    }
    for (const auto& [code, action] : m_actions.languages) {
        connect(action, &QAction::triggered, this, [this, code = code] {
            m_settings.setLanguage(code);
            useLanguage(code);
        });
    }
    connect(m_actions.zoomIn, &QAction::triggered, this, [this] { zoom(m_settings.zoomPercent() + kZoomStep); });
    connect(m_actions.zoomOut, &QAction::triggered, this, [this] { zoom(m_settings.zoomPercent() - kZoomStep); });
    connect(m_actions.zoomReset, &QAction::triggered, this, [this] { zoom(kNormalZoom); });
    qApp->installEventFilter(this);
}

bool Appearance::isOfThisWindow(const QWidget& widget) const
{
    const QWidget* outermost = &widget;
    while (outermost->parentWidget()) {
        outermost = outermost->parentWidget();
    }
    return outermost == parent();
}

/// While a dialog or the palette is open, the keys of the window behind are silent: they get those that zoom, too.
bool Appearance::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && (qobject_cast<QDialog*>(watched) || qobject_cast<CommandPalette*>(watched))) {
        auto& widget = static_cast<QWidget&>(*watched);
        if (isOfThisWindow(widget)) {
            widget.addActions({m_actions.zoomIn, m_actions.zoomOut, m_actions.zoomReset});
        }
    }
    return QObject::eventFilter(watched, event);
}

void Appearance::restore()
{
    if (windowCount() == 1) {
        useTheme(m_settings.theme());
        useLanguage(m_settings.language());
    }
    showChoices();
}

void Appearance::showChoices()
{
    m_actions.themes[themeInUse()]->setChecked(true);
    m_actions.languages[m_language.current()]->setChecked(true);
    m_actions.showZoom(m_settings.zoomPercent());
}

void Appearance::useTheme(ThemeChoice choice)
{
    themeInUse() = choice;
    applyTheme(*qApp, choice);
    showChoices();
}

void Appearance::useLanguage(const QString& code)
{
    m_language.use(code);
    applyFont();
    showChoices();
}

void Appearance::zoom(int percent)
{
    m_settings.setZoomPercent(percent);
    applyFont();
    showChoices();
}

void Appearance::applyFont()
{
    QFont font = m_systemFont;
    font.setPointSizeF(m_systemFont.pointSizeF() * m_settings.zoomPercent() / kNormalZoom);
    if (m_language.current() == QLatin1String("zh_CN")) {
        // Left to itself, Qt may take Japanese forms or a bold face for what the system's font lacks.
        font.setFamilies(QStringList(m_systemFont.family()) + kSimplifiedChineseFonts);
    }
    // Under a style sheet widgets keep the font with which they came under it: they are let out for the moment.
    const QString sheet = qApp->styleSheet();
    qApp->setStyleSheet({});
    QApplication::setFont(font);
    tellAll(QEvent::ApplicationFontChange); // as long as the program is not running, Qt does not
    qApp->setStyleSheet(sheet);
    tellAll(QEvent::FontChange); // the sheet brings those fonts back that parts had given themselves
}

} // namespace lockscope::ui
