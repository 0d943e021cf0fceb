// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_report.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QBuffer>
#include <QFontMetrics>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QLocale>
#include <QPainter>
#include <QSvgGenerator>
#include <QWidget>

#include <variant>

namespace lockscope::ui {
namespace {

/// Exactly, and without an exponent.
QString number(double value)
{
    return QString::number(value, 'f', QLocale::FloatingPointShortest);
}

QString certaintyName(Certainty certainty)
{
    return certainty == Certainty::exact ? QStringLiteral("exact") : QStringLiteral("estimated");
}

QString boundName(bool isExact)
{
    return isExact ? QStringLiteral("exact") : QStringLiteral("at_least");
}

QJsonObject jsonOf(const ContentionSummary& summary)
{
    QJsonObject object{{QStringLiteral("waiting_now"), static_cast<qint64>(summary.waiting_now)},
                       {QStringLiteral("held_now"), static_cast<qint64>(summary.held_now)},
                       {QStringLiteral("contended_now"), static_cast<qint64>(summary.contended_now)},
                       {QStringLiteral("most_waiting"), static_cast<qint64>(summary.most_waiting)},
                       {QStringLiteral("waiting_seconds"), summary.waiting_seconds},
                       {QStringLiteral("acquired"), static_cast<qint64>(summary.acquired)},
                       {QStringLiteral("released"), static_cast<qint64>(summary.released)},
                       {QStringLiteral("expired"), static_cast<qint64>(summary.expired)},
                       {QStringLiteral("forced"), static_cast<qint64>(summary.forced)},
                       {QStringLiteral("vanished"), static_cast<qint64>(summary.vanished)},
                       {QStringLiteral("observed_ms"), static_cast<qint64>(summary.observed.count())},
                       {QStringLiteral("live"), summary.live}};
    if (summary.most_waiting > 0) {
        object.insert(QStringLiteral("most_waiting_at"), isoTime(summary.most_waiting_at));
    }
    return object;
}

QJsonArray jsonOf(const ContentionSeries& series)
{
    QJsonArray array;
    for (const ContentionPoint& point : series.points) {
        QJsonObject object{{QStringLiteral("time"), isoTime(point.at)}};
        if (const auto& sample = point.sample) {
            object.insert(QStringLiteral("waiting"), sample->waiting);
            object.insert(QStringLiteral("most_waiting"), static_cast<qint64>(sample->most_waiting));
            object.insert(QStringLiteral("held"), sample->held);
            object.insert(QStringLiteral("contended"), sample->contended);
            object.insert(QStringLiteral("acquired_per_second"), sample->acquired);
            object.insert(QStringLiteral("released_per_second"), sample->released);
            object.insert(QStringLiteral("expired"), static_cast<qint64>(sample->expired));
            object.insert(QStringLiteral("vanished"), static_cast<qint64>(sample->vanished));
            object.insert(QStringLiteral("forced"), static_cast<qint64>(sample->forced));
        } else {
            object.insert(QStringLiteral("gap"), true);
        }
        array.append(object);
    }
    return array;
}

QJsonObject jsonOf(const ContentionTimes& times)
{
    QJsonArray bars;
    for (const auto& bar : times.bars) {
        bars.append(QJsonObject{{QStringLiteral("from_ms"), bar.from},
                                {QStringLiteral("to_ms"), bar.to},
                                {QStringLiteral("count"), static_cast<qint64>(bar.count)}});
    }
    return {{QStringLiteral("count"), static_cast<qint64>(times.count)},
            {QStringLiteral("estimated"), static_cast<qint64>(times.estimated)},
            {QStringLiteral("unseen"), static_cast<qint64>(times.unseen)},
            {QStringLiteral("p50_ms"), times.p50},
            {QStringLiteral("p90_ms"), times.p90},
            {QStringLiteral("p99_ms"), times.p99},
            {QStringLiteral("longest_ms"), static_cast<qint64>(times.longest.count())},
            {QStringLiteral("bars"), bars}};
}

QJsonArray jsonOf(const std::vector<ContendedLock>& locks)
{
    QJsonArray array;
    for (const ContendedLock& lock : locks) {
        QJsonObject object{{QStringLiteral("waiting_seconds"), lock.waiting_seconds},
                           {QStringLiteral("waiting_now"), static_cast<qint64>(lock.waiting_now)},
                           {QStringLiteral("most_waiting"), static_cast<qint64>(lock.most_waiting)},
                           {QStringLiteral("acquired"), static_cast<qint64>(lock.acquired)}};
        insertBytes(object, QStringLiteral("lock"), lock.name);
        if (lock.median_hold) {
            object.insert(QStringLiteral("median_hold_ms"), *lock.median_hold);
            object.insert(QStringLiteral("median_hold_certainty"), certaintyName(lock.median_certainty));
        }
        array.append(object);
    }
    return array;
}

QJsonArray jsonOf(const std::vector<ContendedPrefix>& prefixes)
{
    QJsonArray array;
    for (const ContendedPrefix& prefix : prefixes) {
        QJsonObject object{{QStringLiteral("waiting_seconds"), prefix.waiting_seconds},
                           {QStringLiteral("waiting_now"), static_cast<qint64>(prefix.waiting_now)},
                           {QStringLiteral("waiting_bound"), boundName(prefix.waits_exact)},
                           {QStringLiteral("most_waiting"), static_cast<qint64>(prefix.most_waiting)},
                           {QStringLiteral("most_waiting_bound"), boundName(prefix.most_exact)},
                           {QStringLiteral("acquired"), static_cast<qint64>(prefix.acquired)},
                           {QStringLiteral("locks"), static_cast<qint64>(prefix.locks)},
                           {QStringLiteral("acquired_bound"), boundName(prefix.acquired_exact)}};
        insertBytes(object, QStringLiteral("prefix"), prefix.prefix);
        array.append(object);
    }
    return array;
}

/// A widget below lines that say what it shows.
class Sheet
{
public:
    /// @param widget outlives the sheet
    Sheet(const QWidget& widget, const QStringList& header)
        : m_widget(widget)
        , m_header(header)
        , m_margin(widget.fontMetrics().height() / 2)
    {
        int top = m_margin;
        for (qsizetype i = 0; i < header.size(); ++i) {
            const QRect room(m_margin, top, widget.width(), kMostHeight);
            m_lines << QFontMetrics(fontOf(i)).boundingRect(room, kWrapped, header[i]);
            m_lines.back().setWidth(room.width());
            top = m_lines.back().bottom() + 1;
        }
        m_place = {m_margin, top + m_margin};
    }

