// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QAbstractItemView;

namespace lockscope::ui {

/// Looks like what is in it and is as large, and scrolls where there is less room: large text is then never cut off.
/// What holds it may be made far smaller than its contents. Where the keys go to in a list is brought into sight.
class RoomyArea : public QScrollArea
{
    Q_OBJECT

public:
    /// Whether it may be made narrower than its contents need.
    enum class Sideways { stays, scrolls };
    /// Takes @p contents over.
    explicit RoomyArea(QWidget* contents, QWidget* parent = nullptr, Sideways sideways = Sideways::stays);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void follow(QAbstractItemView& view);
    void bringToSight(const QAbstractItemView& view);

    Sideways m_sideways;
};

} // namespace lockscope::ui
