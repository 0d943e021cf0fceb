// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/severity_delegate.hpp"
#include "panels/letter_button.hpp"
#include "theme/client_colors.hpp"
#include "theme/color_math.hpp"
#include "theme/fusion_style.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QGroupBox>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProxyStyle>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStyleOption>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

constexpr double kTextAA = 4.5;   // WCAG 2 AA, text
constexpr double kTextAAA = 7.0;  // WCAG 2 AAA, text
constexpr double kGraphics = 3.0; // WCAG 2 AA, what is not text

constexpr std::array kConditions{LockCondition::free,     LockCondition::held,  LockCondition::contended,
                                 LockCondition::expiring, LockCondition::stuck, LockCondition::unknown};

/// The colour as an eye without one kind of cone sees it (Viénot, Brettel and Mollon, 1999).
QColor seenBy(const QColor& color, const std::array<double, 9>& matrix)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const auto display = [](double c) {
        c = std::clamp(c, 0.0, 1.0);
        return static_cast<float>(c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
    };
    const double r = linear(color.redF());
    const double g = linear(color.greenF());
    const double b = linear(color.blueF());
    const auto row = [&](std::size_t i) {
        return display(matrix[3 * i] * r + matrix[3 * i + 1] * g + matrix[3 * i + 2] * b);
    };
    return QColor::fromRgbF(row(0), row(1), row(2));
}

constexpr std::array<double, 9> kDeuteranope{0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1};
constexpr std::array<double, 9> kProtanope{0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1};

/// The style of a desktop that has turned dark.
class DarkDesktop : public QProxyStyle
{
public:
    DarkDesktop() : QProxyStyle(QStringLiteral("Fusion")) {}
    using QProxyStyle::polish;
    void polish(QPalette& palette) override { palette = Theme::dark().palette(); }
};

