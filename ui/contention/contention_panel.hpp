// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contention/contention_charts.hpp"
#include "contention/contention_report.hpp"

#include "lockscope/contention.hpp"
#include "session/session.hpp"

#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QListWidget;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class ContentionExport;
class RangePicker;

/// How much clients wait, where, and how long: charts of the last minute to the last day, or of as long in the past, of
/// the whole server or of the locks that are selected in the table. Return or a double click on a moment of a curve
/// looks at it from nearer, + and − do so around the middle, Page Up and Page Down go back and forth. Records from the
/// first batch of a connection on, also while it is hidden; while it is seen, draws once a second, and says how many
/// wait now as often as the window does. Its QWidget::actions() are those that export.
class ContentionPanel : public QWidget
{
    Q_OBJECT

public:
    using Clock = std::function<ContentionHistory::Moment()>;
    /// @param session not owned, outlives the panel
    explicit ContentionPanel(Session& session, QWidget* parent = nullptr,
                             Clock clock = &ContentionHistory::Moment::now);

    enum class Scope { server, selected };
    void setScope(Scope scope);
    void setRange(milliseconds range);
    void setView(ContentionCharts::View view);
    void setRankingBy(RankingBy by);
    /// What the server is called in what is exported.
    void setServer(const QString& name) { m_server = name; }
    [[nodiscard]] const ContentionHistory& history() const { return m_history; }

public slots:
    /// Those that the scope "selected locks" means.
    void setSelectedLocks(std::vector<std::string> names);
    /// The same of so many that their names are asked for only where they are needed.
    void setManySelected(std::size_t count, std::function<std::vector<std::string>()> names);

signals:
    /// Double click or Return on a lock of the ranking.
    void lockActivated(const std::string& name);
    /// The same on a prefix: a filter text that finds its locks.
    void filterRequested(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildLayout();
    void connectParts();
    void keepChoices();
    void takeNames();
    void draw();
    void drawCharts();
    void followCounts();
    [[nodiscard]] Waiting known() const;
    void startAnew(Session::State state);
    void lookAt(SystemTime at);
    void arrange();
    void showScope();
    void showViews();
    void adoptTheme();
    void retranslate();
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] Scope scope() const;
    [[nodiscard]] RankingBy rankingBy() const;
    [[nodiscard]] ContentionHistory::Query query(const ContentionHistory::Moment& now) const;
    [[nodiscard]] ContentionReport report();
    [[nodiscard]] QStringList pictureHeader(SystemTime now) const;
    /// @param mostChars of a lock's name
    [[nodiscard]] QString selectedText(int mostChars) const;

    Session& m_session;
    Clock m_clock;
    ContentionHistory m_history;
    std::vector<std::string> m_selected;
    std::size_t m_selectedCount = 0;
    std::function<std::vector<std::string>()> m_names; ///< Of those that are selected, if m_selected lacks them.
    QString m_server;
    QTimer m_timer;

    QListWidget* m_views;
    RangePicker* m_range;
    QComboBox* m_scope;
    QComboBox* m_rankingBy;
    QToolButton* m_exportButton;
    QStackedWidget* m_pages;
    QLabel* m_empty;
    ContentionCharts* m_charts;
    ContentionExport* m_export;
};

} // namespace lockscope::ui
