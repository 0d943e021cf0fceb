// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lockscope::ui {

class FlowLayout;

/// The controls above a table, in one row, or in several where there is less room. It is always exactly as high as they
/// are: what scrolls would otherwise give everything with it the height that it would like to have, not what it needs.
class FlowBar : public QWidget
{
    Q_OBJECT

public:
    explicit FlowBar(QWidget* parent = nullptr);

    [[nodiscard]] FlowLayout& row() const { return *m_row; }
    /// To be called when all is in it: Tab goes through the bar as it stands, before all else in its parent.
    void comeFirst();
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    FlowLayout* m_row;
};

} // namespace lockscope::ui
