// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/form_layout.hpp"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QList>
#include <QStyle>

#include <algorithm>

namespace lockscope::ui {
namespace {

void collect(QLayoutItem& item, QList<QWidget*>& widgets)
{
    if (item.widget() != nullptr) {
        widgets << item.widget();
    } else if (QLayout* layout = item.layout(); layout != nullptr) {
        for (int at = 0; at < layout->count(); ++at) {
            collect(*layout->itemAt(at), widgets);
        }
    }
}

QList<QWidget*> fieldsOf(const QFormLayout& form)
{
    QList<QWidget*> fields;
    for (int row = 0; row < form.rowCount(); ++row) {
        for (const QFormLayout::ItemRole role : {QFormLayout::FieldRole, QFormLayout::SpanningRole}) {
            if (QLayoutItem* item = form.itemAt(row, role); item != nullptr) {
                collect(*item, fields);
                break; // what spans the row is its field, too
            }
        }
    }
    return fields;
}

} // namespace

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
    alignLabels();
}

/// A label is stretched along a tall field, up to a point, and has its words in the middle.
void FormLayout::alignLabels()
{
    for (int row = 0; row < rowCount(); ++row) {
        QLayoutItem* label = itemAt(row, LabelRole);
        QLayoutItem* field = itemAt(row, FieldRole);
        const QWidget* parts = field != nullptr ? field->widget() : nullptr;
        const QWidget* first = parts != nullptr ? parts->focusProxy() : nullptr;
        if (label == nullptr || first == nullptr || !parts->isAncestorOf(first)) {
            continue;
        }
        QRect place = label->geometry();
        place.setHeight(std::min(place.height(), std::max(first->sizeHint().height(), label->sizeHint().height())));
        label->setGeometry(place);
    }
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

void tabAlongRows(const QFormLayout& form)
{
    QWidget* before = nullptr;
    const auto follow = [&before](QWidget* stop) {
        if ((stop->focusPolicy() & Qt::TabFocus) != Qt::TabFocus || stop->focusProxy() != nullptr) {
            return;
        }
        if (before != nullptr) {
            QWidget::setTabOrder(before, stop);
        }
        before = stop;
    };
    for (QWidget* field : fieldsOf(form)) {
        follow(field);
        if (qobject_cast<QComboBox*>(field) == nullptr && qobject_cast<QAbstractSpinBox*>(field) == nullptr) {
            for (QWidget* part : field->findChildren<QWidget*>()) {
                follow(part);
            }
        }
    }
}

} // namespace lockscope::ui
