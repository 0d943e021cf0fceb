// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QComboBox>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// "Any time", or the last so and so long. While it is seen, it says when the range has moved on with time.
class TimeRangeBox : public QComboBox
{
    Q_OBJECT

public:
    explicit TimeRangeBox(const std::vector<std::chrono::minutes>& ranges, QWidget* parent = nullptr);

    /// The moment from which on things are wanted; nullopt: any time. Another one at each call.
    [[nodiscard]] std::optional<SystemTime> since() const;

signals:
    /// Time has gone by: since() is a later moment now.
    void aged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void keepTime();
    void retranslate();

    QTimer m_aging;
};

} // namespace lockscope::ui
