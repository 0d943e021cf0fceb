// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_page.hpp"

#include "clients/client_watch.hpp"
#include "clients/wait_graph_legend.hpp"
#include "clients/wait_graph_view.hpp"
#include "delegates/severity_delegate.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/lone_words.hpp"
#include "session/shown_time.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// The numbers in the nodes change without the graph changing.
constexpr int kRefreshInterval = 1000;
constexpr int kMostInNote = 40;
constexpr int kLeastChars = 32; ///< In a line of a sentence.

int countOf(const WaitCycles& cycles, bool certain)
{
    return static_cast<int>(
        std::count_if(cycles.cycles.begin(), cycles.cycles.end(), [certain](const WaitCycle& cycle) {
            return (cycle.certainty == WaitCycle::Certainty::certain) == certain;
        }));
}

} // namespace

WaitGraphPage::WaitGraphPage(const ClientWatch& watch, ClientNames names, QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_names(std::move(names))
    , m_zoomIn(new QAction(icon(QStringLiteral("plus")), {}, this))
    , m_zoomOut(new QAction(icon(QStringLiteral("minus")), {}, this))
    , m_fit(new QAction(icon(QStringLiteral("zoom-fit")), {}, this))
    , m_around(new QAction(icon(QStringLiteral("filter")), {}, this))
    , m_list(new QWidget(this))
    , m_summary(plainLabel({}, this))
    , m_sentences(new QListWidget(this))
    , m_note(plainLabel({}, this))
    , m_view(new WaitGraphView(this))
    , m_bar(new FlowBar(this))
    , m_empty(plainLabel({}, this))
    , m_pages(new QStackedWidget(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
{
    m_around->setCheckable(true);
    m_around->setChecked(true);
    buildLayout();
    m_timer.setInterval(kRefreshInterval);
    connect(&m_timer, &QTimer::timeout, this, &WaitGraphPage::showPicture);
    connect(&watch, &ClientWatch::graphChanged, this, [this] {
        if (isVisible()) {
            refresh();
        }
    });
    connect(&watch.shownTime(), &ShownTime::changed, this, &WaitGraphPage::showNote);
    connect(m_zoomIn, &QAction::triggered, m_view, &WaitGraphView::zoomIn);
    connect(m_zoomOut, &QAction::triggered, m_view, &WaitGraphView::zoomOut);
    connect(m_fit, &QAction::triggered, m_view, &WaitGraphView::fit);
    connect(m_around, &QAction::toggled, this, &WaitGraphPage::showPicture);
    connect(m_view, &WaitGraphView::lockActivated, this, &WaitGraphPage::lockActivated);
    connect(m_view, &WaitGraphView::clientActivated, this, &WaitGraphPage::clientActivated);
    connect(m_sentences, &QListWidget::currentRowChanged, this, &WaitGraphPage::showCycle);
    connect(m_sentences, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        const auto row = static_cast<std::size_t>(m_sentences->row(item));
        if (row < m_shown.cycles.size()) {
            emit lockActivated(std::string(m_shown.cycles[row].links.front().wants));
        }
    });
    retranslate();
    adoptPalette();
    adoptFont();
    refresh();
}

void WaitGraphPage::buildLayout()
{
    m_sentences->setWordWrap(true);
    m_sentences->setTextElideMode(Qt::ElideNone);
    m_sentences->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sentences->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_sentences->setResizeMode(QListView::Adjust);
    m_summary->setWordWrap(true);
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentences->setAlternatingRowColors(true);
    m_sentences->setSpacing(2);
    m_summary->setContentsMargins(6, 4, 6, 4);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::NoTextInteraction);
    new LoneWords(*m_empty);

    auto* down = new QVBoxLayout(m_list);
    down->setContentsMargins({});
    down->setSpacing(0);
    down->addWidget(m_summary);
    down->addWidget(m_sentences, 1);

    m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->row().setContentsMargins(6, 2, 4, 2);
    m_bar->row().addWidget(m_note);
    for (QAction* action : {m_around, m_zoomOut, m_zoomIn, m_fit}) {
        auto* button = new QToolButton(m_bar);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setToolButtonStyle(action == m_around ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        m_bar->row().addWidget(button);
    }

    auto* drawn = new QWidget(this);
    auto* graph = new QVBoxLayout(drawn);
    graph->setContentsMargins({});
    graph->setSpacing(0);
    graph->addWidget(m_bar);
    graph->addWidget(m_view, 1);
    graph->addWidget(new WaitGraphLegend(this));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(drawn);

    m_splitter->setObjectName(QStringLiteral("wait-graph"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(m_pages);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({300, 900});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_splitter);
}

void WaitGraphPage::setFocusLock(const std::string& name)
{
    focusOn({name, {}});
}

void WaitGraphPage::setFocusClient(const std::string& uuid)
{
    focusOn({{}, uuid});
}

/// What is chosen in the drawing would be taken for what is selected, where that is not drawn.
void WaitGraphPage::focusOn(const WaitFocus& focus)
{
    if (focus.lock != m_focus.lock || focus.client != m_focus.client) {
        m_isMarked = false;
        m_view->letGo();
    }
    m_focus = focus;
    if (isVisible()) {
        showPicture();
    }
}

void WaitGraphPage::refresh()
{
    showSentences();
    showPicture();
}

void WaitGraphPage::showSentences()
{
    m_shown = m_watch.cycles();
    QStringList sentences;
    for (const WaitCycle& cycle : m_shown.cycles) {
        sentences << cycleSentence(cycle, m_names);
    }
    const int certain = countOf(m_shown, true);
    const int possible = countOf(m_shown, false);
    QString summary = certain + possible == 0 ? tr("No deadlock: nobody waits in a ring.")
                    : possible == 0           ? tr("%Ln deadlock(s)", nullptr, certain)
                    : certain == 0
                        ? tr("%Ln possible deadlock(s)", nullptr, possible)
                        : tr("%1, %2", "deadlocks, possible deadlocks")
                              .arg(tr("%Ln deadlock(s)", nullptr, certain), tr("%Ln possible", "deadlocks", possible));
    if (!m_shown.complete) {
        summary = inARow({summary, tr("There are more; these were found first.")});
    }
    m_summary->setText(summary);
    m_sentences->setVisible(!sentences.isEmpty());
    if (sentences == m_shownSentences) {
        return;
    }
    m_shownSentences = sentences;
    const int row = m_sentences->currentRow();
    const QSignalBlocker still(m_sentences);
    m_sentences->clear();
    for (const QString& sentence : sentences) {
        auto* item = new QListWidgetItem(sentence, m_sentences);
        item->setToolTip(toolTipText(sentence));
    }
    m_sentences->setCurrentRow(std::min(row, m_sentences->count() - 1));
    markSentences();
}

/// As findings are marked.
void WaitGraphPage::markSentences()
{
    const int side = fontMetrics().ascent();
    m_sentences->setIconSize({side, side}); // Otherwise the height is reckoned for icons of another size.
    for (int row = 0; row < m_sentences->count(); ++row) {
        const bool isCertain = m_shown.cycles[static_cast<std::size_t>(row)].certainty == WaitCycle::Certainty::certain;
        m_sentences->item(row)->setIcon(
            severityIcon(isCertain ? Severity::critical : Severity::warning, palette(), side));
    }
}

void WaitGraphPage::showPicture()
{
    const WaitFocus focus = m_around->isChecked() ? m_focus : WaitFocus{};
    WaitPicture picture = m_watch.graph().picture(focus, m_watch.cycles());
    m_pages->setCurrentIndex(picture.nodes.empty() ? 0 : 1); // first: it is laid out for the room that it has
    m_view->setPicture(std::move(picture), m_names);
    if (!m_isMarked && !m_focus.lock.empty()) {
        m_isMarked = m_view->showLock(m_focus.lock);
    }
    showNote();
}

void WaitGraphPage::showNote()
{
    QStringList parts{m_watch.standstillText()};
    if (m_around->isChecked() && !m_focus.lock.empty()) {
        const auto& nodes = m_view->picture().nodes;
        const bool shown = std::any_of(nodes.begin(), nodes.end(), [this](const WaitPicture::Node& node) {
            return node.kind == WaitPicture::Node::Kind::lock && node.name == m_focus.lock;
        });
        const QString name = shortText(m_focus.lock, kMostInNote);
        parts << (shown ? tr("Around %1.").arg(name) : tr("Nobody waits for %1: this is the whole graph.").arg(name));
    } else if (m_around->isChecked() && !m_focus.client.empty()) {
        parts << tr("Around client %1, if it waits or is waited for.").arg(shortClient(m_focus.client));
    }
    const auto left = pluralCount(m_view->picture().locks_left_out);
    if (left > 0) {
        parts << tr("%Ln more lock(s) with waiters are not drawn.", nullptr, left);
    }
    m_note->setText(inARow(parts));
}

void WaitGraphPage::showCycle(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_shown.cycles.size()) {
        return;
    }
    // In a ring, each lock is wanted by somebody: the selected one stays marked if it is one of them.
    const auto& links = m_shown.cycles[static_cast<std::size_t>(row)].links;
    const bool isOfSelected =
        std::any_of(links.begin(), links.end(), [this](const auto& link) { return link.wants == m_focus.lock; });
    const std::string lock = isOfSelected ? m_focus.lock : links.front().wants;
    if (!m_view->showLock(lock)) {
        setFocusLock(lock);
        m_view->showLock(lock);
    }
}

QString WaitGraphPage::note() const
{
    return m_note->text();
}

void WaitGraphPage::retranslate()
{
    m_sentences->setAccessibleName(tr("Deadlocks"));
    m_zoomIn->setText(tr("Zoom in", "wait-for graph"));
    m_zoomOut->setText(tr("Zoom out", "wait-for graph"));
    m_fit->setText(tr("Fit into the window", "wait-for graph"));
    m_around->setText(tr("Around the selection"));
    m_around->setToolTip(tr("Draw only what is connected with the selected lock or client"));
    m_empty->setText(
        tr("Nobody waits for a lock.\nAs soon as somebody does, who waits for whom is drawn here, and rings "
           "are called deadlocks."));
}

void WaitGraphPage::adoptPalette()
{
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, Theme::of(muted).mutedText);
    for (QLabel* label : {m_note, m_empty}) {
        label->setPalette(muted);
    }
}

void WaitGraphPage::adoptFont()
{
    // Narrower, long names would be cut.
    m_list->setMinimumWidth(characterWidth(fontMetrics()) * kLeastChars);
    const int pad = fontMetrics().height();
    m_empty->setContentsMargins(pad, pad / 2, pad, pad / 2);
}

void WaitGraphPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    } else if (event->type() == QEvent::PaletteChange) {
        adoptPalette();
        markSentences();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

void WaitGraphPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void WaitGraphPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

} // namespace lockscope::ui
