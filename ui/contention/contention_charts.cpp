// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_charts.hpp"

#include "charts/histogram_chart.hpp"
#include "contention/chart_tile.hpp"
#include "contention/contention_words.hpp"
#include "delegates/bar_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "panels/table_page.hpp"
#include "text/server_text.hpp"
#include "theme/text_color.hpp"
#include "theme/theme.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <array>
#include <optional>
#include <vector>

namespace lockscope::ui {
namespace {

constexpr std::size_t kMostPoints = 600;
constexpr std::size_t kMostRanked = 50;
/// In characters.
constexpr int kNameWidth = 30;
/// A message is read for some seconds; a drawing comes each second.
constexpr int kMessageDrawings = 6;

double secondsOf(milliseconds duration)
{
    return std::chrono::duration<double>(duration).count();
}

template <typename Value>
std::vector<std::optional<double>> valuesOf(const ContentionSeries& series, Value value)
{
    std::vector<std::optional<double>> values;
    values.reserve(series.points.size());
    for (const ContentionPoint& point : series.points) {
        values.push_back(point.sample ? std::optional(value(*point.sample)) : std::nullopt);
    }
    return values;
}

} // namespace

ContentionCharts::ContentionCharts(QWidget* parent)
    : QWidget(parent)
    , m_line(plainLabel({}, this))
    , m_grid(new QGridLayout)
    , m_waiting(new TimeChart(this))
    , m_rates(new TimeChart(this))
    , m_holds(new HistogramChart(this))
    , m_waits(new HistogramChart(this))
    , m_table(new TablePage(this))
    , m_waitingTile(new ChartTile(m_waiting, this))
    , m_ratesTile(new ChartTile(m_rates, this))
    , m_holdsTile(new ChartTile(m_holds, this))
    , m_waitsTile(new ChartTile(m_waits, this))
    , m_timesPair(new QWidget(this))
    , m_tableTile(new ChartTile(m_table, this))
{
    m_line->setWordWrap(true);
    auto* pair = new QHBoxLayout(m_timesPair);
    pair->setContentsMargins({});
    pair->setSpacing(fontMetrics().averageCharWidth());
    pair->addWidget(m_holdsTile, 1);
    pair->addWidget(m_waitsTile, 1);
    m_grid->setContentsMargins({});
    m_grid->setSpacing(fontMetrics().averageCharWidth());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_line);
    layout->addLayout(m_grid, 1);

    for (ChartFrame* chart : {static_cast<ChartFrame*>(m_waiting), static_cast<ChartFrame*>(m_rates),
                              static_cast<ChartFrame*>(m_holds), static_cast<ChartFrame*>(m_waits)}) {
        connect(chart, &ChartFrame::readoutChanged, this, [this](const QString& text) {
            m_readout = text;
            showLine();
        });
    }
    for (const ChartFrame* chart : {m_waiting, m_rates}) {
        connect(chart, &ChartFrame::pointActivated, this, [this](int point) {
            emit momentActivated(m_series.points.at(static_cast<std::size_t>(point)).at + m_series.step / 2);
        });
    }
    buildTable();
    retranslate();
    arrange();
}

void ContentionCharts::buildTable()
{
    m_table->setModel(&m_model);
    QTableView& table = m_table->table();
    table.setItemDelegateForColumn(ContentionModel::Name, new TextDelegate(&table));
    table.setItemDelegateForColumn(ContentionModel::Waited, new BarDelegate(ContentionModel::ShareRole, &table));
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnWidths({kNameWidth, 28, 17, 15, 12, 16});
    m_table->giveRest(ContentionModel::Name, kNameWidth);
    m_table->keepColumnsAs(QStringLiteral("contention"));
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const QVariant prefix = index.data(ContentionModel::PrefixRole); prefix.isValid()) {
            emit prefixActivated(prefix.toByteArray().toStdString());
        } else {
            emit lockActivated(index.data(ContentionModel::LockBytesRole).toByteArray().toStdString());
        }
    });
}

