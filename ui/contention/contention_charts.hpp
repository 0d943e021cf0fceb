// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/time_chart.hpp"
#include "contention/contention_model.hpp"
#include "contention/contention_ranking.hpp"
#include "contention/contention_words.hpp"
#include "theme/theme.hpp"

#include "lockscope/contention.hpp"

#include <QWidget>

#include <string>

class QGridLayout;
class QLabel;

namespace lockscope::ui {

class ChartFrame;
class ChartTile;
class HistogramChart;
class TablePage;
enum class TimesOf;

/// The charts of contention, one of them or all, below a line that says the most important in words: the figures of
/// now, or what the cursor points at.
class ContentionCharts : public QWidget
{
    Q_OBJECT

public:
    enum class View { waiting, rates, times, locks };
    static constexpr int viewCount = 4;
    enum class Arrangement { one, all };

    explicit ContentionCharts(QWidget* parent = nullptr);

    /// Which one is shown, where it is one.
    void setView(View view);
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }
    /// What the last of them lists.
    void setRankingBy(RankingBy by);
    [[nodiscard]] QString title(View view) const;
    [[nodiscard]] bool isSeen(View view) const;
    /// What is seen, in a word or two.
    [[nodiscard]] QString caption() const;

    /// What is known of who waits, for the line above the charts.
    void setKnown(Waiting known) { m_known = known; }
    /// Draws what is seen, and asks for nothing else.
    void draw(const ContentionHistory& history, const ContentionHistory::Query& query, ContentionHistory::Moment now);
    /// Only the line above the charts.
    void drawLine(const ContentionHistory& history, const ContentionHistory::Query& query,
                  ContentionHistory::Moment now);
    /// Something to be read now, e.g. what became of an export; until the next drawing but one.
    void setMessage(const QString& message);
    /// The same in the colour of what is wrong.
    void setFailure(const QString& message);
    [[nodiscard]] QString line() const;
    [[nodiscard]] TablePage& table() const { return *m_table; }
    void retranslate();

signals:
    /// Double click or Return on this lock.
    void lockActivated(const std::string& name);
    /// The same on this prefix; empty: on what stands for the names without one.
    void prefixActivated(const std::string& prefix);
    /// Double click or Return on this moment of a curve.
    void momentActivated(SystemTime at);

private:
    void buildTable();
    void arrange();
    ContentionSummary summarise(const ContentionHistory& history, const ContentionHistory::Query& query,
                                ContentionHistory::Moment now);
    void showLine();
    void drawSeries(TimeChart::Span span);
    void drawTimes(HistogramChart& chart, ChartTile& tile, const ContentionTimes& times, TimesOf what);
    void nameRanking();

    ContentionModel m_model;
    ContentionSeries m_series; ///< What the curves show.
    QLabel* m_line;
    QGridLayout* m_grid;
    TimeChart* m_waiting;
    TimeChart* m_rates;
    HistogramChart* m_holds;
    HistogramChart* m_waits;
    TablePage* m_table;
    ChartTile* m_waitingTile;
    ChartTile* m_ratesTile;
    ChartTile* m_holdsTile;
    ChartTile* m_waitsTile;
    QWidget* m_timesPair;
    ChartTile* m_tableTile;

    View m_view = View::waiting;
    Arrangement m_arrangement = Arrangement::one;
    RankingBy m_by = RankingBy::lock;
    Waiting m_known = Waiting::all;
    QString m_summary, m_readout, m_message;
    QColor Theme::*m_messageColor = &Theme::text;
    int m_messageDrawings = 0; ///< For how many drawings the message stays.
};

} // namespace lockscope::ui
