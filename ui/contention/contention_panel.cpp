// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_panel.hpp"

#include "contention/contention_export.hpp"
#include "contention/contention_words.hpp"
#include "panels/kept_choices.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lockscope::ui {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr std::array<milliseconds, 6> kRanges{minutes{1}, minutes{5}, minutes{15}, hours{1}, hours{6}, hours{24}};
constexpr int kFirstRange = 1;
/// In the order of ContentionCharts::View.
const std::array<QString, ContentionCharts::viewCount> kViews{QStringLiteral("waiting"), QStringLiteral("rates"),
                                                              QStringLiteral("times"), QStringLiteral("locks")};
constexpr std::chrono::seconds kBetweenDrawings{1};
constexpr std::size_t kMostReported = 1000;
/// Characters of a lock's name, in the box above the charts and in a picture.
constexpr int kBoxName = 20;
constexpr int kPictureName = 100;

} // namespace

ContentionPanel::ContentionPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_views(new QListWidget(this))
    , m_range(new QComboBox(this))
    , m_scope(new QComboBox(this))
    , m_exportButton(new QToolButton(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(plainLabel({}, this))
    , m_charts(new ContentionCharts(this))
    , m_export(new ContentionExport(
          *m_charts, [this] { drawCharts(); }, [this] { return report(); }, this))
{
    buildLayout();
    connectParts();
    keepChoices();
    retranslate();
    adoptTheme();
    arrange();
    draw();
}

void ContentionPanel::buildLayout()
{
    for (int i = 0; i < ContentionCharts::viewCount; ++i) {
        m_views->addItem(QString());
    }
    m_views->setCurrentRow(0);
    m_views->setSpacing(2);
    m_views->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_views->setTextElideMode(Qt::ElideRight);
    m_views->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    for (const milliseconds range : kRanges) {
        m_range->addItem(QString(), static_cast<int>(std::chrono::duration_cast<minutes>(range).count()));
    }
    m_range->setCurrentIndex(kFirstRange);
    m_scope->addItem(QString(), QStringLiteral("server"));
    m_scope->addItem(QString(), QStringLiteral("selected"));
    for (QComboBox* box : {m_range, m_scope}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    auto* menu = new QMenu(m_exportButton);
    menu->addActions(m_export->actions());
    addActions(m_export->actions());
    m_exportButton->setMenu(menu);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    m_exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_exportButton->setIcon(icon(QStringLiteral("export")));
    m_exportButton->setAutoRaise(true);
    m_exportButton->setFocusPolicy(Qt::StrongFocus);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setTextInteractionFlags(Qt::NoTextInteraction);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_charts);

    auto* bar = new QHBoxLayout;
    bar->addWidget(m_range);
    bar->addWidget(m_scope);
    bar->addStretch(1);
    bar->addWidget(m_exportButton);
    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    right->addLayout(bar);
    right->addWidget(m_pages, 1);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_views);
    layout->addLayout(right, 1);
}

void ContentionPanel::connectParts()
{
    m_timer.setInterval(kBetweenDrawings);
    connect(&m_timer, &QTimer::timeout, this, &ContentionPanel::draw);
    connect(m_views, &QListWidget::currentRowChanged, this, [this](int row) {
        m_charts->setView(static_cast<ContentionCharts::View>(row));
        draw();
    });
    connect(m_range, &QComboBox::currentIndexChanged, this, &ContentionPanel::draw);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ContentionPanel::draw);
    connect(m_charts, &ContentionCharts::lockActivated, this, &ContentionPanel::lockActivated);
    connect(m_export, &ContentionExport::finished, m_charts, &ContentionCharts::setMessage);
    connect(&m_session, &Session::batchArrived, this, [this](const std::shared_ptr<const MonitorBatch>& batch) {
        const bool wasEmpty = m_history.empty();
        m_history.take(*batch, ContentionHistory::Moment::now());
        if (wasEmpty != m_history.empty()) { // what can be exported, too
            draw();
        }
    });
    connect(&m_session, &Session::stateChanged, this, &ContentionPanel::startAnew);
}

void ContentionPanel::keepChoices()
{
    auto* kept = new KeptChoices(QStringLiteral("contention"), this);
    kept->add(
        QStringLiteral("chart"), [this] { return kViews.at(static_cast<std::size_t>(m_views->currentRow())); },
        [this](const QString& chart) {
            const auto found = std::find(kViews.begin(), kViews.end(), chart);
            if (found != kViews.end()) {
                m_views->setCurrentRow(static_cast<int>(found - kViews.begin()));
            }
        });
    kept->add(QStringLiteral("minutes"), *m_range);
    kept->add(QStringLiteral("scope"), *m_scope);
}

void ContentionPanel::startAnew(Session::State state)
{
    if (state != Session::State::connected) {
        m_history.clear();
        m_selected.clear();
        showScope();
        draw();
    }
}

void ContentionPanel::setSelectedLocks(std::vector<std::string> names)
{
    if (names == m_selected) {
        return;
    }
    m_selected = std::move(names);
    showScope();
    if (scope() == Scope::selected) {
        draw();
    }
}

void ContentionPanel::setScope(Scope scope)
{
    m_scope->setCurrentIndex(static_cast<int>(scope));
}

void ContentionPanel::setRange(milliseconds range)
{
    for (std::size_t i = 0; i < kRanges.size(); ++i) {
        if (kRanges.at(i) == range) {
            m_range->setCurrentIndex(static_cast<int>(i));
        }
    }
}

void ContentionPanel::setView(ContentionCharts::View view)
{
    m_views->setCurrentRow(static_cast<int>(view));
}

