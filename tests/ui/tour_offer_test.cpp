// SPDX-License-Identifier: GPL-3.0-or-later
// Who comes to free a lock is not held up by a tour; who comes to look around gets it at once.
#include "comfort/tour.hpp"
#include "comfort/tour_offer.hpp"
#include "window_stage.hpp"

#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

struct Stage : WindowStage
{
    Stage() : WindowStage(Start::disconnected)
    {
        settings.setTour(Settings::Tour::unseen);
        window.offerTour();
    }
    [[nodiscard]] bool showsTour() const
    {
        const auto* tour = window.findChild<Tour*>();
        return tour != nullptr && tour->isVisible();
    }
    [[nodiscard]] TourOffer& offer() const { return *window.findChild<TourOffer*>(); }
    [[nodiscard]] QToolButton& answer(const QString& text) const
    {
        for (auto* button : offer().findChildren<QToolButton*>()) {
            if (button->text() == text) {
                return *button;
            }
        }
        qFatal("no such answer");
    }
    bool connect()
    {
        session.connectTo(sandbox.endpoint());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(connected(), kPatience); }();
        return connected();
    }
};

} // namespace

class TourOfferTest : public QObject
{
    Q_OBJECT

private slots:
    void aServerComesFirst()
    {
        Stage stage;
        QVERIFY(!stage.offer().isVisible());
        QVERIFY(stage.connect());
        QVERIFY(stage.offer().isVisible());
        QVERIFY(!stage.showsTour());
        QCOMPARE(stage.keyTarget(), static_cast<QWidget*>(&stage.table())); // the keys are where they would be
    }

    void whoAcceptsItGetsIt()
    {
        Stage stage;
        QVERIFY(stage.connect());
        QVERIFY(stage.tabTo(&stage.answer(QStringLiteral("Show me"))));
        stage.press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(stage.showsTour(), kPatience);
        QVERIFY(!stage.offer().isVisible());
        QVERIFY(stage.settings.tour() == Settings::Tour::unseen); // not before its end
    }

    void whoDeclinesItIsNotAskedAgain()
    {
        Stage stage;
        QVERIFY(stage.connect());
        QTest::mouseClick(&stage.answer(QStringLiteral("No, thanks")), Qt::LeftButton);
        QVERIFY(!stage.offer().isVisible());
        QVERIFY(stage.settings.tour() == Settings::Tour::seen);
        stage.session.close();
        QTRY_VERIFY_WITH_TIMEOUT(!stage.connected(), kPatience);
        QVERIFY(stage.connect());
        QVERIFY(!stage.offer().isVisible() && !stage.showsTour());
    }

    void inASandboxItStartsByItself()
    {
        Stage stage;
        stage.session.startSandbox();
        QTRY_VERIFY_WITH_TIMEOUT(stage.showsTour(), kPatience);
        QVERIFY(!stage.offer().isVisible());
    }
};

QTEST_MAIN(TourOfferTest)
#include "tour_offer_test.moc"
