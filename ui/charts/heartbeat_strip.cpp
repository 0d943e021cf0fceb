// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heartbeat_strip.hpp"

#include "charts/axis_steps.hpp"
#include "delegates/marks.hpp"
#include "models/lock_facts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

constexpr int kFrameInterval = 250;
/// Periods that the strip shows before now, and after it: a lease is three of them.
constexpr double kPast = 10;
constexpr double kFuture = 3.4;

double seconds(SteadyTime::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

void drawCross(QPainter& painter, const QPointF& middle, double half, const QColor& color)
{
    painter.setPen(QPen(color, half * 0.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(half, half), middle + QPointF(half, half));
    painter.drawLine(middle - QPointF(half, -half), middle + QPointF(half, -half));
}

} // namespace

HeartbeatStrip::HeartbeatStrip(QWidget* parent) : QWidget(parent), m_words(plainLabel({}, this))
{
    m_words->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_timer.setInterval(kFrameInterval);
    connect(&m_timer, &QTimer::timeout, this, &HeartbeatStrip::tick);
    setAccessibleName(tr("Heartbeat of the lock"));
    arrange();
    tick();
}

SteadyTime HeartbeatStrip::now() const
{
    return m_frozenAt.value_or(std::chrono::steady_clock::now());
}

bool HeartbeatStrip::Hold::is(const HoldRecord& record) const
{
    return !record.to && since && record.from == *since && record.owner == owner;
}

void HeartbeatStrip::addState(const LockState& state)
{
    m_type = state.type;
    m_onlySomeEnd = onlySomeEnd(state);
    m_heartbeat.observe(state);
    if (m_missedSome && m_heartbeat.beats() > 1) {
        m_missedSome = false;
        m_heartbeat.end();
        m_heartbeat.observe(state);
    }
    // Several readers renew one expiry together: what each of them did is not what the strip shows.
    const bool isAlone = state.holders.size() == 1 && state.holders_total <= 1;
    m_hold = isAlone ? Hold{state.holders.front().owner, state.held_since} : Hold{};
    if (m_record && !m_hold.is(*m_record)) {
        m_record.reset();
    }
    tick();
}

void HeartbeatStrip::setHistory(const std::vector<HoldRecord>& holds)
{
    const auto record =
        std::find_if(holds.rbegin(), holds.rend(), [this](const HoldRecord& hold) { return m_hold.is(hold); });
    m_record = record != holds.rend() ? std::optional(*record) : std::nullopt;
    tick();
}

void HeartbeatStrip::endHold()
{
    m_heartbeat.end();
    m_missedSome = false;
    m_hold = {};
    m_record.reset();
    tick();
}

void HeartbeatStrip::freeze(SteadyTime at)
{
    if (!m_frozenAt) {
        m_frozenAt = at;
    }
}

void HeartbeatStrip::unfreeze()
{
    if (m_frozenAt) {
        m_frozenAt.reset();
        m_heartbeat.end();
        m_missedSome = true;
        if (m_record) {
            m_record->seen_throughout = false;
        }
        tick();
    }
}

QString HeartbeatStrip::renewedText() const
{
    const bool knowsAll = m_record && m_record->from_exact && m_record->seen_throughout;
    const int times = std::max(pluralCount(m_heartbeat.beats()), pluralCount(m_record ? m_record->renewals : 0));
    if (times == 1) {
        return knowsAll ? tr("Renewed once.") : tr("Renewed at least once.");
    }
    const milliseconds every = m_heartbeat.period().value_or(milliseconds{0});
    if (m_heartbeat.beats() < 2 || every < m_heartbeat.pace() * 9 / 10) { // Nobody has seen the pace.
        return knowsAll ? tr("Renewed %Ln time(s).", nullptr, times)
                        : tr("Renewed at least %Ln time(s).", nullptr, times);
    }
    return (knowsAll ? tr("Renewed %Ln time(s), every %1.", nullptr, times)
                     : tr("Renewed at least %Ln time(s), every %1.", nullptr, times))
        .arg(durationText(every));
}

QString HeartbeatStrip::sentence(SteadyTime moment) const
{
    const auto left = m_heartbeat.time_to_loss(moment);
    const QString loss = durationText(left.value_or(milliseconds{0}));
    switch (m_heartbeat.kind(moment)) {
    case Heartbeat::Kind::none:
        return is_counter(m_type) ? tr("Nobody is known who would renew a lease: there is no heartbeat.")
                                  : tr("Nobody holds it: there is no heartbeat.");
    case Heartbeat::Kind::never_expires:
        return m_onlySomeEnd ? tr("One of its permits never ends: of it there is nothing to renew.")
                             : tr("It never expires: there is nothing to renew.");
    case Heartbeat::Kind::unknown:
        return tr("Not renewed yet; whether it will be, cannot be said. The lease ends in %1.").arg(loss);
    case Heartbeat::Kind::fixed:
        return tr("Not renewed when a watchdog would have: a fixed lease, or its client is dead. It ends in %1.")
            .arg(loss);
    case Heartbeat::Kind::watchdog: break;
    }
    if (const std::size_t missed = m_heartbeat.missed(moment - m_behind); missed > 0) {
        const QString every = durationText(m_heartbeat.pace());
        return tr("%Ln heartbeat(s) missed, due every %1. The lock is lost in %2.", nullptr, pluralCount(missed))
            .arg(every, loss);
    }
    if (m_frozenAt) { // Whether the next one came, nobody knows.
        return renewedText();
    }
    const auto due = m_heartbeat.next_due();
    if (!due) { // no watchdog's beat
        return inARow({renewedText(), tr("If it is not renewed again, the lock is lost in %1.").arg(loss)});
    }
    const auto until = std::chrono::duration_cast<milliseconds>(*due - moment);
    const QString next =
        until.count() > 0
            ? tr("The next is due in %1; if it fails, the lock is lost in %2.").arg(durationText(until), loss)
            : tr("The next is due now; if it fails, the lock is lost in %1.").arg(loss);
    return inARow({renewedText(), next});
}

void HeartbeatStrip::tick()
{
    const QString words = sentence(now());
    if (m_words->text() != words) {
        m_words->setText(words);
        setAccessibleDescription(words);
        arrange();
    }
    update();
}

int HeartbeatStrip::stripHeight() const
{
    return fontMetrics().height() * 5 / 2;
}

void HeartbeatStrip::arrange()
{
    const int pad = fontMetrics().height() / 3;
    layout()->setContentsMargins(pad * 2, pad, pad * 2, stripHeight());
    QPalette words = palette();
    const bool missed = m_heartbeat.missed(now() - m_behind) > 0;
    words.setColor(QPalette::WindowText, missed ? Theme::of(words).danger : Theme::of(words).text);
    m_words->setPalette(words);
    makeRoom();
}

/// A splitter does not ask how high words are that wrap.
void HeartbeatStrip::makeRoom()
{
    const int wanted = layout()->totalHeightForWidth(width());
    if (wanted > 0 && wanted != minimumHeight()) {
        setMinimumHeight(wanted);
    }
}

void HeartbeatStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

void HeartbeatStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(palette());
    const SteadyTime moment = now();
    const double unit = seconds(m_heartbeat.period().value_or(std::max(m_heartbeat.lease() / 3, milliseconds{1})));
    const int margin = fontMetrics().height();
    const double left = margin;
    const double right = width() - margin;
    const double middle = height() - stripHeight() + fontMetrics().height() * 0.7;
    const double half = fontMetrics().ascent() * 0.36;
    const auto x = [&](double fromNow) { return left + (right - left) * (fromNow / unit + kPast) / (kPast + kFuture); };

    painter.setPen(QPen(theme.track, half * 0.7, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(left, middle), QPointF(right, middle));
    const Heartbeat::Kind kind = m_heartbeat.kind(moment);
    if (kind == Heartbeat::Kind::none || kind == Heartbeat::Kind::never_expires) {
        return;
    }
    const double nowX = x(0);
    const auto loss = m_heartbeat.time_to_loss(moment);
    const double lossX = std::min(right, x(std::chrono::duration<double>(loss.value_or(milliseconds{0})).count()));
    painter.setPen(QPen(mixed(theme.base, theme.held, 0.45), half * 0.7, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(nowX, middle), QPointF(lossX, middle));

    for (const Heartbeat::Mark& mark : m_heartbeat.marks(moment - m_behind)) {
        const double at = x(seconds(mark.at - moment));
        if (at < left - half) {
            continue;
        }
        if (mark.what == Heartbeat::Mark::What::beat) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.held);
            painter.drawEllipse(QPointF(at, middle), half, half);
        } else {
            drawCross(painter, {at, middle}, half, theme.danger);
        }
    }
    if (const auto due = m_heartbeat.next_due(); due && *due > moment) {
        painter.setPen(QPen(theme.held, half * 0.45));
        painter.setBrush(theme.window);
        painter.drawEllipse(QPointF(x(seconds(*due - moment)), middle), half * 0.85, half * 0.85);
    }
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawLine(QPointF(nowX, middle - half * 1.8), QPointF(nowX, middle + half * 1.8));
    const double side = half * 2.6;
    drawEventMark(painter, QRectF(lossX - side / 2, middle - side / 2, side, side), LockEvent::Kind::expired,
                  eventColor(LockEvent::Kind::expired, theme));

    painter.setPen(theme.mutedText);
    const int line = qRound(middle + half * 2);
    const auto label = [&](double at, const QString& text) {
        const int width = fontMetrics().horizontalAdvance(text) + 4;
        const int from = std::clamp(qRound(at) - width / 2, 0, std::max(0, this->width() - width));
        painter.drawText(QRect(from, line, width, fontMetrics().height()), Qt::AlignCenter, text);
        return QRect(from, line, width, fontMetrics().height());
    };
    const QRect atNow = label(nowX, nowLabel());
    const QString lost = tr("lost", "end of a lease, on an axis");
    if (lossX - fontMetrics().horizontalAdvance(lost) > atNow.right()) {
        label(lossX, lost);
    }
    const double past = std::round(kPast * unit);
    if (kind == Heartbeat::Kind::watchdog && past >= 1) { // Otherwise there is nothing in it.
        label(left, QChar(0x2212) + durationText(milliseconds{static_cast<qint64>(past * 1000)}));
    }
}

void HeartbeatStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        setAccessibleName(tr("Heartbeat of the lock"));
        tick();
        break;
    case QEvent::PaletteChange:
    case QEvent::FontChange: arrange(); break;
    case QEvent::StyleChange: // A new style sheet takes the labels' own colours away, after this.
        QTimer::singleShot(0, this, &HeartbeatStrip::arrange);
        break;
    default: break;
    }
}

void HeartbeatStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    tick();
    m_timer.start();
}

void HeartbeatStrip::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

} // namespace lockscope::ui
