// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_legend.hpp"

#include "clients/wait_graph_items.hpp"
#include "text/character_width.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QPainter>
#include <QStringList>

namespace lockscope::ui {

WaitGraphLegend::WaitGraphLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
}

std::vector<WaitGraphLegend::Entry> WaitGraphLegend::entries() const
{
    return {{Sample::lock, tr("lock", "legend")},
            {Sample::thread, tr("thread of a client", "legend")},
            {Sample::holds, tr("held by", "legend: an arrow from a lock")},
            {Sample::waits, tr("waits", "legend: an arrow to a lock")},
            {Sample::mayWait, tr("may wait", "legend: an arrow to a lock")},
            {Sample::deadlock, tr("deadlock", "legend")}};
}

int WaitGraphLegend::place(int width, std::vector<QPoint>* corners) const
{
    const int line = fontMetrics().height();
    const int pad = line / 3;
    QPoint corner(pad, pad);
    for (const Entry& entry : entries()) {
        const int size = line * 2 + pad + fontMetrics().horizontalAdvance(entry.words);
        if (corner.x() > pad && corner.x() + size > width) {
            corner = QPoint(pad, corner.y() + line + pad);
        }
        if (corners != nullptr) {
            corners->push_back(corner);
        }
        corner.rx() += size + line;
    }
    return corner.y() + line + pad;
}

QSize WaitGraphLegend::sizeHint() const
{
    const int width = characterWidth(fontMetrics()) * 60;
    return {width, heightForWidth(width)};
}

QSize WaitGraphLegend::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 24, fontMetrics().height() * 5 / 3};
}

int WaitGraphLegend::heightForWidth(int width) const
{
    return place(width, nullptr);
}

void WaitGraphLegend::paintSample(QPainter& painter, Sample sample, const QRectF& rect) const
{
    const Theme& theme = Theme::of(palette());
    const qreal unit = fontMetrics().height();
    const QRectF shape = rect.adjusted(1, unit * 0.15, -1, -unit * 0.15);
    const auto drawLine = [&](WaitPicture::Edge::Kind kind, std::optional<WaitCycle::Certainty> deadlock) {
        painter.setPen(waitEdgePen(kind, deadlock, theme, unit));
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    };
    painter.setBrush(theme.raised);
    painter.setPen(QPen(theme.mutedText, 1.2));
    switch (sample) {
    case Sample::lock:
        painter.drawRoundedRect(shape, unit / 6, unit / 6);
        painter.fillRect(QRectF(shape.left() + 1, shape.top() + 1, unit / 5, shape.height() - 2), theme.contended);
        break;
    case Sample::thread: painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2); break;
    case Sample::holds: drawLine(WaitPicture::Edge::Kind::held_by, {}); break;
    case Sample::waits: drawLine(WaitPicture::Edge::Kind::waits_for, {}); break;
    case Sample::mayWait: drawLine(WaitPicture::Edge::Kind::may_wait_for, {}); break;
    case Sample::deadlock: drawLine(WaitPicture::Edge::Kind::held_by, WaitCycle::Certainty::certain); break;
    }
}

void WaitGraphLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<QPoint> corners;
    place(width(), &corners);
    const std::vector<Entry> all = entries();
    const int line = fontMetrics().height();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRect sample(corners[i], QSize(line * 2, line));
        paintSample(painter, all[i].sample, sample);
        painter.setPen(Theme::of(palette()).mutedText);
        painter.drawText(QRect(sample.right() + line / 3, sample.top(), width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, all[i].words);
    }
}

void WaitGraphLegend::retranslate()
{
    setAccessibleName(tr("Legend of the wait-for graph"));
    QStringList words;
    for (const Entry& entry : entries()) {
        words << entry.words;
    }
    setAccessibleDescription(namesText(words));
}

void WaitGraphLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) {
        makeRoom();
        updateGeometry();
        update();
    }
}

void WaitGraphLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

void WaitGraphLegend::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    makeRoom();
}

/// What scrolls does not ask how high it is at its width: the parts above would lose what is missing. Nobody knows its
/// width before it is seen.
void WaitGraphLegend::makeRoom()
{
    setMinimumHeight(isVisible() ? heightForWidth(width()) : 0);
}

} // namespace lockscope::ui
