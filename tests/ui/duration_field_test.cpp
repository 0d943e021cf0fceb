// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/duration_field.hpp"

#include "panels/form_layout.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QTest>

#include <cstdlib>

using namespace lockscope::ui;
using std::chrono::milliseconds;

class DurationFieldTest : public QObject
{
    Q_OBJECT

private slots:
    void theLargestUnitIsTakenInWhichItIsAWholeNumber_data()
    {
        QTest::addColumn<int>("set");
        QTest::addColumn<double>("number");
        QTest::addColumn<int>("unit");
        QTest::newRow("seconds") << 90'000 << 90.0 << 0;
        QTest::newRow("minutes") << 300'000 << 5.0 << 1;
        QTest::newRow("hours") << 7'200'000 << 2.0 << 2;
    }
    void theLargestUnitIsTakenInWhichItIsAWholeNumber()
    {
        QFETCH(int, set);
        DurationField field;
        field.setValue(milliseconds{set});
        QTEST(field.findChild<QDoubleSpinBox*>()->value(), "number");
        QTEST(field.findChild<QComboBox*>()->currentIndex(), "unit");
        QCOMPARE(field.value(), milliseconds{set});
    }

    void whatHasNoDecimalIsKeptUntilItIsEdited()
    {
        DurationField field;
        field.setValue(milliseconds{4938});
        QCOMPARE(field.value(), milliseconds{4938});
        field.findChild<QDoubleSpinBox*>()->stepUp();
        QCOMPARE(field.value(), milliseconds{5900});
        field.setValue(milliseconds{250});
        QCOMPARE(field.value(), milliseconds{250});
    }

    void aValueThatIsSetIsToldOnce()
    {
        DurationField field;
        QList<milliseconds> told;
        connect(&field, &DurationField::changed, &field, [&] { told << field.value(); });
        field.setValue(milliseconds{7'200'000}); // another number and another unit
        QCOMPARE(told, QList<milliseconds>{milliseconds{7'200'000}});
        field.setValue(milliseconds{7'200'000});
        QCOMPARE(told.size(), 1);
    }

    /// Where there is little room the unit comes below.
    void theLabelStandsBesideTheNumber_data()
    {
        QTest::addColumn<int>("moreWidth");
        QTest::addColumn<int>("moreHeight");
        QTest::newRow("as narrow as it can be") << 0 << 0;
        QTest::newRow("wide") << 600 << 0;
        QTest::newRow("high") << 600 << 400;
    }
    void theLabelStandsBesideTheNumber()
    {
        QFETCH(int, moreWidth);
        QFETCH(int, moreHeight);
        QWidget window;
        auto* form = new FormLayout(&window);
        auto* field = new DurationField;
        addRow(
            *form, [] { return QStringLiteral("Expires in:"); }, field);
        window.show();
        const int width = window.minimumSizeHint().width() + moreWidth;
        window.resize(width, form->heightForWidth(width) + moreHeight);
        const auto middleOf = [&](const QWidget& part) { return part.mapTo(&window, part.rect().center()).y(); };
        const QWidget& number = *field->findChild<QDoubleSpinBox*>();
        const auto isAligned = [&] { return std::abs(middleOf(*form->labelForField(field)) - middleOf(number)) <= 2; };
        QTRY_COMPARE(window.width(), width);
        QTRY_VERIFY(isAligned());
    }
};

QTEST_MAIN(DurationFieldTest)
#include "duration_field_test.moc"
