// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/duration_field.hpp"

#include "panels/flow_layout.hpp"
#include "text/live_text.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QScopedValueRollback>

#include <array>
#include <cmath>

namespace lockscope::ui {
namespace {

constexpr std::array<qint64, 3> kUnits{1000, 60'000, 3'600'000};
constexpr std::chrono::milliseconds kShortest{100};
constexpr std::chrono::milliseconds kLongest{std::chrono::hours{24 * 100}};
constexpr double kMost = 999'999;
constexpr int kGap = 6;

} // namespace

DurationField::DurationField(QWidget* parent)
    : QWidget(parent)
    , m_number(new QDoubleSpinBox(this))
    , m_unit(new QComboBox(this))
{
    m_number->setDecimals(1);
    m_number->setRange(0, kMost);
    m_unit->addItems({QString(), QString(), QString()});
    keepTranslated(*this, [this] {
        m_unit->setItemText(0, tr("seconds", "unit of a duration"));
        m_unit->setItemText(1, tr("minutes", "unit of a duration"));
        m_unit->setItemText(2, tr("hours", "unit of a duration"));
    });
    auto* layout = new FlowLayout(this); // the unit comes below where text is very large
    layout->setContentsMargins({});
    layout->setSpacing(kGap);
    layout->addWidget(m_number);
    layout->addWidget(m_unit);
    layout->addStretch();
    setFocusProxy(m_number);
    connect(m_number, &QDoubleSpinBox::valueChanged, this, &DurationField::edit);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &DurationField::edit);
}

void DurationField::edit()
{
    if (!m_isBeingSet) {
        m_exact.reset();
        emit changed();
    }
}

std::chrono::milliseconds DurationField::value() const
{
    if (m_exact) {
        return *m_exact;
    }
    const auto unit = static_cast<double>(kUnits[static_cast<std::size_t>(m_unit->currentIndex())]);
    return std::chrono::milliseconds(std::llround(m_number->value() * unit));
}

QString DurationField::problem() const
{
    return value() < kShortest ? tr("The time is shorter than 0.1 seconds.")
         : value() > kLongest  ? tr("The time is longer than 100 days.")
                               : QString();
}

void DurationField::setValue(std::chrono::milliseconds value)
{
    const std::chrono::milliseconds before = this->value();
    std::size_t unit = kUnits.size() - 1;
    while (unit > 0 && value.count() % kUnits[unit] != 0) {
        --unit;
    }
    {
        const QScopedValueRollback setting(m_isBeingSet, true);
        m_unit->setCurrentIndex(static_cast<int>(unit));
        m_number->setValue(static_cast<double>(value.count()) / static_cast<double>(kUnits[unit]));
        m_exact = value;
    }
    if (value != before) {
        emit changed();
    }
}

void DurationField::setName(const QString& name)
{
    m_number->setAccessibleName(name);
    m_unit->setAccessibleName(tr("%1: unit", "%1: what is measured").arg(name));
}

} // namespace lockscope::ui
