// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

class QAction;

namespace lockscope::ui {

/// Offers the tour to who has come for something else: a bar that takes neither the keys nor the place of anything,
/// until somebody answers. Hidden until it is shown.
class TourOffer : public NoticeBar
{
    Q_OBJECT

public:
    explicit TourOffer(QWidget* parent = nullptr);

signals:
    void accepted();
    void declined();

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QAction* m_accept;
    QAction* m_decline;
};

} // namespace lockscope::ui
