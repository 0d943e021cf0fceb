// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lockscope::ui {

/// Plain text in the program's font, bold and larger by a factor; follows the zoom.
class Heading : public QLabel
{
    Q_OBJECT

public:
    explicit Heading(double factor, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void scale();

    double m_factor;
};

} // namespace lockscope::ui
