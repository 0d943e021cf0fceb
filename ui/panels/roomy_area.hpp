// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace lockscope::ui {

/// Looks like what is in it and is as large, and scrolls where there is less room: large text is then never cut off.
/// What holds it may be made far smaller than its contents.
class RoomyArea : public QScrollArea
{
    Q_OBJECT

public:
    /// Takes @p contents over.
    explicit RoomyArea(QWidget* contents, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockscope::ui
