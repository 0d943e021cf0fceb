// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.hpp"

#include "theme/client_colors.hpp"
#include "theme/color_math.hpp"
#include "theme/fusion_style.hpp"
#include "theme/system_watch.hpp"

#include <QApplication>
#include <QEvent>
#include <QStyle>
#include <QWidget>

#include <cstddef>

namespace lockscope::ui {
namespace {

QColor rgb(unsigned value)
{
    return QColor::fromRgb(value);
}

// The conditions follow the palette of Okabe and Ito (2008), darkened or lightened until they are legible as text.
Theme makeLight()
{
    Theme theme;
    theme.kind = Theme::Kind::light;
    theme.window = rgb(0xf3f4f6);
    theme.base = rgb(0xffffff);
    theme.alternateBase = rgb(0xf8f9fa);
    theme.raised = rgb(0xffffff);
    theme.border = rgb(0xd3d7dc);
    theme.text = rgb(0x1b1f24);
    theme.mutedText = rgb(0x59626d);
    theme.accent = rgb(0x1f5fa8);
    theme.accentText = rgb(0xffffff);
    theme.icon = rgb(0x4a525c);
    theme.free = rgb(0x00735a);
    theme.held = rgb(0x0069a8);
    theme.contended = rgb(0xa03c7e);
    theme.expiring = rgb(0x8a6200);
    theme.stuck = rgb(0xa01f00);
    theme.unknown = rgb(0x66707b);
    theme.warning = rgb(0x8a6200);
    theme.danger = rgb(0xb42318);
    theme.track = rgb(0xe3e6ea);
    return theme;
}

Theme makeDark()
{
    Theme theme;
    theme.kind = Theme::Kind::dark;
    theme.window = rgb(0x1d2126);
    theme.base = rgb(0x15181c);
    theme.alternateBase = rgb(0x1a1e23);
    theme.raised = rgb(0x262b31);
    theme.border = rgb(0x3a414a);
    theme.text = rgb(0xe6e9ed);
    theme.mutedText = rgb(0xa0a9b4);
    theme.accent = rgb(0x2f6fb8);
    theme.accentText = rgb(0xffffff);
    theme.icon = rgb(0xb8c0ca);
    theme.free = rgb(0x2fbf95);
    theme.held = rgb(0x56b4e9);
    theme.contended = rgb(0xdf8fbf);
    theme.expiring = rgb(0xf0c649);
    theme.stuck = rgb(0xff7a3d);
    theme.unknown = rgb(0x98a2ae);
    theme.warning = rgb(0xf0c649);
    theme.danger = rgb(0xff8a80);
    theme.track = rgb(0x333a42);
    return theme;
}

// On pure black, by which Theme::of() knows it. Everything that is read has 7 : 1 there and on the raised surfaces.
Theme makeHighContrast()
{
    Theme theme;
    theme.kind = Theme::Kind::dark;
    theme.contrast = Theme::Contrast::high;
    theme.window = rgb(0x000000);
    theme.base = rgb(0x000000);
    theme.alternateBase = rgb(0x101010);
    theme.raised = rgb(0x1a1a1a);
    theme.border = rgb(0xd8d8d8);
    theme.text = rgb(0xffffff);
    theme.mutedText = rgb(0xd6d6d6);
    theme.accent = rgb(0xffe14d);
    theme.accentText = rgb(0x000000);
    theme.icon = rgb(0xffffff);
    theme.free = rgb(0x4fe3ab);
    theme.held = rgb(0x7cd0ff);
    theme.contended = rgb(0xffabd9);
    theme.expiring = rgb(0xffe14d);
    theme.stuck = rgb(0xff9b62);
    theme.unknown = rgb(0xcfcfcf);
    theme.warning = rgb(0xffe14d);
    theme.danger = rgb(0xffa59d);
    theme.track = rgb(0x5c5c5c);
    return theme;
}

/// What has the focus is unmistakable, and so are the edges of what can be pressed.
QString highContrastStyle(const Theme& theme)
{
    return QStringLiteral(
               "QPushButton, QToolButton, QComboBox"
               " { border: 2px solid %1; border-radius: 3px; padding: 3px 8px; background: %2; color: %3; }"
               "QToolButton:disabled, QPushButton:disabled, QComboBox:disabled { border-style: dashed; color: %4; }"
               "QToolButton:checked, QPushButton:checked, QPushButton:pressed, QToolButton:pressed"
               " { background: %5; color: %6; }"
               "QLineEdit, QPlainTextEdit, QTextEdit { border: 2px solid %1; }"
               "QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QTableView:focus,"
               " QTreeView:focus, QListView:focus { border: 3px solid %5; }"
               "QPushButton:focus, QToolButton:focus, QComboBox:focus { padding: 2px 7px; }" // as wide as without
               "QWidget#segments QToolButton { border: 2px solid %1; }"
               "QWidget#segments QToolButton:focus { border: 3px solid %5; padding: 2px 9px; }"
               "QToolButton:checked:focus, QPushButton:checked:focus, QWidget#segments QToolButton:checked:focus"
               " { border: 3px solid %3; text-decoration: underline; }"
               "QComboBox { combobox-popup: 0; }" // as a list: a menu of this style would not show where the keys are
               "QComboBox QAbstractItemView { border: 2px solid %1; }"
               "QFileDialog QToolButton { padding: 2px; }"
               "QCheckBox:focus, QRadioButton:focus, QTabBar::tab:focus { border: 3px solid %5; }"
               "QToolButton { margin: 1px 2px; }"
               "QTabBar QToolButton, QToolButton#qt_toolbar_ext_button { padding: 0; margin: 0; border-width: 1px; }"
               "QToolButton[popupMode=\"1\"] { padding-right: 24px; }" // MenuButtonPopup
               "QToolButton::menu-button { border: 2px solid %1; width: 16px;"
               " border-top-right-radius: 3px; border-bottom-right-radius: 3px; }"
               "QToolButton[popupMode=\"2\"] { padding-right: 20px; }" // InstantPopup
               "QToolButton::menu-indicator { subcontrol-origin: border; subcontrol-position: right center;"
               " right: 7px; }"
               "QProgressBar { border: 2px solid %1; text-align: center; }"
               "QProgressBar::chunk { background: %7; }"
               "QMenu { border: 2px solid %1; }"
               "QMenu::separator { height: 2px; background: %1; margin: 3px 0; }"
               "QLineEdit:disabled, QPlainTextEdit:disabled { border-style: dashed; color: %4; }"
               "QMenuBar::item:selected { background: %5; color: %6; }")
        .arg(theme.border.name(), theme.window.name(), theme.text.name(), theme.mutedText.name(), theme.accent.name(),
             theme.accentText.name(), theme.track.name());
}

QString styleSheet(const Theme& theme)
{
    const QString more = theme.contrast == Theme::Contrast::high ? highContrastStyle(theme) : QString();
    return QStringLiteral(
               "QHeaderView::section { background: %1; color: %2; border: none; border-bottom: 1px solid %3;"
               " padding: 4px 3px; }"
               "QTableView, QTreeView, QListView { border: 1px solid %3; }"
               "QTabWidget::pane { border: none; border-top: 1px solid %3; }"
               "QTabBar::tab { padding: 5px 8px; color: %2; border: none; border-bottom: 2px solid transparent; }"
               "QTabBar::tab:selected { color: %4; border-bottom-color: %5; }"
               "QTabBar::tab:hover:!selected { color: %4; }"
               "QTabBar::tab:focus { color: %4; text-decoration: underline; }"
               "QLineEdit { border: 1px solid %7; border-radius: 3px; padding: 2px 4px; background: %8; }"
               "QLineEdit:disabled { background: %1; border-color: %3; }" // as the palette has it for all fields
               "QLineEdit:focus { border-color: %5; }"
               // also where no row is current, as after what was released has gone
               "QTableView:focus, QTreeView:focus, QListView:focus { border-color: %5; }"
               "QWidget#segments QToolButton { border: 1px solid %3; border-radius: 3px; padding: 3px 10px; }"
               "QWidget#segments QToolButton:hover { border-color: %2; }"
               "QWidget#segments QToolButton:checked { background: %5; color: %9; border-color: %5; }"
               "QWidget#segments QToolButton:focus { border: 2px solid %4; padding: 2px 9px; }"
               "QToolTip { background: %6; color: %4; border: 1px solid %3; padding: 3px; }")
               .arg(theme.window.name(), theme.mutedText.name(), theme.border.name(), theme.text.name(),
                    theme.accent.name(), theme.raised.name(), mixed(theme.border, theme.mutedText, 0.5).name(),
                    theme.base.name(), theme.accentText.name())
         + more;
}

/// The application's own.
SystemWatch& systemWatch(QApplication& application)
{
    auto* watch = application.findChild<SystemWatch*>(QString(), Qt::FindDirectChildrenOnly);
    if (!watch) {
        watch = new SystemWatch(application);
        QObject::connect(watch, &SystemWatch::changed, &application,
                         [&application] { applyTheme(application, ThemeChoice::system); });
    }
    return *watch;
}

} // namespace

const QColor& Theme::condition(LockCondition condition) const noexcept
{
    switch (condition) {
    case LockCondition::free: return free;
    case LockCondition::held: return held;
    case LockCondition::contended: return contended;
    case LockCondition::expiring: return expiring;
    case LockCondition::stuck: return stuck;
    case LockCondition::unknown: break;
    }
    return unknown;
}

const QColor& Theme::onPressed(const QColor& color) const noexcept
{
    return contrast == Contrast::high ? accentText : color;
}

QColor Theme::quietAccent() const
{
    return contrast == Contrast::high ? accent
         : kind == Kind::light        ? mixed(mutedText, accent, 0.25)
                                      : mixed(window, accent, 0.45);
}

QPalette Theme::palette() const
{
    QPalette palette(text, raised, kind == Kind::light ? rgb(0xffffff) : rgb(0x454c55), border, mutedText, text,
                     rgb(0xffffff), base, window);
    palette.setColor(QPalette::AlternateBase, alternateBase);
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, accentText);
    if (contrast == Contrast::high) {
        palette.setColor(QPalette::Light, border);
        palette.setColor(QPalette::Dark, border);
    }
    palette.setColor(QPalette::Link, kind == Kind::light ? accent : held);
    palette.setColor(QPalette::LinkVisited, contended);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role,
                         contrast == Contrast::high ? mutedText : mixed(window, mutedText, 0.65));
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, window); // a field that takes nothing looks like none
    palette.setColor(QPalette::Disabled, QPalette::Highlight, contrast == Contrast::high ? track : border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, text);
    return palette;
}

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::highContrast()
{
    static const Theme theme = makeHighContrast();
    return theme;
}

