// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_panel.hpp"

#include "contention/contention_export.hpp"
#include "contention/contention_words.hpp"
#include "contention/range_picker.hpp"
#include "models/lock_filter_terms.hpp"
#include "panels/flow_layout.hpp"
#include "panels/kept_choices.hpp"
#include "panels/letter_button.hpp"
#include "panels/lone_words.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

/// In the order of ContentionCharts::View.
const std::array<QString, ContentionCharts::viewCount> kViews{QStringLiteral("waiting"), QStringLiteral("rates"),
                                                              QStringLiteral("times"), QStringLiteral("locks")};
/// The filter for names without a prefix.
const QString kNoPrefix = QStringLiteral("-name:*:*");
constexpr std::chrono::seconds kBetweenDrawings{1};
constexpr std::size_t kMostReported = 1000;
/// Characters of a lock's name, in the box above the charts and in a picture.
constexpr int kBoxName = 20;
constexpr int kPictureName = 100;
/// Of so many steps at least a curve consists that somebody wants to see from nearer.
constexpr int kLeastSteps = 5;

} // namespace

ContentionPanel::ContentionPanel(Session& session, QWidget* parent, Clock clock)
    : QWidget(parent)
    , m_session(session)
    , m_clock(std::move(clock))
    , m_views(new QListWidget(this))
    , m_range(new RangePicker([this] { return m_clock().wall; }, this))
    , m_scope(new QComboBox(this))
    , m_rankingBy(new QComboBox(this))
    , m_exportButton(new LetterButton(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(plainLabel({}, this))
    , m_charts(new ContentionCharts(this))
    , m_export(new ContentionExport(
          *m_charts, [this] { drawCharts(); }, [this] { return report(); }, [this] { return m_server; }, this))
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
    m_views->setWordWrap(true);
    m_views->setResizeMode(QListView::Adjust); // another width, other lines
    m_views->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_scope->addItem(QString(), QStringLiteral("server"));
    m_scope->addItem(QString(), QStringLiteral("selected"));
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rankingBy->addItem(QString(), QStringLiteral("lock"));
    m_rankingBy->addItem(QString(), QStringLiteral("prefix"));
    m_rankingBy->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* menu = new QMenu(m_exportButton);
    menu->addActions(m_export->actions());
    addActions(m_export->actions());
    m_exportButton->setMenu(menu);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    m_exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_exportButton->setIcon(icon(QStringLiteral("export")));
    m_exportButton->setAutoRaise(true);
    m_exportButton->setFocusPolicy(Qt::StrongFocus);
    new LoneWords(*m_empty);
    m_empty->setTextInteractionFlags(Qt::NoTextInteraction);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_charts);

    auto* bar = new FlowLayout;
    bar->addWidget(m_range);
    bar->addWidget(m_scope);
    bar->addWidget(m_rankingBy);
    bar->addStretch();
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
        arrange();
        draw();
    });
    connect(m_range, &RangePicker::changed, this, &ContentionPanel::draw);
    connect(m_charts, &ContentionCharts::momentActivated, this, &ContentionPanel::lookAt);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ContentionPanel::draw);
    connect(m_rankingBy, &QComboBox::currentIndexChanged, this, [this] {
        m_charts->setRankingBy(rankingBy());
        m_export->setRankingBy(rankingBy());
        showViews();
        arrange();
        draw();
    });
    connect(m_charts, &ContentionCharts::lockActivated, this, &ContentionPanel::lockActivated);
    connect(m_charts, &ContentionCharts::prefixActivated, this, [this](const std::string& prefix) {
        emit filterRequested(prefix.empty() ? kNoPrefix : QStringLiteral("name:") + beginningValue(prefix));
    });
    connect(m_export, &ContentionExport::finished, m_charts, &ContentionCharts::setMessage);
    connect(m_export, &ContentionExport::failed, m_charts, &ContentionCharts::setFailure);
    connect(&m_session, &Session::batchArrived, this, [this](const std::shared_ptr<const MonitorBatch>& batch) {
        const bool wasEmpty = m_history.empty();
        m_history.take(*batch, m_clock());
        if (wasEmpty != m_history.empty()) { // what can be exported, too
            draw();
        } else if (batch->counts) {
            followCounts();
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
    kept->add(QStringLiteral("minutes"), m_range->lengths());
    kept->add(QStringLiteral("scope"), *m_scope);
    kept->add(QStringLiteral("ranking"), *m_rankingBy);
}

void ContentionPanel::startAnew(Session::State state)
{
    if (state != Session::State::connected) {
        m_history.clear();
        m_range->toNow();
        setSelectedLocks({});
        draw();
    }
}

void ContentionPanel::setSelectedLocks(std::vector<std::string> names)
{
    if (!m_names && names == m_selected) {
        return;
    }
    m_names = nullptr;
    m_selected = std::move(names);
    m_selectedCount = m_selected.size();
    showScope();
    if (scope() == Scope::selected) {
        draw();
    }
}

void ContentionPanel::setManySelected(std::size_t count, std::function<std::vector<std::string>()> names)
{
    m_names = std::move(names);
    m_selectedCount = count;
    showScope(); // they are drawn with the next second
}

void ContentionPanel::takeNames()
{
    if (m_names && scope() == Scope::selected) {
        m_selected = std::exchange(m_names, nullptr)();
        m_selectedCount = m_selected.size();
        showScope();
    }
}

void ContentionPanel::setScope(Scope scope)
{
    m_scope->setCurrentIndex(static_cast<int>(scope));
}

void ContentionPanel::setRange(milliseconds range)
{
    m_range->setRange(range);
}

void ContentionPanel::setView(ContentionCharts::View view)
{
    m_views->setCurrentRow(static_cast<int>(view));
}

void ContentionPanel::setRankingBy(RankingBy by)
{
    m_rankingBy->setCurrentIndex(static_cast<int>(by));
}

RankingBy ContentionPanel::rankingBy() const
{
    return static_cast<RankingBy>(m_rankingBy->currentIndex());
}

ContentionPanel::Scope ContentionPanel::scope() const
{
    return static_cast<Scope>(m_scope->currentIndex());
}

ContentionHistory::Query ContentionPanel::query(const ContentionHistory::Moment& now) const
{
    ContentionHistory::Query query{m_range->range()};
    if (const auto end = m_range->end()) {
        query.ago = std::chrono::duration_cast<milliseconds>(now.wall - *end);
    }
    if (scope() == Scope::selected) {
        query.locks = m_selected;
    }
    return query;
}

/// From nearer, but not from so near that what is kept of that time has only few steps there.
void ContentionPanel::lookAt(SystemTime at)
{
    const auto now = m_clock();
    ContentionHistory::Query around = query(now);
    around.range = milliseconds{1};
    around.ago = std::chrono::duration_cast<milliseconds>(now.wall - at);
    m_range->lookAt(at, m_history.series(around, now).step * kLeastSteps);
}

ContentionReport ContentionPanel::report()
{
    takeNames();
    const auto now = m_clock();
    ContentionReport report;
    report.server = m_server;
    report.header = pictureHeader(now.wall);
    report.at = now.wall;
    report.query = query(now);
    report.summary = m_history.summary(report.query, now);
    report.series = m_history.series(report.query, now);
    report.holds = m_history.hold_times(report.query, now);
    report.waits = m_history.wait_times(report.query, now);
    report.ranking = rankingOf(m_history, rankingBy(), report.query, now, kMostReported);
    return report;
}

QStringList ContentionPanel::pictureHeader(SystemTime now) const
{
    const QString caption = m_charts->caption();
    const QString title =
        m_server.isEmpty() ? caption : tr("%1 – %2", "what a picture shows, of which server").arg(caption, m_server);
    const QString which =
        scope() == Scope::server ? m_scope->itemText(static_cast<int>(Scope::server)) : selectedText(kPictureName);
    const QString until =
        tr("until %1", "end of the time range of a picture").arg(dateAndClockText(m_range->end().value_or(now)));
    return {title, QStringList{which, m_range->rangeText(), until}.join(QStringLiteral(" · "))};
}

QString ContentionPanel::emptyText() const
{
    if (m_history.empty()) {
        return m_session.state() == Session::State::connected
                 ? tr("Nothing has been seen yet. Who waits, for what and for how long appears here as it happens.")
                 : tr("Not connected. Who waits, for what and for how long appears here while a server is watched.");
    }
    if (scope() == Scope::selected && m_selectedCount == 0) {
        return tr("No lock is selected. Select locks in the table above to see them alone.");
    }
    return {};
}

void ContentionPanel::draw()
{
    if (isVisible()) {
        takeNames();
    }
    const QString empty = emptyText();
    m_empty->setText(empty);
    m_pages->setCurrentWidget(empty.isEmpty() ? static_cast<QWidget*>(m_charts) : m_empty);
    const auto now = m_clock();
    m_range->setBegin(m_history.empty() ? std::nullopt : std::optional(m_history.begin(now)));
    m_export->setEnabled(empty.isEmpty());
    m_exportButton->setEnabled(empty.isEmpty());
    if (empty.isEmpty() && isVisible()) {
        drawCharts();
    }
}

void ContentionPanel::drawCharts()
{
    takeNames();
    const auto now = m_clock();
    const ContentionHistory::Query asked = query(now);
    m_charts->setKnown(known());
    m_charts->draw(m_history, asked, now);
}

/// The window shows these numbers, too: two that differ would both be doubted.
void ContentionPanel::followCounts()
{
    if (isVisible() && scope() == Scope::server && !m_range->end() && emptyText().isEmpty()) {
        const auto now = m_clock();
        m_charts->setKnown(known());
        m_charts->drawLine(m_history, query(now), now);
    }
}

Waiting ContentionPanel::known() const
{
    const MonitorStatus& status = m_session.status();
    const bool mayAsk = status.permissions.all.empty() || status.permissions.allows(Feature::waiting_clients);
    return mayAsk && !status.counts.more_waiting ? Waiting::all : Waiting::some;
}

/// All charts where there is room for all of them, otherwise a list to choose one. What is to be ranked is asked where
/// the ranking is seen.
void ContentionPanel::arrange()
{
    const QFontMetrics metrics = fontMetrics();
    const bool all = height() >= metrics.height() * 34 && width() >= characterWidth(metrics) * 130;
    m_charts->setArrangement(all ? ContentionCharts::Arrangement::all : ContentionCharts::Arrangement::one);
    m_views->setVisible(!all);
    m_rankingBy->setVisible(m_charts->isSeen(ContentionCharts::View::locks));
    int widest = 0;
    for (int i = 0; i < m_views->count(); ++i) {
        widest = std::max(widest, m_views->fontMetrics().horizontalAdvance(m_views->item(i)->text()));
    }
    // On a narrow panel the charts need the room more than the whole of their names.
    m_views->setFixedWidth(
        std::min(widest + characterWidth(m_views->fontMetrics()) * 4, std::max(width() / 4, metrics.height())));
}

void ContentionPanel::showScope()
{
    m_scope->setItemText(static_cast<int>(Scope::server), tr("Whole server"));
    const bool one = m_selectedCount == 1;
    m_scope->setItemText(static_cast<int>(Scope::selected), selectedText(kBoxName));
    m_scope->setToolTip(one ? toolTipText(m_selected.front()) : QString());
}

void ContentionPanel::showViews()
{
    for (int i = 0; i < m_views->count(); ++i) {
        m_views->item(i)->setText(m_charts->title(static_cast<ContentionCharts::View>(i)));
    }
}

QString ContentionPanel::selectedText(int mostChars) const
{
    return m_selectedCount == 1 ? tr("Selected: %1", "the name of a lock").arg(shortText(m_selected.front(), mostChars))
                                : tr("%Ln selected lock(s)", nullptr, pluralCount(m_selectedCount));
}

void ContentionPanel::adoptTheme()
{
    QPalette words = palette();
    words.setColor(QPalette::WindowText, Theme::of(words).mutedText);
    m_empty->setPalette(words);
}

void ContentionPanel::retranslate()
{
    m_views->setAccessibleName(tr("Chart"));
    m_scope->setAccessibleName(tr("Which locks"));
    m_rankingBy->setAccessibleName(tr("Ranking"));
    m_rankingBy->setToolTip(toolTipText(tr("What is ranked: each lock, or all whose names begin alike, up to a ':'")));
    m_rankingBy->setItemText(static_cast<int>(RankingBy::lock), tr("Ranked by lock"));
    m_rankingBy->setItemText(static_cast<int>(RankingBy::prefix), tr("Ranked by prefix"));
    m_exportButton->setText(tr("E&xport", "contention"));
    m_exportButton->setToolTip(toolTipText(tr("Save the charts or their values to a file")));
    m_export->retranslate();
    m_charts->retranslate();
    showViews();
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

void ContentionPanel::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_PageUp: m_range->earlier(); return;
    case Qt::Key_PageDown: m_range->later(); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (const auto end = m_range->end()) {
            lookAt(*end - m_range->range() / 2);
        } else {
            m_range->changeLength(-1);
        }
        return;
    case Qt::Key_Minus: m_range->changeLength(+1); return;
    default: QWidget::keyPressEvent(event);
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