QString ContentionCharts::title(View view) const
{
    switch (view) {
    case View::waiting: return tr("Clients waiting");
    case View::rates: return tr("Acquired and released");
    case View::times: return tr("Hold and wait times");
    case View::locks: break;
    }
    return m_by == RankingBy::lock ? tr("Most contended locks") : tr("Most contended prefixes");
}

QString ContentionCharts::caption() const
{
    return m_arrangement == Arrangement::all ? tr("Contention", "title of an exported picture") : title(m_view);
}

void ContentionCharts::setView(View view)
{
    m_view = view;
    arrange();
}

void ContentionCharts::setRankingBy(RankingBy by)
{
    m_by = by;
    nameRanking();
}

void ContentionCharts::setArrangement(Arrangement arrangement)
{
    if (arrangement != m_arrangement) {
        m_arrangement = arrangement;
        arrange();
    }
}

void ContentionCharts::arrange()
{
    const bool all = m_arrangement == Arrangement::all;
    const std::array<QWidget*, viewCount> widgets{m_waitingTile, m_ratesTile, m_timesPair, m_tableTile};
    for (int i = 0; i < viewCount; ++i) {
        QWidget* widget = widgets.at(static_cast<std::size_t>(i));
        m_grid->removeWidget(widget);
        const bool seen = isSeen(static_cast<View>(i));
        if (seen) {
            m_grid->addWidget(widget, all ? i / 2 : 0, all ? i % 2 : 0);
        }
        widget->setVisible(seen);
    }
    for (int i = 0; i < 2; ++i) {
        m_grid->setRowStretch(i, all || i == 0 ? 1 : 0);
        m_grid->setColumnStretch(i, all || i == 0 ? 1 : 0);
    }
    // Alone, a chart is named by what chose it; the figures below the two of one view say which is which.
    const auto titles = all ? ChartTile::Title::shown : ChartTile::Title::hidden;
    m_waitingTile->showTitle(titles);
    m_ratesTile->showTitle(titles);
    m_holdsTile->showTitle(titles);
    m_waitsTile->showTitle(titles);
    m_tableTile->showTitle(titles);
}

bool ContentionCharts::isSeen(View view) const
{
    return m_arrangement == Arrangement::all || view == m_view;
}

ContentionSummary ContentionCharts::summarise(const ContentionHistory& history, const ContentionHistory::Query& query,
                                              ContentionHistory::Moment now)
{
    const ContentionSummary summary = history.summary(query, now);
    m_summary = summaryText(summary, query, now.wall, m_known);
    return summary;
}

void ContentionCharts::drawLine(const ContentionHistory& history, const ContentionHistory::Query& query,
                                ContentionHistory::Moment now)
{
    summarise(history, query, now);
    showLine();
}

void ContentionCharts::draw(const ContentionHistory& history, const ContentionHistory::Query& query,
                            ContentionHistory::Moment now)
{
    const ContentionSummary summary = summarise(history, query, now);
    if (m_messageDrawings > 0 && --m_messageDrawings == 0) {
        m_message.clear();
    }
    showLine();
    if (isSeen(View::waiting) || isSeen(View::rates)) {
        m_series = history.series(query, now, kMostPoints);
        TimeChart::Span span{secondsOf(query.range), secondsOf(m_series.step), secondsOf(summary.begun)};
        if (query.ago > milliseconds{0}) {
            span.end = m_series.points.back().at + m_series.step;
            span.range = span.step * static_cast<double>(m_series.points.size());
            span.begun -= std::chrono::duration<double>(now.wall - *span.end).count();
        }
        drawSeries(span);
    }
    if (isSeen(View::times)) {
        drawTimes(*m_holds, *m_holdsTile, history.hold_times(query, now), TimesOf::holds);
        drawTimes(*m_waits, *m_waitsTile, history.wait_times(query, now), TimesOf::waits);
    }
    if (isSeen(View::locks)) {
        m_model.setRanking(rankingOf(history, m_by, query, now, kMostRanked));
        m_table->setNote(m_model.rowCount() > 0 ? QString() : tr("Nobody has waited for a lock in this time."));
    }
}

