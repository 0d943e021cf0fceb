// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/roomy_area.hpp"

class QLabel;

namespace lockscope::ui {

/// A label whose words wrap, as high as they need, and less where there is not so much room: then they scroll, and the
/// last line is not cut off.
class YieldingLabel : public RoomyArea
{
    Q_OBJECT

public:
    /// Takes @p label over.
    explicit YieldingLabel(QLabel* label, QWidget* parent = nullptr);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void offerBar();
};

} // namespace lockscope::ui
