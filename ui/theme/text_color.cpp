// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/text_color.hpp"

#include <QEvent>
#include <QWidget>

namespace lockscope::ui {
namespace {

class TextColor final : public QObject
{
public:
    explicit TextColor(QWidget& widget) : QObject(&widget), m_widget(widget) { widget.installEventFilter(this); }

    void use(QColor Theme::*color)
    {
        m_color = color;
        apply();
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
            apply();
        }
        return false;
    }

private:
    void apply()
    {
        QPalette palette = m_widget.palette();
        const QColor& color = Theme::of(palette).*m_color;
        if (palette.color(QPalette::Active, QPalette::WindowText) != color) { // or this would be heard, too
            palette.setColor(QPalette::WindowText, color);
            m_widget.setPalette(palette);
        }
    }

    QWidget& m_widget;
    QColor Theme::*m_color = &Theme::text;
};

TextColor& textColorOf(QWidget& widget)
{
    for (QObject* child : widget.children()) {
        if (auto* known = dynamic_cast<TextColor*>(child)) {
            return *known;
        }
    }
    return *new TextColor(widget);
}

} // namespace

void colorText(QWidget& widget, QColor Theme::*color)
{
    textColorOf(widget).use(color);
}

} // namespace lockscope::ui
