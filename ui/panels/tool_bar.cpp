// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/tool_bar.hpp"

#include "comfort/action_list.hpp"
#include "main_actions.hpp"
#include "panels/filter_field.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kEdge = 3;
constexpr int kServerChars = 36;
constexpr int kLeastServerChars = 12;
constexpr int kShortestServerChars = 6;
constexpr int kShareOfServer = 5; ///< Of the width.
constexpr int kFilterChars = 14;
constexpr int kLeastFilterChars = 6; ///< Before something else has to go.
constexpr int kDot = 10;
constexpr int kDotCanvas = 24; ///< The toolbar gives every icon the same size.

/// Filled while it is live, a ring while it is not: told apart without colour.
QIcon linkDot(const QColor& color, Qt::BrushStyle filling)
{
    constexpr int kScale = 4;
    QPixmap pixmap(kDotCanvas * kScale, kDotCanvas * kScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kScale, kScale);
    painter.translate((kDotCanvas - kDot) / 2.0, (kDotCanvas - kDot) / 2.0);
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(QBrush(color, filling));
    painter.drawEllipse(QRectF(1.2, 1.2, kDot - 2.4, kDot - 2.4));
    return QIcon(pixmap);
}

} // namespace

ToolBar::ToolBar(MainActions& actions, QWidget* parent) : QToolBar(parent), m_actions(actions)
{
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    setContentsMargins(6, 2, 6, 2 + kEdge);

    m_server = new QToolButton(this);
    m_server->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_server->setPopupMode(QToolButton::InstantPopup);
    m_server->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }")); // the text has an arrow
    addWidget(m_server);

    m_filter = new FilterField(this);
    m_filter->setMinimumWidth(filterWidth(kFilterChars));
    m_filterWarning = m_filter->addAction(icon(QStringLiteral("warning")), QLineEdit::TrailingPosition);
    m_filterWarning->setVisible(false);
    addWidget(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &ToolBar::filterEdited);

    addQuickFilters();
    m_pause = new QToolButton(this);
    m_pause->setDefaultAction(m_actions.pause);
    m_pause->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addWidget(m_pause);
    m_admin = new QToolButton(this);
    m_admin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_admin->setCheckable(true);
    connect(m_admin, &QToolButton::clicked, this, [this] {
        showAdminMode(); // stays as it is until the session says otherwise
        m_actions.adminMode->trigger();
    });
    connect(m_actions.adminMode, &QAction::enabledChanged, m_admin, &QWidget::setEnabled);
    addWidget(m_admin);
    // The style's own is black in each theme.
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(icon(QStringLiteral("more")));
    }
    retranslate();
}

void ToolBar::addQuickFilters()
{
    auto* box = new QWidget(this);
    box->setObjectName(QStringLiteral("segments")); // the theme draws them as one switch
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(2);
    for (const QuickFilter quick : {QuickFilter::all, QuickFilter::held, QuickFilter::contended, QuickFilter::stuck}) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(m_actions.quickFilters.at(quick));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(button);
    }
    m_segments = addWidget(box);

    auto* narrow = new QToolButton(this);
    auto* menu = new QMenu(narrow);
    for (const auto& [quick, action] : m_actions.quickFilters) {
        menu->addAction(action);
        connect(action, &QAction::changed, this, &ToolBar::showQuickFilter);
    }
    narrow->setMenu(menu);
    narrow->setPopupMode(QToolButton::InstantPopup);
    m_narrow = addWidget(narrow);
    m_narrow->setVisible(false);
}

/// Which one is on.
void ToolBar::showQuickFilter()
{
    for (const auto& [quick, action] : m_actions.quickFilters) {
        if (action->isChecked()) {
            auto* narrow = qobject_cast<QToolButton*>(widgetForAction(m_narrow));
            narrow->setText(buttonText(action->text()));
            narrow->setToolTip(action->toolTip());
            narrow->setAccessibleName(tr("Quick filter: %1").arg(plainActionText(action->text())));
        }
    }
}