void ContentionCharts::drawSeries(TimeChart::Span span)
{
    const ContentionSeries& series = m_series;
    using Look = TimeChart::Look;
    if (isSeen(View::waiting)) {
        m_waiting->setWords(
            [series](int point) { return waitingText(series.points[static_cast<std::size_t>(point)]); });
        m_waiting->setData(
            span, {{tr("clients waiting, counted for each lock", "legend"), Look::area, &Theme::contended,
                    valuesOf(series, [](const ContentionSample& sample) { return sample.waiting; })},
                   {tr("the most at once", "legend: clients waiting"), Look::dotted, &Theme::contended,
                    valuesOf(series,
                             [](const ContentionSample& sample) { return static_cast<double>(sample.most_waiting); })},
                   {tr("locks contended", "legend"), Look::dashed, &Theme::held,
                    valuesOf(series, [](const ContentionSample& sample) { return sample.contended; })}});
    }
    if (isSeen(View::rates)) {
        m_rates->setWords(
            [series](int point) { return ratesText(series.points[static_cast<std::size_t>(point)], series.step); });
        m_rates->setData(span, {{tr("acquired a second", "legend"), Look::solid, &Theme::held,
                                 valuesOf(series, [](const ContentionSample& sample) { return sample.acquired; })},
                                {tr("released a second", "legend"), Look::dashed, &Theme::free,
                                 valuesOf(series, [](const ContentionSample& sample) { return sample.released; })},
                                {tr("expired, vanished or forced a second", "legend"), Look::dotted, &Theme::stuck,
                                 valuesOf(series, [](const ContentionSample& sample) { return sample.lost; })}});
    }
}

void ContentionCharts::drawTimes(HistogramChart& chart, ChartTile& tile, const ContentionTimes& times, TimesOf what)
{
    std::vector<HistogramChart::Bar> bars;
    bars.reserve(times.bars.size());
    for (const auto& bar : times.bars) {
        bars.push_back({bar.from, bar.to, bar.count});
    }
    chart.setWords([&chart, what](int point) {
        const HistogramChart::Bar& bar = chart.bars()[static_cast<std::size_t>(point)];
        return barText(bar.from, bar.to, bar.count, what);
    });
    chart.setData(std::move(bars),
                  {{{times.p50, tr("p50", "percentile")},
                    {times.p90, tr("p90", "percentile")},
                    {times.p99, tr("p99", "percentile")}}},
                  what == TimesOf::holds ? &Theme::held : &Theme::contended);
    const QString text = timesText(times, what);
    chart.setNote(times.count == 0 ? text : QString());
    tile.setFigures(times.count == 0 ? QString() : text, certaintyText(times, what));
}

void ContentionCharts::setMessage(const QString& message)
{
    m_message = message;
    m_messageColor = &Theme::text;
    m_messageDrawings = kMessageDrawings;
    showLine();
}

void ContentionCharts::setFailure(const QString& message)
{
    m_message = message;
    m_messageColor = &Theme::danger;
    m_messageDrawings = kMessageDrawings;
    showLine();
}

QString ContentionCharts::line() const
{
    return m_line->text();
}

void ContentionCharts::showLine()
{
    const QString text = !m_message.isEmpty() ? m_message : !m_readout.isEmpty() ? m_readout : m_summary;
    colorText(*m_line, m_message.isEmpty() ? &Theme::text : m_messageColor);
    if (text != m_line->text()) {
        m_line->setText(text);
    }
}

void ContentionCharts::nameRanking()
{
    m_tableTile->setTitle(title(View::locks));
    m_table->table().setAccessibleName(title(View::locks));
}

void ContentionCharts::retranslate()
{
    m_waitingTile->setTitle(title(View::waiting));
    m_ratesTile->setTitle(title(View::rates));
    m_holdsTile->setTitle(tr("Hold times"));
    m_waitsTile->setTitle(tr("Wait times"));
    nameRanking();
    m_model.retranslate();
}

} // namespace lockscope::ui
