// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/range_picker.hpp"

#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr std::array<milliseconds, 6> kRanges{minutes{1}, minutes{5}, minutes{15}, hours{1}, hours{6}, hours{24}};
constexpr int kFirstRange = 1;
/// What is less is not worth a button; and where things begin is known no more exactly.
constexpr std::chrono::seconds kLeastMove{1};

QToolButton* makeButton(const QString& iconName, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    if (!iconName.isEmpty()) {
        button->setIcon(icon(iconName));
    }
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

RangePicker::RangePicker(std::function<SystemTime()> clock, QWidget* parent)
    : QWidget(parent)
    , m_clock(std::move(clock))
    , m_earlier(makeButton(QStringLiteral("earlier"), this))
    , m_later(makeButton(QStringLiteral("later"), this))
    , m_now(makeButton({}, this))
    , m_lengths(new QComboBox(this))
    , m_range(kRanges.at(kFirstRange))
{
    for (const milliseconds range : kRanges) {
        m_lengths->addItem(QString(), static_cast<int>(std::chrono::duration_cast<minutes>(range).count()));
    }
    m_lengths->setCurrentIndex(kFirstRange);
    m_lengths->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    // The buttons first: they stay where they are when the words beside them become others.
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(2);
    for (QWidget* part : {static_cast<QWidget*>(m_earlier), static_cast<QWidget*>(m_later),
                          static_cast<QWidget*>(m_now), static_cast<QWidget*>(m_lengths)}) {
        row->addWidget(part);
    }
    connect(m_earlier, &QToolButton::clicked, this, &RangePicker::earlier);
    connect(m_later, &QToolButton::clicked, this, &RangePicker::later);
    connect(m_now, &QToolButton::clicked, this, &RangePicker::toNow);
    connect(m_lengths, &QComboBox::currentIndexChanged, this, &RangePicker::adoptLength);
    retranslate();
}

milliseconds RangePicker::range() const
{
    return m_range;
}

QString RangePicker::rangeText() const
{
    return m_lengths->currentText();
}

void RangePicker::setRange(milliseconds range)
{
    const auto* const found = std::find(kRanges.begin(), kRanges.end(), range);
    if (found != kRanges.end()) {
        m_lengths->setCurrentIndex(static_cast<int>(found - kRanges.begin()));
    }
}

void RangePicker::adoptLength()
{
    const milliseconds range = kRanges.at(static_cast<std::size_t>(m_lengths->currentIndex()));
    const milliseconds longer = range - std::exchange(m_range, range);
    if (m_end) {
        setEnd(*m_end + longer / 2);
    } else {
        emit changed();
    }
}

void RangePicker::setBegin(std::optional<SystemTime> begin)
{
    m_begin = begin;
    showWhere();
}

void RangePicker::earlier()
{
    setEnd(m_end.value_or(m_clock()) - m_range / 2);
}

void RangePicker::later()
{
    if (m_end) {
        setEnd(*m_end + m_range / 2);
    }
}

void RangePicker::toNow()
{
    setEnd(std::nullopt);
}

void RangePicker::lookAt(SystemTime at, milliseconds least)
{
    const auto shorter =
        std::find_if(kRanges.rbegin(), kRanges.rend(), [&](milliseconds each) { return each < m_range; });
    if (shorter != kRanges.rend() && *shorter >= least) {
        m_range = *shorter;
        const QSignalBlocker blocker(m_lengths);
        setRange(m_range);
    }
    setEnd(at + m_range / 2);
}

void RangePicker::changeLength(int steps)
{
    m_lengths->setCurrentIndex(std::clamp(m_lengths->currentIndex() + steps, 0, m_lengths->count() - 1));
}

/// What would reach into the future ends now, and goes on with time; what would begin before there is anything begins
/// there. Where there is nothing, nothing is past.
void RangePicker::setEnd(std::optional<SystemTime> end)
{
    if (end) {
        end = m_begin ? std::optional(std::max(*end, *m_begin + m_range)) : std::nullopt;
    }
    m_end = end < m_clock() ? end : std::nullopt;
    showWhere();
    emit changed();
}

void RangePicker::showWhere()
{
    m_earlier->setEnabled(m_begin && m_end.value_or(m_clock()) - m_range > *m_begin + kLeastMove);
    for (QToolButton* button : {m_later, m_now}) {
        button->setEnabled(m_end.has_value());
    }
    const std::array last{tr("Last minute"), tr("Last 5 minutes"), tr("Last 15 minutes"),
                          tr("Last hour"),   tr("Last 6 hours"),   tr("Last 24 hours")};
    const std::array past{tr("1 minute", "time range"), tr("5 minutes", "time range"), tr("15 minutes", "time range"),
                          tr("1 hour", "time range"),   tr("6 hours", "time range"),   tr("24 hours", "time range")};
    for (std::size_t i = 0; i < kRanges.size(); ++i) {
        const QString& text = m_end ? past.at(i) : last.at(i);
        if (m_lengths->itemText(static_cast<int>(i)) != text) {
            m_lengths->setItemText(static_cast<int>(i), text);
        }
    }
}

void RangePicker::retranslate()
{
    m_lengths->setAccessibleName(tr("Time range"));
    m_now->setText(tr("Now", "end of a time range"));
    m_earlier->setAccessibleName(tr("Earlier"));
    m_later->setAccessibleName(tr("Later"));
    m_earlier->setToolTip(toolTipText(tr("Earlier, by half the range (Page Up)")));
    m_later->setToolTip(toolTipText(tr("Later, by half the range (Page Down)")));
    m_now->setToolTip(toolTipText(tr("Back to what happens now")));
    showWhere();
}

void RangePicker::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