ContentionPanel::Scope ContentionPanel::scope() const
{
    return static_cast<Scope>(m_scope->currentIndex());
}

ContentionHistory::Query ContentionPanel::query() const
{
    ContentionHistory::Query query{kRanges.at(static_cast<std::size_t>(m_range->currentIndex()))};
    if (scope() == Scope::selected) {
        query.locks = m_selected;
    }
    return query;
}

ContentionReport ContentionPanel::report() const
{
    const auto now = ContentionHistory::Moment::now();
    ContentionReport report;
    report.server = m_server;
    report.header = pictureHeader(now.wall);
    report.at = now.wall;
    report.query = query();
    report.summary = m_history.summary(report.query, now);
    report.series = m_history.series(report.query, now);
    report.holds = m_history.hold_times(report.query, now);
    report.waits = m_history.wait_times(report.query, now);
    report.locks = m_history.most_contended(report.query, now, kMostReported);
    return report;
}

QStringList ContentionPanel::pictureHeader(SystemTime now) const
{
    const QString caption = m_charts->caption();
    const QString title =
        m_server.isEmpty() ? caption : tr("%1 – %2", "what a picture shows, of which server").arg(caption, m_server);
    const QString which =
        scope() == Scope::server ? m_scope->itemText(static_cast<int>(Scope::server)) : selectedText(kPictureName);
    const QString until = tr("until %1", "end of the time range of a picture").arg(dateAndClockText(now));
    return {title, QStringList{which, m_range->currentText(), until}.join(QStringLiteral(" · "))};
}

QString ContentionPanel::emptyText() const
{
    if (m_history.empty()) {
        return m_session.state() == Session::State::connected
                 ? tr("Nothing has been seen yet. Who waits, for what and for how long appears here as it happens.")
                 : tr("Not connected. Who waits, for what and for how long appears here while a server is watched.");
    }
    if (scope() == Scope::selected && m_selected.empty()) {
        return tr("No lock is selected. Select locks in the table above to see them alone.");
    }
    return {};
}

void ContentionPanel::draw()
{
    const QString empty = emptyText();
    m_empty->setText(empty);
    m_pages->setCurrentWidget(empty.isEmpty() ? static_cast<QWidget*>(m_charts) : m_empty);
    m_export->setEnabled(empty.isEmpty());
    m_exportButton->setEnabled(empty.isEmpty());
    if (empty.isEmpty() && isVisible()) {
        drawCharts();
    }
}

void ContentionPanel::drawCharts()
{
    m_charts->draw(m_history, query(), ContentionHistory::Moment::now());
}

/// All charts where there is room for all of them, otherwise a list to choose one.
void ContentionPanel::arrange()
{
    const QFontMetrics metrics = fontMetrics();
    const bool all = height() >= metrics.height() * 34 && width() >= metrics.averageCharWidth() * 130;
    m_charts->setArrangement(all ? ContentionCharts::Arrangement::all : ContentionCharts::Arrangement::one);
    m_views->setVisible(!all);
    int widest = 0;
    for (int i = 0; i < m_views->count(); ++i) {
        widest = std::max(widest, m_views->fontMetrics().horizontalAdvance(m_views->item(i)->text()));
    }
    // On a narrow panel the charts need the room more than the whole of their names.
    m_views->setFixedWidth(
        std::min(widest + m_views->fontMetrics().averageCharWidth() * 4, std::max(width() / 4, metrics.height())));
}

void ContentionPanel::showScope()
{
    m_scope->setItemText(static_cast<int>(Scope::server), tr("Whole server"));
    const bool one = m_selected.size() == 1;
    m_scope->setItemText(static_cast<int>(Scope::selected), selectedText(kBoxName));
    m_scope->setToolTip(one ? toolTipText(m_selected.front()) : QString());
}

QString ContentionPanel::selectedText(int mostChars) const
{
    return m_selected.size() == 1
             ? tr("Selected: %1", "the name of a lock").arg(shortText(m_selected.front(), mostChars))
             : tr("%Ln selected lock(s)", nullptr, pluralCount(m_selected.size()));
}

void ContentionPanel::adoptTheme()
{
    QPalette words = palette();
    words.setColor(QPalette::WindowText, Theme::of(words).mutedText);
    m_empty->setPalette(words);
}

void ContentionPanel::retranslate()
{
    for (int i = 0; i < m_views->count(); ++i) {
        m_views->item(i)->setText(ContentionCharts::title(static_cast<ContentionCharts::View>(i)));
    }
    const std::array texts{tr("Last minute"), tr("Last 5 minutes"), tr("Last 15 minutes"),
                           tr("Last hour"),   tr("Last 6 hours"),   tr("Last 24 hours")};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        m_range->setItemText(static_cast<int>(i), texts.at(i));
    }
    m_views->setAccessibleName(tr("Chart"));
    m_range->setAccessibleName(tr("Time range"));
    m_scope->setAccessibleName(tr("Which locks"));
    m_exportButton->setText(tr("E&xport", "contention"));
    m_exportButton->setToolTip(toolTipText(tr("Save the charts or their values to a file")));
    m_export->retranslate();
    m_charts->retranslate();
    showScope();
}

void ContentionPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        retranslate();
        arrange();
        draw();
        break;
    case QEvent::FontChange: arrange(); break;
    case QEvent::PaletteChange: adoptTheme(); break;
    default: break;
    }
}

void ContentionPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    draw();
    m_timer.start();
}

void ContentionPanel::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void ContentionPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto before = m_charts->arrangement();
    arrange();
    if (m_charts->arrangement() != before) {
        draw();
    }
}

} // namespace lockscope::ui
