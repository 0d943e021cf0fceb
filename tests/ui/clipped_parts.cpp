// SPDX-License-Identifier: GPL-3.0-or-later
#include "clipped_parts.hpp"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolBar>

namespace lockscope::test {
namespace {

/// Rounding of fonts.
constexpr int kTolerance = 2;

bool isText(const QWidget& widget)
{
    const bool isPart =
        widget.parentWidget() != nullptr
        && (widget.parentWidget()->inherits("QAbstractSpinBox") || widget.parentWidget()->inherits("QComboBox")
            || widget.parentWidget()->inherits("QTabBar") || widget.parentWidget()->inherits("QLineEdit"));
    return !isPart && !widget.inherits("QToolBarExtension")
        && (widget.inherits("QLabel") || widget.inherits("QAbstractButton") || widget.inherits("QComboBox")
            || widget.inherits("QAbstractSpinBox") || widget.inherits("QLineEdit"));
}

QString nameOf(const QWidget& widget)
{
    QString text;
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        text = label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        text = button->text();
    }
    return QStringLiteral("%1 “%2” in %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), text.left(40),
             QString::fromLatin1(widget.parentWidget() ? widget.parentWidget()->metaObject()->className() : ""));
}

QSize needed(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->wordWrap()) {
            return {0, label->heightForWidth(label->width())};
        }
        return label->text().isEmpty() ? QSize() : label->sizeHint();
    }
    if (widget.inherits("QAbstractButton") && widget.hasHeightForWidth()) {
        return {widget.minimumSizeHint().width(), widget.heightForWidth(widget.width())};
    }
    const QSize least = widget.minimumSizeHint();
    return widget.inherits("QAbstractButton") ? widget.sizeHint() : QSize(0, least.height());
}

QString sizeText(const QSize& size)
{
    return QStringLiteral("%1 x %2").arg(size.width()).arg(size.height());
}

/// Up to the window, or to what scrolls.
QString sticksOut(const QWidget& widget)
{
    for (const QWidget* over = widget.parentWidget(); over != nullptr; over = over->parentWidget()) {
        const QRect place(widget.mapTo(over, QPoint(0, 0)), widget.size());
        if (const auto* area = qobject_cast<const QAbstractScrollArea*>(over->parentWidget())) {
            const bool isOutOfReach = area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff
                                   && (place.left() < -kTolerance || place.right() > over->width() + kTolerance);
            return isOutOfReach ? QStringLiteral("is %1 wide at %2, and a view of %3 does not scroll sideways")
                                      .arg(place.width())
                                      .arg(place.left())
                                      .arg(over->width())
                                : QString();
        }
        if (!over->rect().adjusted(-kTolerance, -kTolerance, kTolerance, kTolerance).contains(place)) {
            return QStringLiteral("sticks out of %1 (%2)")
                .arg(QString::fromLatin1(over->metaObject()->className()), sizeText(over->size()));
        }
        if (over->isWindow()) {
            break;
        }
    }
    return {};
}

} // namespace

QStringList clippedParts(const QWidget& root)
{
    QStringList faults;
    QList<const QWidget*> parts;
    for (const QWidget* each : root.findChildren<QWidget*>()) {
        if (!each->isVisibleTo(&root) || each->window() != root.window() || !isText(*each)) {
            continue;
        }
        parts << each;
        const QSize need = needed(*each);
        if (each->width() + kTolerance < need.width() || each->height() + kTolerance < need.height()) {
            faults << nameOf(*each) + QStringLiteral(": is %1, needs %2").arg(sizeText(each->size()), sizeText(need));
        }
        if (const QString out = sticksOut(*each); !out.isEmpty()) {
            faults << nameOf(*each) + QStringLiteral(": ") + out;
        }
    }
    for (qsizetype i = 0; i < parts.size(); ++i) {
        for (qsizetype j = i + 1; j < parts.size(); ++j) {
            if (parts[i]->parentWidget() == parts[j]->parentWidget()
                && parts[i]->geometry().intersects(parts[j]->geometry())) {
                faults << nameOf(*parts[i]) + QStringLiteral(" lies over ") + nameOf(*parts[j]);
            }
        }
    }
    return faults;
}

} // namespace lockscope::test
