// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QToolButton;

namespace lockscope::ui {

/// Which stretch of time is looked at: the last minute to the last day, or as long in the past. What is past stays
/// where it is while time goes on.
class RangePicker : public QWidget
{
    Q_OBJECT

public:
    /// @param clock what is now
    explicit RangePicker(std::function<SystemTime()> clock, QWidget* parent = nullptr);

    [[nodiscard]] milliseconds range() const;
    /// Where the range ends; nullopt: now.
    [[nodiscard]] std::optional<SystemTime> end() const { return m_end; }
    /// The range in words: “Last hour”, or “1 hour” where it is past.
    [[nodiscard]] QString rangeText() const;
    /// Another length around the same middle; what would end in the future ends now.
    void setRange(milliseconds range);
    /// Where there is anything to be seen: nothing earlier is offered. nullopt: nowhere.
    void setBegin(std::optional<SystemTime> begin);

    /// By half the range, as far as there is anything.
    void earlier();
    void later();
    void toNow();
    /// The next shorter range around @p at, but none shorter than @p least.
    void lookAt(SystemTime at, milliseconds least);
    /// By so many of the lengths, as far as there are any.
    void changeLength(int steps);

    /// The lengths, each with its minutes as data.
    [[nodiscard]] QComboBox& lengths() const { return *m_lengths; }

signals:
    /// Another range, or another end.
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setEnd(std::optional<SystemTime> end);
    void adoptLength();
    void showWhere();
    void retranslate();

    std::function<SystemTime()> m_clock;
    QToolButton* m_earlier;
    QToolButton* m_later;
    QToolButton* m_now;
    QComboBox* m_lengths;
    milliseconds m_range;
    std::optional<SystemTime> m_end;
    std::optional<SystemTime> m_begin;
};

} // namespace lockscope::ui