/// What has no room in a bar goes into its menu. Before that happens to the last ones, which one needs the most, they
/// do without words, the quick filters become a menu, and of the server its name and its sign are left.
void ToolBar::makeRoom()
{
    for (QToolButton* button : {m_pause, m_admin}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    nameServer(std::clamp(width() / kShareOfServer / fontMetrics().averageCharWidth(), kLeastServerChars, kServerChars),
               m_serverState);
    m_filter->helpAction()->setVisible(true);
    if (leastWidth(m_segments) > width()) {
        m_pause->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    m_filter->setMinimumWidth(filterWidth(kFilterChars));
    const bool isNarrow = leastWidth(m_segments) > width();
    const auto isTooMuch = [this, isNarrow] { return isNarrow && leastWidth(m_narrow) > width(); };
    if (isTooMuch()) {
        m_filter->setMinimumWidth(filterWidth(kLeastFilterChars));
    }
    if (isTooMuch()) {
        m_admin->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    if (isTooMuch()) {
        nameServer(kLeastServerChars, {});
    }
    if (isTooMuch()) {
        nameServer(kShortestServerChars, {});
        m_filter->helpAction()->setVisible(false); // F1 still does it
        m_filter->setMinimumWidth(filterWidth(kLeastFilterChars));
    }
    if (isTooMuch()) {
        m_filter->setMinimumWidth(filterWidth(0));
    }
    m_segments->setVisible(!isNarrow);
    m_narrow->setVisible(isNarrow);
}

void ToolBar::nameServer(int characters, const QString& state)
{
    // Tool buttons take a single '&' for a shortcut.
    const QString name = shortened(m_serverName, characters).replace(QLatin1Char('&'), QLatin1String("&&"));
    m_server->setText(state.isEmpty() ? QStringLiteral("%1  ▾").arg(name)
                                      : QStringLiteral("%1 · %2  ▾").arg(name, state));
}

/// For so many characters beside the icons, of which there may be one more while something is typed.
int ToolBar::filterWidth(int characters) const
{
    const int icons = m_filter->minimumSizeHint().width();
    return icons + characters * fontMetrics().averageCharWidth();
}

int ToolBar::leastWidth(const QAction* quickFilters) const
{
    const QMargins edges = contentsMargins() + layout()->contentsMargins();
    int least = edges.left() + edges.right();
    for (QAction* action : actions()) {
        const QWidget* part = widgetForAction(action);
        if (action != quickFilters && (action == m_segments || action == m_narrow)) {
            continue;
        }
        least += (part == m_filter ? part->minimumWidth() : part->sizeHint().width()) + layout()->spacing();
    }
    return least;
}

void ToolBar::setServerMenu(QMenu* menu)
{
    m_server->setMenu(menu);
}

QWidget* ToolBar::adminButton() const
{
    return m_admin;
}

void ToolBar::setServer(const QString& name, const MonitorStatus& status)
{
    m_serverName = name;
    m_link = status.link;
    m_isPaused = status.paused;
    m_source = status.source;
    showServer();
}

void ToolBar::setServerMark(const QIcon& mark)
{
    m_serverMark = mark;
    showServer();
}

void ToolBar::showServer()
{
    QString& state = m_serverState;
    switch (m_link) {
    case MonitorStatus::Link::connecting: state = tr("connecting", "state of the connection"); break;
    case MonitorStatus::Link::live:
        state = m_isPaused                      ? tr("paused", "state of the connection")
              : m_source == NewsSource::polling ? newsSourceText(m_source)
                                                : tr("live", "state of the connection");
        break;
    case MonitorStatus::Link::lost: state = tr("lost", "state of the connection"); break;
    }
    m_server->setToolTip(toolTipText(m_serverName));
    const Theme& theme = Theme::of(palette());
    const bool isLive = m_link == MonitorStatus::Link::live && !m_isPaused;
    const QColor color = isLive ? theme.held : m_link == MonitorStatus::Link::lost ? theme.danger : theme.warning;
    m_server->setIcon(isLive && !m_serverMark.isNull() ? m_serverMark
                                                       : linkDot(color, isLive ? Qt::SolidPattern : Qt::NoBrush));
    m_server->setAccessibleName(tr("Server %1, %2").arg(m_serverName, state));
    makeRoom();
}

void ToolBar::setAdminMode(Session::AdminMode mode, Session::ServerKind kind, Barrier barrier)
{
    m_barrier = barrier;
    m_adminMode = mode;
    m_serverKind = kind;
    showAdminMode();
    update();
}

void ToolBar::showAdminMode()
{
    const bool wasUnlocked = m_adminMode == Session::AdminMode::admin;
    const bool unlocked = wasUnlocked && m_barrier == Barrier::none;
    m_admin->setChecked(unlocked);
    m_admin->setIcon(icon(unlocked ? QStringLiteral("lock-open") : QStringLiteral("lock-closed")));
    if (wasUnlocked && !unlocked) {
        m_admin->setText(tr("No actions (replica)", "actions were unlocked before it became one"));
        m_admin->setToolTip(toolTipText(barrierText(m_barrier)));
    } else if (!unlocked) {
        m_admin->setText(tr("Read-only"));
        m_admin->setToolTip(toolTipText(m_barrier == Barrier::none
                                            ? tr("Nothing can be changed. Click to unlock actions.")
                                            : barrierText(m_barrier)));
    } else {
        m_admin->setText(m_serverKind == Session::ServerKind::production ? tr("Actions on (production)")
                                                                         : tr("Actions on"));
        m_admin->setToolTip(toolTipText(tr("Locks can be released and expired. Click to go back to read-only.")));
    }
    makeRoom();
}

void ToolBar::setFilterText(const QString& text)
{
    m_filter->useFilter(text);
}

QString ToolBar::filterText() const
{
    return m_filter->text();
}

void ToolBar::setFilterError(const QString& sentence)
{
    m_filterError = sentence;
    m_filterWarning->setVisible(!sentence.isEmpty());
    m_filterWarning->setToolTip(toolTipText(sentence));
    m_filterWarning->setText(sentence); // for screen readers
}

void ToolBar::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

QList<QAction*> ToolBar::filterActions() const
{
    return {m_filter->backAction(), m_filter->forwardAction(), m_filter->helpAction()};
}

void ToolBar::retranslate()
{
    setWindowTitle(tr("Toolbar"));
    m_filter->setPlaceholderText(tr("Filter: order*  type:fair  holder:9f45  waiters>3  ttl<5s  state:stuck"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setToolTip(toolTipText(tr("Part of the name, or * and ? for the whole name, and terms:\n"
                                        "type:fair   state:stuck   holder:9f45   client:9f45   anomaly:any\n"
                                        "waiters>3   count>=2   ttl<5s   held>1m   -type:fair   a or (b c)\n"
                                        "Ctrl+Space suggests, F1 explains.")));
    showServer();
    showQuickFilter();
    showAdminMode();
}

void ToolBar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        const int side = style()->pixelMetric(QStyle::PM_ToolBarIconSize, nullptr, this);
        setIconSize({side, side});
        makeRoom();
    } else if (event->type() == QEvent::PaletteChange) {
        showServer();
        setFilterError(QString(m_filterError));
    }
}

void ToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    showServer();
}

void ToolBar::paintEvent(QPaintEvent* event)
{
    QToolBar::paintEvent(event);
    if (m_adminMode == Session::AdminMode::admin) {
        const Theme& theme = Theme::of(palette());
        const QColor edge = m_serverKind == Session::ServerKind::production ? theme.danger : theme.warning;
        QPainter(this).fillRect(0, height() - kEdge, width(), kEdge, edge);
    }
}

} // namespace lockscope::ui
