// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/form_layout.hpp"

#include <QLabel>
#include <QStyle>

namespace lockscope::ui {

/// Whether label and field fit side by side is decided without the space between them; so there is none, and each
/// label brings it.
FormLayout::FormLayout(QWidget* parent) : QFormLayout(parent)
{
    setHorizontalSpacing(0);
}

/// The whole height is kept for two widths, but the heights of the rows only for the width that was asked about last;
/// and they are what the fields get. So this width is asked about last. The two before it drive it out of what is kept.
void FormLayout::setGeometry(const QRect& rect)
{
    for (const int more : {2, 1, 0}) {
        (void)heightForWidth(rect.width() + more);
    }
    QFormLayout::setGeometry(rect);
}

void addRow(QFormLayout& form, const Text& label, QWidget* field)
{
    form.addRow(label(), field);
    auto* words = static_cast<QLabel*>(form.labelForField(field));
    words->setContentsMargins(0, 0, words->style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing), 0);
    keepTranslated(*words, [words, label] { words->setText(label()); });
    if (field->focusPolicy() == Qt::NoFocus && field->focusProxy() != nullptr) {
        words->setBuddy(field->focusProxy()); // a label leads only to what takes the focus itself
    }
}

} // namespace lockscope::ui