    [[nodiscard]] QSize size() const
    {
        return {m_widget.width() + 2 * m_margin, m_place.y() + m_widget.height() + m_margin};
    }
    /// Where the widget goes.
    [[nodiscard]] QPoint place() const { return m_place; }
    void paintHeader(QPainter& painter) const
    {
        painter.fillRect(QRect(QPoint(0, 0), size()), m_widget.palette().color(QPalette::Window));
        painter.setPen(m_widget.palette().color(QPalette::WindowText));
        for (qsizetype i = 0; i < m_header.size(); ++i) {
            painter.setFont(fontOf(i));
            painter.drawText(m_lines[i], kWrapped, m_header[i]);
        }
    }

private:
    static constexpr int kMostHeight = 10'000;
    static constexpr int kWrapped = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;

    [[nodiscard]] QFont fontOf(qsizetype line) const
    {
        QFont font = m_widget.font();
        font.setBold(line == 0);
        return font;
    }

    const QWidget& m_widget;
    QStringList m_header;
    int m_margin;
    QList<QRect> m_lines;
    QPoint m_place;
};

} // namespace

QByteArray seriesToCsv(const ContentionSeries& series)
{
    QString csv = csvRecord({QStringLiteral("time"), QStringLiteral("step_ms"), QStringLiteral("waiting"),
                             QStringLiteral("most_waiting"), QStringLiteral("held"), QStringLiteral("contended"),
                             QStringLiteral("acquired_per_second"), QStringLiteral("released_per_second"),
                             QStringLiteral("expired"), QStringLiteral("vanished"), QStringLiteral("forced")});
    for (const ContentionPoint& point : series.points) {
        QStringList fields{isoTime(point.at), QString::number(series.step.count())};
        if (const auto& sample = point.sample) {
            fields << number(sample->waiting) << QString::number(sample->most_waiting) << number(sample->held)
                   << number(sample->contended) << number(sample->acquired) << number(sample->released)
                   << QString::number(sample->expired) << QString::number(sample->vanished)
                   << QString::number(sample->forced);
        } else {
            fields << QStringList(9, QString());
        }
        csv += csvRecord(fields);
    }
    return csv.toUtf8();
}

QByteArray timesToCsv(const ContentionReport& report)
{
    QString csv = csvRecord({QStringLiteral("what"), QStringLiteral("from_ms"), QStringLiteral("to_ms"),
                             QStringLiteral("count"), QStringLiteral("certainty")});
    const auto add = [&](const QString& what, const ContentionTimes& times) {
        for (const auto& bar : times.bars) {
            csv += csvRecord(
                {what, number(bar.from), number(bar.to), QString::number(bar.count), certaintyName(times.certainty())});
        }
    };
    add(QStringLiteral("hold"), report.holds);
    add(QStringLiteral("wait"), report.waits);
    return csv.toUtf8();
}

QByteArray contendedToCsv(const std::vector<ContendedLock>& locks)
{
    QString csv = csvRecord({QStringLiteral("lock"), QStringLiteral("waiting_seconds"), QStringLiteral("waiting_now"),
                             QStringLiteral("most_waiting"), QStringLiteral("acquired"),
                             QStringLiteral("median_hold_ms"), QStringLiteral("median_hold_certainty")});
    for (const ContendedLock& lock : locks) {
        csv += csvRecord({displayText(lock.name), number(lock.waiting_seconds), QString::number(lock.waiting_now),
                          QString::number(lock.most_waiting), QString::number(lock.acquired),
                          lock.median_hold ? number(*lock.median_hold) : QString(),
                          lock.median_hold ? certaintyName(lock.median_certainty) : QString()});
    }
    return csv.toUtf8();
}

QByteArray contendedToCsv(const std::vector<ContendedPrefix>& prefixes)
{
    QString csv = csvRecord({QStringLiteral("prefix"), QStringLiteral("waiting_seconds"), QStringLiteral("waiting_now"),
                             QStringLiteral("waiting_bound"), QStringLiteral("most_waiting"),
                             QStringLiteral("most_waiting_bound"), QStringLiteral("acquired"), QStringLiteral("locks"),
                             QStringLiteral("acquired_bound")});
    for (const ContendedPrefix& prefix : prefixes) {
        csv += csvRecord(
            {displayText(prefix.prefix), number(prefix.waiting_seconds), QString::number(prefix.waiting_now),
             boundName(prefix.waits_exact), QString::number(prefix.most_waiting), boundName(prefix.most_exact),
             QString::number(prefix.acquired), QString::number(prefix.locks), boundName(prefix.acquired_exact)});
    }
    return csv.toUtf8();
}

QByteArray reportToJson(const ContentionReport& report)
{
    const bool byLock = kindOf(report.ranking) == RankingBy::lock;
    const QString scope = report.query.locks ? QStringLiteral("selected") : QStringLiteral("server");
    QJsonObject object{{QStringLiteral("server"), report.server},
                       {QStringLiteral("scope"), scope},
                       {QStringLiteral("time"), isoTime(report.at)},
                       {QStringLiteral("range_ms"), static_cast<qint64>(report.query.range.count())},
                       {QStringLiteral("until"), isoTime(report.at - report.query.ago)},
                       {QStringLiteral("summary"), jsonOf(report.summary)},
                       {QStringLiteral("step_ms"), static_cast<qint64>(report.series.step.count())},
                       {QStringLiteral("series"), jsonOf(report.series)},
                       {QStringLiteral("hold_times"), jsonOf(report.holds)},
                       {QStringLiteral("wait_times"), jsonOf(report.waits)},
                       {QStringLiteral("ranked_by"), byLock ? QStringLiteral("lock") : QStringLiteral("prefix")},
                       {QStringLiteral("most_contended"),
                        std::visit([](const auto& places) { return jsonOf(places); }, report.ranking)}};
    if (report.query.locks) {
        QJsonArray names;
        for (const std::string& name : *report.query.locks) {
            QJsonObject lock;
            insertBytes(lock, QStringLiteral("lock"), name);
            names.append(lock);
        }
        object.insert(QStringLiteral("locks"), names);
    }
    return QJsonDocument(object).toJson();
}

QByteArray pngOf(QWidget& widget, const QStringList& header)
{
    constexpr int kScale = 2;
    const Sheet sheet(widget, header);
    QImage image(sheet.size() * kScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    QPainter painter(&image);
    sheet.paintHeader(painter);
    painter.end();
    widget.render(&image, sheet.place());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svgOf(QWidget& widget, const QStringList& header)
{
    const Sheet sheet(widget, header);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(sheet.size());
    generator.setViewBox(QRect(QPoint(0, 0), sheet.size()));
    generator.setResolution(widget.logicalDpiX());
    generator.setTitle(header.front());
    QPainter painter(&generator);
    sheet.paintHeader(painter);
    widget.render(&painter, sheet.place());
    painter.end();
    return bytes;
}

} // namespace lockscope::ui
