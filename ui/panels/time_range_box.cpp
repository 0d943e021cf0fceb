// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/time_range_box.hpp"

#include <QEvent>

namespace lockscope::ui {

TimeRangeBox::TimeRangeBox(const std::vector<std::chrono::minutes>& ranges, QWidget* parent) : QComboBox(parent)
{
    addItem(QString(), 0);
    for (const std::chrono::minutes range : ranges) {
        addItem(QString(), static_cast<int>(range.count()));
    }
    retranslate();
}

std::optional<SystemTime> TimeRangeBox::since() const
{
    const int minutes = currentData().toInt();
    return minutes == 0 ? std::nullopt
                        : std::optional(std::chrono::system_clock::now() - std::chrono::minutes(minutes));
}

void TimeRangeBox::retranslate()
{
    setAccessibleName(tr("Time range"));
    setItemText(0, tr("Any time"));
    for (int i = 1; i < count(); ++i) {
        const int minutes = itemData(i).toInt();
        setItemText(i, minutes < 60        ? tr("Last %n minute(s)", nullptr, minutes)
                       : minutes < 24 * 60 ? tr("Last %n hour(s)", nullptr, minutes / 60)
                                           : tr("Last %n day(s)", nullptr, minutes / (24 * 60)));
    }
}

void TimeRangeBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