QColor baseInUse()
{
    return QApplication::palette().color(QPalette::Base);
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { Q_INIT_RESOURCE(lockscope); }

    void everyTextIsLegible_data() { themes(); }
    void everyTextIsLegible()
    {
        const Theme& theme = fetched();
        const double kText = theme.contrast == Theme::Contrast::high ? kTextAAA : kTextAA;
        for (const QColor& ground : {theme.base, theme.alternateBase, theme.window, theme.raised}) {
            for (const auto condition : kConditions) {
                const double ratio = contrastRatio(theme.condition(condition), ground);
                QVERIFY2(ratio >= kText, qPrintable(QStringLiteral("condition %1: %2").arg(int(condition)).arg(ratio)));
            }
            for (const QColor& words : {theme.text, theme.mutedText, theme.warning, theme.danger}) {
                const double ratio = contrastRatio(words, ground);
                QVERIFY2(ratio >= kText,
                         qPrintable(QStringLiteral("%1 on %2: %3").arg(words.name(), ground.name()).arg(ratio)));
            }
            QVERIFY(contrastRatio(theme.icon, ground) >= kGraphics);
        }
        for (const QColor& ground : {theme.base, theme.alternateBase}) {
            QVERIFY(contrastRatio(theme.accent, ground) >= kGraphics); // around the current row
        }
        QVERIFY(contrastRatio(theme.accentText, theme.accent) >= kText);
        QVERIFY(contrastRatio(theme.accentText, theme.quietAccent()) >= kText);
        QVERIFY(contrastRatio(theme.text, theme.raised) >= kText);
        const QPalette palette = theme.palette();
        QVERIFY(contrastRatio(palette.color(QPalette::Link), theme.base) >= kText);
        QVERIFY(contrastRatio(palette.color(QPalette::PlaceholderText), theme.base) >= kText);
        QVERIFY(contrastRatio(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= kText);
        QVERIFY(contrastRatio(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= kText);
        // The band of a group's header.
        const QColor band = mixed(theme.base, theme.track, 0.55);
        QVERIFY(contrastRatio(theme.text, band) >= kText);
    }

    void boxesForTicksCanBeSeen_data() { themes(); }
    void boxesForTicksCanBeSeen()
    {
        QFETCH(int, choice);
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
        QCheckBox box;
        QRadioButton button;
        for (QAbstractButton* each : {static_cast<QAbstractButton*>(&box), static_cast<QAbstractButton*>(&button)}) {
            each->resize(each->sizeHint());
            const QImage image = each->grab().toImage();
            const QColor window = each->palette().color(QPalette::Window);
            double best = 0; // on the way into the box from its left
            for (int x = 0; x < image.width() / 2; ++x) {
                best = std::max(best, contrastRatio(image.pixelColor(x, image.height() / 2), window));
            }
            QVERIFY2(best >= kGraphics, qPrintable(QString::number(best)));
        }
    }

    void conditionsStayApartForColourBlindEyes_data() { themes(); }
    void conditionsStayApartForColourBlindEyes()
    {
        const Theme& theme = fetched();
        // The four that an operator must tell apart at a glance; each has a shape of its own besides.
        const std::array colors{theme.held, theme.contended, theme.expiring, theme.stuck};
        for (const auto& eye : {kDeuteranope, kProtanope}) {
            for (std::size_t i = 0; i < colors.size(); ++i) {
                for (std::size_t j = i + 1; j < colors.size(); ++j) {
                    const double distance = perceivedDistance(seenBy(colors[i], eye), seenBy(colors[j], eye));
                    QVERIFY2(distance > 0.04, qPrintable(QStringLiteral("%1 %2: %3").arg(i).arg(j).arg(distance)));
                }
            }
        }
    }

    void clientsKeepTheirColour_data() { themes(); }
    void clientsKeepTheirColour()
    {
        const Theme& theme = fetched();
        std::set<QRgb> seen;
        for (int i = 0; i < 200; ++i) {
            const std::string client = "client-" + std::to_string(i);
            const QColor color = clientColor(client, theme);
            QCOMPARE(clientColor(client, theme), color);
            QVERIFY2(contrastRatio(color, theme.base) >= kGraphics, qPrintable(color.name()));
            seen.insert(color.rgb());
        }
        QVERIFY2(seen.size() >= 30, qPrintable(QString::number(seen.size())));
        QCOMPARE(clientColor({}, theme), theme.unknown);
    }

    void clientsSeenTogetherHaveDifferentColours()
    {
        ClientColors colors;
        std::vector<std::size_t> first;
        for (std::size_t i = 0; i < ClientColors::count; ++i) {
            first.push_back(colors.of("client-" + std::to_string(i)));
        }
        QCOMPARE(std::set<std::size_t>(first.begin(), first.end()).size(), ClientColors::count);
        QVERIFY(*std::max_element(first.begin(), first.end()) < ClientColors::count);
        QVERIFY(colors.of("one too many") < ClientColors::count);
        for (std::size_t i = 0; i < ClientColors::count; ++i) {
            QCOMPARE(colors.of("client-" + std::to_string(i)), first[i]);
        }
    }

    void aClientAloneHasItsColourAtEachStart()
    {
        QCOMPARE(ClientColors().of("client-1"), ClientColors().of("client-1"));
    }

    void highContrastHasEdgesAndFocusThatAreSeen()
    {
        const Theme& theme = Theme::highContrast();
        QVERIFY(contrastRatio(theme.border, theme.window) >= kTextAAA);
        QVERIFY(contrastRatio(theme.accent, theme.window) >= kTextAAA);
        const QPalette palette = theme.palette();
        QVERIFY(contrastRatio(palette.color(QPalette::Disabled, QPalette::Text), theme.base) >= kTextAAA);
        applyTheme(*qApp, ThemeChoice::highContrast);
        QVERIFY(qApp->styleSheet().contains(QStringLiteral(":focus { border: 3px")));
        QCOMPARE(qApp->palette().color(QPalette::Base), theme.base);
    }

    /// Of a menu, and of a list.
    void anEmptyBoxInASelectedRowDoesNotLookTicked()
    {
        applyTheme(*qApp, ThemeChoice::highContrast);
        const QColor ground = Theme::highContrast().accent;
        const auto drawn = [&](QStyle::State tick) {
            QImage image(16, 16, QImage::Format_ARGB32_Premultiplied);
            image.fill(ground);
            QPainter painter(&image);
            QStyleOptionButton box;
            box.rect = image.rect();
            box.palette = qApp->palette();
            box.state = QStyle::State_Enabled | QStyle::State_Selected | tick;
            qApp->style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter);
            return image;
        };
        const auto differing = [&](const QImage& image) {
            int count = 0;
            for (int x = 4; x < 12; ++x) {
                for (int y = 4; y < 12; ++y) {
                    count += contrastRatio(image.pixelColor(x, y), ground) >= kGraphics ? 1 : 0;
                }
            }
            return count;
        };
        QCOMPARE(differing(drawn(QStyle::State_Off)), 0);
        QVERIFY(differing(drawn(QStyle::State_On)) > 0);
        QVERIFY(contrastRatio(drawn(QStyle::State_Off).pixelColor(8, 0), ground) >= kGraphics);
    }

    void theTitleOfAGroupStandsAboveItsFrame()
    {
        applyTheme(*qApp, ThemeChoice::highContrast);
        QGroupBox group(QStringLiteral("Title"));
        group.resize(200, 120);
        const QImage image = group.grab().toImage();
        const QColor border = Theme::highContrast().border;
        QCOMPARE(image.pixelColor(0, image.height() - 1), border);
        QVERIFY(image.pixelColor(0, group.fontMetrics().height() / 2) != border);
    }

    void aFieldThatTakesNothingLooksLikeNone_data() { themes(); }
    void aFieldThatTakesNothingLooksLikeNone()
    {
        const Theme& theme = fetched();
        QFETCH(int, choice);
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
        QLineEdit field;
        field.resize(200, 30);
        QCOMPARE(field.grab().toImage().pixelColor(100, 15), theme.base);
        field.setEnabled(false);
        QCOMPARE(field.grab().toImage().pixelColor(100, 15), theme.window);
    }

    void aViewShowsThatItHasTheKeys_data() { themes(); }
    void aViewShowsThatItHasTheKeys()
    {
        QFETCH(int, choice);
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
        QTableView view; // which has no rows, and so none that could show it
        view.setFrameShape(QFrame::NoFrame);
        view.resize(200, 100);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setFocus();
        QTRY_VERIFY(view.hasFocus());
        QCOMPARE(view.grab().toImage().pixelColor(0, 50), fetched().accent);
    }

    void theMarkThatClearsAFieldIsOurOwn()
    {
        QLineEdit field; // as the first window's is there before its theme
        field.setClearButtonEnabled(true);
        applyTheme(*qApp, ThemeChoice::light);
        field.ensurePolished();
        const QIcon own = icon(QStringLiteral("clear"));
        const QIcon shown = field.findChild<QAction*>()->icon();
        QVERIFY(!own.isNull());
        QCOMPARE(shown.pixmap(64, 64).toImage(), own.pixmap(64, 64).toImage());
    }

    void aPaletteTellsItsTheme()
    {
        QCOMPARE(Theme::of(Theme::highContrast().palette()).contrast, Theme::Contrast::high);
        QCOMPARE(Theme::of(Theme::dark().palette()).contrast, Theme::Contrast::ordinary);
        QCOMPARE(Theme::of(Theme::dark().palette()).kind, Theme::Kind::dark);
        QCOMPARE(Theme::of(Theme::light().palette()).kind, Theme::Kind::light);
    }

    void applyingAThemeChangesThePaletteAtOnce()
    {
        applyTheme(*qApp, ThemeChoice::dark);
        QCOMPARE(qApp->palette().color(QPalette::Base), Theme::dark().base);
        applyTheme(*qApp, ThemeChoice::light);
        QCOMPARE(qApp->palette().color(QPalette::Base), Theme::light().base);
        applyTheme(*qApp, ThemeChoice::system);
        QVERIFY(!qApp->styleSheet().isEmpty());
    }

    void followsTheDesktopWhileAsTheSystem()
    {
        applyTheme(*qApp, ThemeChoice::system);
        QCOMPARE(baseInUse(), Theme::light().base);
        const auto tell = [](QObject* receiver) {
            QEvent changed(QEvent::ThemeChange);
            QCoreApplication::sendEvent(receiver, &changed);
        };
        QApplication::setStyle(new DarkDesktop); // gone when the theme is applied
        tell(qApp);
        QTRY_COMPARE(baseInUse(), Theme::dark().base);
        tell(qApp);
        QTRY_COMPARE(baseInUse(), Theme::light().base);

        // Some desktops set a palette instead of telling.
        QApplication::setStyle(new DarkDesktop);
        QApplication::setPalette(QPalette(Qt::darkGray));
        QTRY_COMPARE(baseInUse(), Theme::dark().base);
    }

    void aThemeThatWasChosenStays()
    {
        applyTheme(*qApp, ThemeChoice::system);
        QEvent changed(QEvent::ThemeChange);
        QCoreApplication::sendEvent(qApp, &changed);
        applyTheme(*qApp, ThemeChoice::dark); // before the system could be looked at
        QCoreApplication::processEvents();
        QCOMPARE(baseInUse(), Theme::dark().base);
        QCoreApplication::sendEvent(qApp, &changed);
        QCoreApplication::processEvents();
        QCOMPARE(baseInUse(), Theme::dark().base);
    }

    void iconsFollowTheTheme()
    {
        const QIcon copy = icon(QStringLiteral("copy"));
        QVERIFY(!copy.isNull());
        applyTheme(*qApp, ThemeChoice::light);
        const QImage light = copy.pixmap(24, 24).toImage();
        applyTheme(*qApp, ThemeChoice::dark);
        const QImage dark = copy.pixmap(24, 24).toImage();
        QVERIFY(light != dark);
        QVERIFY(icon(QStringLiteral("no-such-symbol")).isNull());
    }

    /// A button in a window that is far too small.
    void anIconWithoutRoomIsNoPicture()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter")));
        for (const QSize size : {QSize(0, 0), QSize(0, 16), QSize(16, 0), QSize(-1, -1)}) {
            QVERIFY(icon(QStringLiteral("copy")).pixmap(size, 1.0).isNull());
        }
        QVERIFY(!icon(QStringLiteral("copy")).pixmap(QSize(1, 1), 1.0).isNull());
    }

    void theRoomInCellsGrowsWithTheText()
    {
        const QFont usual = QApplication::font();
        const auto restore = qScopeGuard([&] { QApplication::setFont(usual); });
        applyTheme(*qApp, ThemeChoice::light);
        const auto roomOf = [](QStyle::PixelMetric metric) { return QApplication::style()->pixelMetric(metric); };
        const QFontMetrics before(usual);
        const int cell = roomOf(QStyle::PM_FocusFrameHMargin);
        const int header = roomOf(QStyle::PM_HeaderMargin);
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 3);
        QApplication::setFont(large);
        QVERIFY(roomOf(QStyle::PM_FocusFrameHMargin) >= cell * 2);
        QVERIFY(roomOf(QStyle::PM_HeaderMargin) >= header * 2);
        const QFontMetrics after(large);
        QVERIFY(numberGap(after) >= numberGap(before) * 2);
        QVERIFY(tableRowHeight(after) - after.height() >= (tableRowHeight(before) - before.height()) * 2);
    }

    void iconsOnPressedButtonsAreSeen_data() { themes(); }
    void iconsOnPressedButtonsAreSeen()
    {
        QFETCH(int, choice);
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
        const QPalette palette = qApp->palette();
        for (const QIcon& each :
             {icon(QStringLiteral("lock-open")), severityIcon(Severity::critical, palette, 16),
              severityIcon(Severity::warning, palette, 16), severityIcon(Severity::info, palette, 16)}) {
            QToolButton button;
            button.setIcon(each);
            button.setIconSize({16, 16});
            button.setCheckable(true);
            button.setChecked(true);
            button.show();
            const QImage image = button.grab().toImage();
            const QRect middle(image.width() / 2 - 8, image.height() / 2 - 8, 16, 16);
            const QColor background = image.pixelColor(middle.topLeft()); // a corner that none of them reaches
            int seen = 0;
            for (int x = middle.left(); x <= middle.right(); ++x) {
                for (int y = middle.top(); y <= middle.bottom(); ++y) {
                    seen += contrastRatio(image.pixelColor(x, y), background) >= kGraphics ? 1 : 0;
                }
            }
            const int all = middle.width() * middle.height();
            QVERIFY2(seen * 10 >= all, qPrintable(QStringLiteral("%1 of %2").arg(seen).arg(all)));
        }
    }

    /// Qt shortens text by its own count, in which Chinese has the "&", too.
    void textWithALetterForAltIsNotShortened_data() { themes(); }
    void textWithALetterForAltIsNotShortened()
    {
        QFETCH(int, choice);
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
        const QString text = QStringLiteral("导出(&X)");
        const auto isWhole = [&](const QFontMetrics& metrics, int more) {
            const int seen = metrics.size(Qt::TextShowMnemonic, text).width();
            return metrics.elidedText(text, Qt::ElideMiddle, seen + more, Qt::TextShowMnemonic) == text;
        };
        LetterButton button;
        button.setText(text);
        const int plain = button.QToolButton::sizeHint().width();
        QVERIFY(isWhole(button.fontMetrics(), button.sizeHint().width() - plain));

        QMenu menu;
        QAction* entry = menu.addAction(text);
        const int with = menu.actionGeometry(entry).width();
        entry->setText(QString(text).remove(QLatin1Char('&')));
        QVERIFY(isWhole(menu.fontMetrics(), with - menu.actionGeometry(entry).width()));
    }

    void perceivedLightnessIsEvenOverAllHues()
    {
        for (int hue = 0; hue < 360; hue += 10) {
            QVERIFY(contrastRatio(oklch(0.55, 0.1, hue), Qt::white) > 4);
        }
    }

private:
    static void themes()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light);
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark);
        QTest::newRow("high contrast") << static_cast<int>(ThemeChoice::highContrast);
    }

    static const Theme& fetched()
    {
        QFETCH(int, choice);
        switch (static_cast<ThemeChoice>(choice)) {
        case ThemeChoice::dark: return Theme::dark();
        case ThemeChoice::highContrast: return Theme::highContrast();
        default: return Theme::light();
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
