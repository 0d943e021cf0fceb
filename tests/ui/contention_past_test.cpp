// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_words.hpp"
#include "contention_stage.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QApplication>
#include <QDateTime>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTime>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

namespace {

using View = ContentionCharts::View;

/// Whether the time of day that a text begins with is not after @p at.
bool isNotAfter(const QString& text, SystemTime at)
{
    static const QRegularExpression clock(QStringLiteral("\\d\\d:\\d\\d:\\d\\d"));
    const QTime time = QTime::fromString(clock.match(text).captured(), QStringLiteral("HH:mm:ss"));
    constexpr int kHalfADay = 12 * 3600;
    const int later = time.secsTo(localTime(at).time()); // over midnight, too
    return time.isValid() && (later + 3 * kHalfADay) % (2 * kHalfADay) >= kHalfADay;
}

} // namespace

/// What was at night is looked at in the morning.
class ContentionPastTest : public QObject, protected ContentionStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { raise(); }
    void cleanup() { strike(); }

    void onlyWhatWasSeenIsOffered()
    {
        for (const QString& name : {QStringLiteral("Earlier"), QStringLiteral("Later"), QStringLiteral("Now")}) {
            QVERIFY2(!button(name).isEnabled(), qPrintable(name));
        }
        QTest::keyClick(m_panel.get(), Qt::Key_PageUp);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last 5 minutes"));
        feed({contended("orders:42", 3)});
        m_panel->setRange(1min);
        pass(50s);
        QTRY_VERIFY(timeChart(0)->pieceCount() > 0);
        QVERIFY(!button(QStringLiteral("Earlier")).isEnabled()); // the last minute is more than there is
        pass(60s);
        QTRY_VERIFY(button(QStringLiteral("Earlier")).isEnabled());
        QVERIFY(!button(QStringLiteral("Later")).isEnabled());
        press(button(QStringLiteral("Earlier")));
        press(button(QStringLiteral("Earlier"))); // where everything began, no farther
        QVERIFY(!button(QStringLiteral("Earlier")).isEnabled());
        QVERIFY(button(QStringLiteral("Later")).isEnabled());
        QVERIFY2(charts().line().contains(QStringLiteral("most 3 at ")), qPrintable(charts().line()));
        QVERIFY2(!charts().line().contains(QStringLiteral("of it seen")), qPrintable(charts().line()));
    }

    void whatIsPastStaysWhereItIs_data()
    {
        QTest::addColumn<bool>("keyboard");
        QTest::newRow("mouse") << false;
        QTest::newRow("keyboard") << true;
    }
    void whatIsPastStaysWhereItIs()
    {
        QFETCH(bool, keyboard);
        m_panel->setRange(1min);
        pass(5min);
        const SystemTime peak = crowdedMinute();
        pass(20min);
        QTRY_VERIFY(button(QStringLiteral("Earlier")).isEnabled());
        QVERIFY(charts().line().startsWith(QStringLiteral("now 0 client(s) wait · nobody has waited")));
        const auto goBack = [&] {
            if (keyboard) {
                QTest::keyClick(timeChart(0), Qt::Key_PageUp);
            } else {
                press(button(QStringLiteral("Earlier")));
            }
        };
        timeChart(0)->setFocus();
        for (int i = 0; i < 60 && !charts().line().contains(QStringLiteral("most 7 at ") + clockText(peak)); ++i) {
            goBack();
        }
        const QString seen = charts().line();
        QVERIFY2(seen.contains(QStringLiteral("most 7 at ") + clockText(peak)), qPrintable(seen));
        QVERIFY2(!seen.contains(QStringLiteral("wait ")), qPrintable(seen)); // nobody says what is now
        QCOMPARE(ranges()->currentText(), QStringLiteral("1 minute"));
        timeChart(0)->clearFocus();
        const QImage before = timeChart(0)->grab().toImage();
        pass(30s);
        m_panel->hide();
        m_panel->show();
        timeChart(0)->clearFocus();
        QCOMPARE(charts().line(), seen);
        QCOMPARE(timeChart(0)->grab().toImage(), before);
        if (keyboard) {
            for (int i = 0; i < 60 && button(QStringLiteral("Later")).isEnabled(); ++i) {
                QTest::keyClick(timeChart(0), Qt::Key_PageDown);
            }
        } else {
            press(button(QStringLiteral("Now")));
        }
        QVERIFY2(charts().line().startsWith(QStringLiteral("now 0 client(s)")), qPrintable(charts().line()));
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last minute"));
    }

    void aMomentIsSeenFromNearer_data()
    {
        QTest::addColumn<bool>("keyboard");
        QTest::newRow("double click") << false;
        QTest::newRow("Return") << true;
    }
    void aMomentIsSeenFromNearer()
    {
        QFETCH(bool, keyboard);
        pass(10min);
        const SystemTime peak = crowdedMinute();
        pass(40min);
        m_panel->setRange(1h);
        QTRY_VERIFY(timeChart(0)->pieceCount() > 0);
        const QStringList lengths{QStringLiteral("15 minutes"), QStringLiteral("5 minutes"),
                                  QStringLiteral("1 minute")};
        for (const QString& length : lengths) {
            pointAt(peak, keyboard);
            QCOMPARE(ranges()->currentText(), length);
            QVERIFY2(charts().line().contains(QStringLiteral("most 7 at ")) || !timeChart(0)->readout().isEmpty(),
                     qPrintable(charts().line()));
        }
        pointAt(peak, keyboard); // there is no shorter one
        QCOMPARE(ranges()->currentText(), lengths.back());
        leaveChart();
        QVERIFY2(charts().line().contains(QStringLiteral("most 7 at ") + clockText(peak)), qPrintable(charts().line()));
        // The lengths stay around the same middle; the longest that fits comes to an end now.
        ranges()->setCurrentIndex(3);
        QVERIFY2(charts().line().contains(QStringLiteral("most 7 at ") + clockText(peak)), qPrintable(charts().line()));
        ranges()->setCurrentIndex(5);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last 24 hours"));
        QVERIFY(!button(QStringLiteral("Now")).isEnabled());
    }

    void keysChangeTheLength()
    {
        pass(30min);
        timeChart(0)->setFocus();
        QTest::keyClick(timeChart(0), Qt::Key_Plus);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last minute"));
        QTest::keyClick(timeChart(0), Qt::Key_Plus);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last minute"));
        QTest::keyClick(timeChart(0), Qt::Key_Minus);
        QTest::keyClick(timeChart(0), Qt::Key_Minus);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last 15 minutes"));
        QTest::keyClick(timeChart(0), Qt::Key_PageUp);
        QTest::keyClick(timeChart(0), Qt::Key_Plus);
        QCOMPARE(ranges()->currentText(), QStringLiteral("5 minutes"));
        QTest::keyClick(timeChart(0), Qt::Key_Minus);
        QCOMPARE(ranges()->currentText(), QStringLiteral("15 minutes"));
    }

    /// Of single locks less is kept than of the server: what is left of an hour ago has steps of five minutes.
    void nothingIsSeenFromNearerThanItIsKept()
    {
        crowdedMinute();
        const SystemTime peak = now();
        pass(90min);
        m_panel->setScope(ContentionPanel::Scope::selected);
        m_panel->setSelectedLocks({"orders:42"});
        m_panel->setRange(6h);
        pointAt(peak, true);
        QCOMPARE(ranges()->currentText(), QStringLiteral("1 hour"));
        pointAt(peak, true);
        QCOMPARE(ranges()->currentText(), QStringLiteral("1 hour"));
    }

    void allViewsAreOfThatTime()
    {
        crowdedMinute();
        pass(20min);
        m_panel->setRange(5min);
        m_panel->resize(1600, 1000); // all
        QTRY_COMPARE(charts().table().table().model()->rowCount(), 0);
        for (int i = 0; i < 20 && charts().table().table().model()->rowCount() == 0; ++i) {
            press(button(QStringLiteral("Earlier")));
        }
        QCOMPARE(charts().table().table().model()->rowCount(), 1);
        QVERIFY(visibleText().contains(QStringLiteral("1 hold(s)")));
        QVERIFY(visibleText().contains(QStringLiteral("7 wait(s)")));
    }

    void anExportSaysWhatTimeItIsOf()
    {
        crowdedMinute();
        pass(20min);
        m_panel->setRange(5min);
        QTRY_VERIFY(button(QStringLiteral("Earlier")).isEnabled());
        press(button(QStringLiteral("Earlier")));
        const auto before = now();
        m_panel->actions().last()->trigger(); // JSON
        auto* dialog = m_panel->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        const QString path = m_folder.filePath(QStringLiteral("past.json"));
        dialog->findChild<QLineEdit*>()->setText(path);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        const auto timeOf = [&](const QString& key) {
            return QDateTime::fromString(object.value(key).toString(), Qt::ISODateWithMs).toMSecsSinceEpoch();
        };
        const qint64 apart = timeOf(QStringLiteral("time")) - timeOf(QStringLiteral("until"));
        QVERIFY2(apart >= 150'000 && apart < 210'000, qPrintable(QString::number(apart)));
        const qint64 shown = std::chrono::duration_cast<milliseconds>(before.time_since_epoch()).count();
        QVERIFY(qAbs(timeOf(QStringLiteral("time")) - shown) < 60'000);
    }

    void anotherConnectionIsLookedAtNow()
    {
        crowdedMinute();
        pass(20min);
        QTRY_VERIFY(button(QStringLiteral("Earlier")).isEnabled());
        press(button(QStringLiteral("Earlier")));
        QCOMPARE(ranges()->currentText(), QStringLiteral("5 minutes"));
        emit m_session->stateChanged(Session::State::disconnected);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last 5 minutes"));
        QVERIFY(!button(QStringLiteral("Earlier")).isEnabled());
    }

private:
    SystemTime now() const { return std::chrono::system_clock::now() + m_later; }

    /// Seven wait for a minute for a lock that is then released; when the most waited is returned.
    SystemTime crowdedMinute()
    {
        feed({contended("orders:42", 0)}, {lockEvent(LockEvent::Kind::acquired, "orders:42")});
        pass(3s);
        const SystemTime peak = now();
        LockEvent came = lockEvent(LockEvent::Kind::waiter_came, "orders:42");
        came.owner.clear();
        came.count = 7;
        feed({contended("orders:42", 7)}, {came});
        pass(1min);
        LockEvent left = came;
        left.kind = LockEvent::Kind::waiter_left;
        left.count = 0;
        LockEvent released = lockEvent(LockEvent::Kind::released, "orders:42");
        released.held_for = 63s;
        LockState free = contended("orders:42", 0);
        free.holders.clear();
        free.holders_total = 0;
        feed({free}, {left, released});
        return peak;
    }
    QToolButton& button(const QString& name)
    {
        for (auto* each : m_panel->findChildren<QToolButton*>()) {
            if (each->text() == name || each->accessibleName() == name) {
                return *each;
            }
        }
        qFatal("no such button");
    }
    static void press(QToolButton& button) { QTest::mouseClick(&button, Qt::LeftButton, {}, button.rect().center()); }
    void pointAt(SystemTime at, bool keyboard)
    {
        ChartFrame& chart = *timeChart(0);
        QTRY_VERIFY(timeChart(0)->pieceCount() > 0);
        const auto isThere = [&] { return isNotAfter(chart.readout(), at); };
        if (keyboard) {
            chart.setFocus();
            QTest::keyClick(&chart, Qt::Key_End);
            for (int i = 0; i < 600 && !isThere(); ++i) {
                QTest::keyClick(&chart, Qt::Key_Left);
            }
            QVERIFY2(isThere(), qPrintable(chart.readout()));
            QTest::keyClick(&chart, Qt::Key_Return);
            return;
        }
        QWidget* viewport = chart.findChild<QAbstractScrollArea*>()->viewport();
        QPoint place(viewport->width(), viewport->height() / 2);
        do {
            place.rx() -= 1;
            QTest::mouseMove(viewport, place);
        } while (place.x() > 0 && !isThere());
        QVERIFY(isThere());
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, place);
    }
    void leaveChart()
    {
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(timeChart(0)->findChild<QAbstractScrollArea*>()->viewport(), &leave);
        timeChart(0)->clearFocus();
    }
};

QTEST_MAIN(ContentionPastTest)
#include "contention_past_test.moc"
