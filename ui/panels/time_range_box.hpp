// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QComboBox>

#include <chrono>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// "Any time", or the last so and so long.
class TimeRangeBox : public QComboBox
{
    Q_OBJECT

public:
    explicit TimeRangeBox(const std::vector<std::chrono::minutes>& ranges, QWidget* parent = nullptr);

    /// The moment from which on things are wanted; nullopt: any time. Another one at each call.
    [[nodiscard]] std::optional<SystemTime> since() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
};

} // namespace lockscope::ui
