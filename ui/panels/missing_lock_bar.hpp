// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

#include <optional>
#include <string>

class QToolButton;

namespace lockscope::ui {

/// Says below the panels why a lock that was asked for is not in the table, and offers to clear the filter that hides
/// it. Hidden otherwise.
class MissingLockBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit MissingLockBar(QWidget* parent = nullptr);

    void sayHidden(const std::string& lock);
    void sayGone(const std::string& lock);
    /// Which one is said not to be there.
    [[nodiscard]] std::optional<std::string> gone() const;
    /// The lock was found after all: nothing need be said of it.
    void noteFound(const std::string& lock);
    void clear();

signals:
    /// The filter is to go, and the lock to be selected.
    void showRequested(const std::string& lock);

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    enum class Why { hidden, gone };
    void say(Why why, const std::string& lock);
    void refresh();
    void retranslate();

    std::optional<Why> m_why; ///< Absent: nothing is said.
    std::string m_lock;
    QToolButton* m_show;
    QToolButton* m_dismiss;
};

} // namespace lockscope::ui