const Theme& Theme::of(const QPalette& palette)
{
    if (palette.color(QPalette::Active, QPalette::Base).rgb() == highContrast().base.rgb()) {
        return highContrast();
    }
    return palette.color(QPalette::Active, QPalette::Base).lightnessF() < 0.5F ? dark() : light();
}

QColor clientColor(const std::string& client, const Theme& theme)
{
    if (client.empty()) {
        return theme.unknown;
    }
    // Eighteen hues in two strengths: more than the eye keeps apart at a glance, few enough that neighbours differ.
    constexpr std::size_t kHues = ClientColors::count / 2;
    static ClientColors colors; // of the whole program: a client looks the same in each of its windows
    const std::size_t color = colors.of(client);
    const double hue = 20.0 * static_cast<double>(color % kHues);
    const bool strong = color < kHues;
    if (theme.kind == Theme::Kind::light) {
        return strong ? oklch(0.55, 0.15, hue) : oklch(0.62, 0.09, hue);
    }
    return strong ? oklch(0.76, 0.14, hue) : oklch(0.68, 0.08, hue);
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    SystemWatch& watch = systemWatch(application);
    watch.stop(); // what we change ourselves is no news
    // Changing what is under a style sheet has every widget worked out anew several times: a third of a second for a
    // window, where to take the sheet away and put another one there takes a fifth of that.
    application.setStyleSheet({});
    // An empty palette brings the platform's own back, which says whether the system is dark.
    application.setPalette(QPalette());
    const Theme& theme = choice == ThemeChoice::light        ? Theme::light()
                       : choice == ThemeChoice::dark         ? Theme::dark()
                       : choice == ThemeChoice::highContrast ? Theme::highContrast()
                                                             : Theme::of(application.palette());
    application.setStyle(new FusionStyle);
    application.setPalette(theme.palette());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationPaletteChange); // it is to come before the sheet
    application.setStyleSheet(styleSheet(theme));
    // A style sheet takes away the colours that widgets gave themselves; they do so again when they hear of a palette.
    for (QWidget* widget : QApplication::allWidgets()) {
        QEvent change(QEvent::PaletteChange);
        QCoreApplication::sendEvent(widget, &change);
    }
    if (choice == ThemeChoice::system) {
        watch.start();
    }
}

} // namespace lockscope::ui
