// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_export.hpp"

#include "contention/contention_charts.hpp"
#include "dialogs/save_file.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

#include <array>
#include <variant>

namespace lockscope::ui {
namespace {

using Format = ContentionExport::Format;

constexpr std::array kFormats{Format::png,      Format::svg,        Format::seriesCsv,
                              Format::timesCsv, Format::rankingCsv, Format::json};

} // namespace

ContentionExport::ContentionExport(ContentionCharts& charts, std::function<void()> draw,
                                   std::function<ContentionReport()> report, std::function<QString()> server,
                                   QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_draw(std::move(draw))
    , m_report(std::move(report))
    , m_server(std::move(server))
{
    for (const Format format : kFormats) {
        auto* action = new QAction(this);
        connect(action, &QAction::triggered, this, [this, format] { ask(format); });
        m_actions.append(action);
    }
    retranslate();
}

void ContentionExport::setEnabled(bool enabled)
{
    for (QAction* action : m_actions) {
        action->setEnabled(enabled);
    }
}

void ContentionExport::setRankingBy(RankingBy by)
{
    m_by = by;
    retranslate();
}

QString ContentionExport::nameOf(Format format) const
{
    switch (format) {
    case Format::png: return QStringLiteral("contention.png");
    case Format::svg: return QStringLiteral("contention.svg");
    case Format::seriesCsv: return QStringLiteral("contention-over-time.csv");
    case Format::timesCsv: return QStringLiteral("hold-and-wait-times.csv");
    case Format::rankingCsv:
        return m_by == RankingBy::lock ? QStringLiteral("most-contended-locks.csv")
                                       : QStringLiteral("most-contended-prefixes.csv");
    case Format::json: break;
    }
    return QStringLiteral("contention.json");
}

void ContentionExport::retranslate()
{
    const QStringList texts{tr("Charts as &PNG…", "export"),
                            tr("Charts as &SVG…", "export"),
                            tr("Values over &time as CSV…", "export"),
                            tr("&Hold and wait times as CSV…", "export"),
                            m_by == RankingBy::lock ? tr("Most contended &locks as CSV…", "export")
                                                    : tr("Most contended pre&fixes as CSV…", "export"),
                            tr("&Everything as JSON…", "export")};
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        m_actions[i]->setText(texts[i]);
        m_actions[i]->setIcon(icon(QStringLiteral("export")));
    }
}

void ContentionExport::ask(Format format)
{
    const QString proposed = nameWithSource(nameOf(format), m_server(), QDateTime::currentDateTime());
    connect(askWhereToSave(&m_charts, tr("Export contention"), proposed), &QFileDialog::fileSelected, this,
            [this, format](const QString& path) { save(path, format); });
}

QByteArray ContentionExport::content(Format format) const
{
    switch (format) {
    case Format::png: return pngOf(m_charts, m_report().header);
    case Format::svg: return svgOf(m_charts, m_report().header);
    case Format::seriesCsv: return seriesToCsv(m_report().series);
    case Format::timesCsv: return timesToCsv(m_report());
    case Format::rankingCsv:
        return std::visit([](const auto& places) { return contendedToCsv(places); }, m_report().ranking);
    case Format::json: break;
    }
    return reportToJson(m_report());
}

void ContentionExport::save(const QString& path, Format format)
{
    m_charts.setMessage({}); // what became of an earlier export does not belong into the picture
    m_draw();
    if (const QString error = saveFile(path, content(format)); !error.isEmpty()) {
        emit failed(tr("Not exported: %1").arg(error));
        return;
    }
    emit finished(tr("Exported to %1.").arg(QFileInfo(path).fileName()));
}

} // namespace lockscope::ui
