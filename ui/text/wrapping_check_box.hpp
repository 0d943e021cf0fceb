// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>

namespace lockscope::ui {

/// A check box whose sentence becomes several lines where there is less room than it needs.
class WrappingCheckBox final : public QCheckBox
{
    Q_OBJECT

public:
    explicit WrappingCheckBox(QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// What the mark takes from each line.
    [[nodiscard]] int indent() const;
    [[nodiscard]] QRect wrapped(int width) const;
};

} // namespace lockscope::ui
