// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

class QProgressBar;

namespace lockscope::ui {

/// How far something is that takes a while; rejected, it is to be cancelled. The window behind it can be used.
class ProgressDialog : public Dialog
{
    Q_OBJECT

public:
    ProgressDialog(const Text& title, const Text& sentence, QWidget* parent);

    void setPercent(int percent);

private:
    QProgressBar* m_bar;
};

} // namespace lockscope::ui
