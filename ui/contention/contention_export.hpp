// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contention/contention_report.hpp"

#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class QAction;

namespace lockscope::ui {

class ContentionCharts;

/// The actions that write what the contention panel shows into a file: as a picture, or as data.
class ContentionExport : public QObject
{
    Q_OBJECT

public:
    enum class Format { png, svg, seriesCsv, timesCsv, rankingCsv, json };
    Q_ENUM(Format)

    /// @param charts what is drawn into pictures; also the parent of the dialogs. Outlives this object.
    /// @param draw the charts as of now: they may be hidden, and old
    /// @param server what the server is called now
    ContentionExport(ContentionCharts& charts, std::function<void()> draw, std::function<ContentionReport()> report,
                     std::function<QString()> server, QObject* parent);

    [[nodiscard]] QList<QAction*> actions() const { return m_actions; }
    void setEnabled(bool enabled);
    /// What the report's ranking lists, to be called so.
    void setRankingBy(RankingBy by);
    void retranslate();
    /// Asks for a file, without waiting for the answer.
    void ask(Format format);
    void save(const QString& path, Format format);

signals:
    /// A sentence: where it was written.
    void finished(const QString& sentence);
    /// A sentence: why it was not.
    void failed(const QString& sentence);

private:
    [[nodiscard]] QByteArray content(Format format) const;
    [[nodiscard]] QString nameOf(Format format) const;

    ContentionCharts& m_charts;
    std::function<void()> m_draw;
    std::function<ContentionReport()> m_report;
    std::function<QString()> m_server;
    QList<QAction*> m_actions; ///< In the order of Format.
    RankingBy m_by = RankingBy::lock;
};

} // namespace lockscope::ui
