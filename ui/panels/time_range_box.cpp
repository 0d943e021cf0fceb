// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/time_range_box.hpp"

#include <QEvent>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kAgingStep{5'000};

} // namespace

TimeRangeBox::TimeRangeBox(const std::vector<std::chrono::minutes>& ranges, QWidget* parent) : QComboBox(parent)
{
    addItem(QString(), 0);
    for (const std::chrono::minutes range : ranges) {
        addItem(QString(), static_cast<int>(range.count()));
    }
    m_aging.setInterval(kAgingStep);
    connect(&m_aging, &QTimer::timeout, this, &TimeRangeBox::aged);
    connect(this, &QComboBox::currentIndexChanged, this, &TimeRangeBox::keepTime);
    retranslate();
}

std::optional<SystemTime> TimeRangeBox::since() const
{
    const int minutes = currentData().toInt();
    return minutes == 0 ? std::nullopt
                        : std::optional(std::chrono::system_clock::now() - std::chrono::minutes(minutes));
}

/// Any time stays any time; and nobody is told while nobody looks.
void TimeRangeBox::keepTime()
{
    if (isVisible() && since()) {
        m_aging.start();
    } else {
        m_aging.stop();
    }
}

void TimeRangeBox::retranslate()
{
    setAccessibleName(tr("Time range"));
    setItemText(0, tr("Any time"));
    for (int i = 1; i < count(); ++i) {
        const int minutes = itemData(i).toInt();
        setItemText(i, minutes < 60        ? tr("Last %Ln minute(s)", nullptr, minutes)
                       : minutes < 24 * 60 ? tr("Last %Ln hour(s)", nullptr, minutes / 60)
                                           : tr("Last %Ln day(s)", nullptr, minutes / (24 * 60)));
    }
}

void TimeRangeBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void TimeRangeBox::showEvent(QShowEvent* event)
{
    QComboBox::showEvent(event);
    keepTime();
    emit aged();
}

void TimeRangeBox::hideEvent(QHideEvent* event)
{
    QComboBox::hideEvent(event);
    m_aging.stop();
}

} // namespace lockscope::ui
