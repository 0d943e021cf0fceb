// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/live_text.hpp"

#include <QEvent>
#include <QWidget>

#include <utility>

namespace lockscope::ui {
namespace {

class Rewriter final : public QObject
{
public:
    Rewriter(QWidget& widget, std::function<void()> write) : QObject(&widget), m_write(std::move(write))
    {
        widget.installEventFilter(this);
        m_write();
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange) {
            m_write();
        }
        return false;
    }

private:
    std::function<void()> m_write;
};

} // namespace

void keepTranslated(QWidget& widget, std::function<void()> write)
{
    new Rewriter(widget, std::move(write));
}

} // namespace lockscope::ui
