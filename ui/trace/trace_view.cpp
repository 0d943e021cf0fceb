// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_view.hpp"

#include "delegates/holder_delegate.hpp"
#include "models/csv.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/focus.hpp"
#include "panels/kept_choices.hpp"
#include "panels/marked_line.hpp"
#include "panels/table_columns.hpp"
#include "text/character_width.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"
#include "theme/theme.hpp"
#include "trace/role_delegate.hpp"
#include "trace/trace_export.hpp"
#include "trace/trace_text.hpp"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPersistentModelIndex>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::array kRoles{TraceCommand::Role::acquire, TraceCommand::Role::release,   TraceCommand::Role::renew,
                            TraceCommand::Role::leave,   TraceCommand::Role::remove,    TraceCommand::Role::wake,
                            TraceCommand::Role::listen,  TraceCommand::Role::stop_wait, TraceCommand::Role::read,
                            TraceCommand::Role::other};
/// In characters; the last column takes the rest.
const QList<int> kWidths{19, 15, 24, 22, 22, 26, 40};

} // namespace

TraceView::TraceView(QAction* stop, QAction* again, QWidget* parent)
    : QWidget(parent)
    , m_stop(stop)
    , m_again(again)
    , m_main(new QToolButton(this))
    , m_left(plainLabel({}, this))
    , m_text(new QLineEdit(this))
    , m_role(new QComboBox(this))
    , m_onlyThis(new QAction(icon(QStringLiteral("filter")), {}, this))
    , m_counts(new ElidedLabel(this, Qt::ElideRight))
    , m_notice([this] { showState(); })
    , m_export(new ExportButton(
          QStringLiteral("lock-trace"), {ExportFormat::csv, ExportFormat::json, ExportFormat::text},
          [this](ExportFormat format) { return exported(format); }, this))
    , m_copy(new QAction(this))
    , m_warning(new MarkedLine(this))
    , m_note(plainLabel({}, this))
    , m_tree(new QTreeView(this))
    , m_columns(new TableColumns(*m_tree->header()))
{
    m_filter.setSourceModel(&m_model);
    auto* bar = new FlowBar(this);
    makeBar(bar->row());
    bar->comeFirst();
    makeTree();
    keepChoices();
    m_note->setAlignment(Qt::AlignCenter);
    m_note->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(bar);
    layout->addWidget(m_warning);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_tree, 1);
    adoptFont();
    retranslate();
    applyFilter();
}

void TraceView::makeBar(FlowLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    leadDown(*m_text, *m_tree);
    for (const TraceCommand::Role role : kRoles) {
        if (m_role->count() == 0) {
            m_role->addItem({}, -1);
        }
        m_role->addItem({}, static_cast<int>(role));
    }
    m_main->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_onlyThis->setCheckable(true);
    auto* onlyThis = new QToolButton(this);
    onlyThis->setDefaultAction(m_onlyThis);
    onlyThis->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QToolButton* button : {m_main, onlyThis}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    m_left->setTextInteractionFlags(Qt::NoTextInteraction);
    bar.addWidget(m_main);
    bar.addWidget(m_left);
    bar.addWidget(m_text);
    bar.addWidget(m_role);
    bar.addWidget(onlyThis);
    bar.addStretch();
    bar.addWidget(m_counts);
    bar.addWidget(m_export);

    connect(m_text, &QLineEdit::textChanged, this, &TraceView::applyFilter);
    connect(m_role, &QComboBox::currentIndexChanged, this, &TraceView::applyFilter);
    connect(m_onlyThis, &QAction::toggled, this, &TraceView::applyFilter);
    connect(m_export, &ExportButton::saved, this,
            [this](int commands) { m_notice.say(tr("%Ln command(s) exported", nullptr, commands)); });
    connect(m_export, &ExportButton::failed, this, [this](const QString& sentence) { m_notice.sayFailure(sentence); });
}

void TraceView::makeTree()
{
    m_tree->setModel(&m_filter);
    m_tree->setUniformRowHeights(true); // laying out thousands of rows costs nothing
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setExpandsOnDoubleClick(false); // a double click leads to the lock; arrows and the right key expand
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setHighlightSections(false);
    m_tree->setColumnHidden(TraceModel::Node, true);
    m_columns->setObjectName(QStringLiteral("trace"));
    m_columns->setFirstWidths(kWidths);
    m_tree->setItemDelegateForColumn(TraceModel::Client, new HolderDelegate(TraceModel::ClientRole, m_tree));
    m_tree->setItemDelegateForColumn(TraceModel::Role, new RoleDelegate(m_tree));
    m_tree->setItemDelegateForColumn(TraceModel::Command, new CodeDelegate(m_tree));
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addActions({m_copy, m_columns->undoAction()});
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_copy, &QAction::triggered, this, &TraceView::copySelection);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QByteArray lock = index.data(TraceModel::LockBytesRole).toByteArray();
        if (!lock.isEmpty()) {
            emit lockActivated(lock.toStdString());
        }
    });
}

/// Not "only this lock": nothing is selected after a start.
void TraceView::keepChoices()
{
    auto* kept = new KeptChoices(QStringLiteral("trace"), this);
    kept->add(QStringLiteral("text"), *m_text);
    kept->add(QStringLiteral("role"), *m_role, [](const QVariant& choice) {
        const int role = choice.toInt();
        return role < 0 ? QStringLiteral("all") : machineWord(to_string(static_cast<TraceCommand::Role>(role)));
    });
}

void TraceView::setSelectedLock(const std::string& name)
{
    m_selected = name;
    applyFilter();
}

void TraceView::applyFilter()
{
    m_onlyThis->setEnabled(!m_selected.empty() || m_onlyThis->isChecked());
    m_filter.setText(m_text->text());
    const int role = m_role->currentData().toInt();
    m_filter.setRole(role < 0 ? std::nullopt : std::optional(static_cast<TraceCommand::Role>(role)));
    m_filter.setOnlyLock(m_onlyThis->isChecked() && !m_selected.empty()
                             ? std::optional(QByteArray::fromStdString(m_selected))
                             : std::nullopt);
    showState();
}

/// Only of a cluster there are several.
void TraceView::showMastersOf(const std::vector<TraceCommand>& commands)
{
    const bool haveMasters = std::any_of(commands.begin(), commands.end(),
                                         [](const TraceCommand& command) { return !command.node.empty(); });
    if (haveMasters) {
        m_tree->setColumnHidden(TraceModel::Node, false);
    }
}

void TraceView::append(const std::vector<TraceCommand>& commands)
{
    showMastersOf(commands);
    QScrollBar* bar = m_tree->verticalScrollBar();
    const bool follows = bar->value() >= bar->maximum();
    const QPersistentModelIndex top(m_tree->indexAt(m_tree->viewport()->rect().topLeft()));
    m_model.append(commands);
    if (follows) {
        m_tree->scrollToBottom();
    } else if (top.isValid()) {
        m_tree->scrollTo(top, QAbstractItemView::PositionAtTop); // the oldest went from above it
    }
    showState();
}

void TraceView::clear()
{
    m_model.clear();
    m_tree->setColumnHidden(TraceModel::Node, true);
    showState();
}

void TraceView::setStatus(const TraceStatus& status)
{
    m_status = status;
    showState();
}

void TraceView::showState()
{
    const bool running = m_status.state != TraceStatus::State::stopped;
    const int shown = m_filter.rowCount();
    const int all = m_model.rowCount();
    QAction* wanted = running ? m_stop : m_again;
    if (m_main->defaultAction() != wanted) {
        m_main->removeAction(m_main->defaultAction()); // a second action would make it a menu
        m_main->setDefaultAction(wanted);
    }
    m_left->setText(m_status.state == TraceStatus::State::running
                        ? tr("%1 left", "time until the trace ends").arg(durationText(m_status.left))
                    : !running && m_status.stopped == TraceStatus::Stopped::time_over
                        ? tr("ended: the time is over", "of a trace")
                        : QString());
    m_left->setVisible(!m_left->text().isEmpty());
    colorText(*m_counts, m_notice.colorOr());
    m_counts->setText(m_notice.inPlaceOf(shown == all
                                             ? tr("%Ln command(s)", nullptr, all)
                                             : tr("%1 of %Ln command(s)", nullptr, all).arg(numberText(shown))));
    m_export->setAvailable(shown > 0);

    QStringList warnings;
    const bool ended = !running && m_status.stopped != TraceStatus::Stopped::asked
                    && m_status.stopped != TraceStatus::Stopped::time_over;
    if (ended) {
        warnings << traceEndText(m_status);
    }
    if (m_status.dropped > 0) {
        warnings << tr("%Ln command(s) came too fast and are missing.", nullptr, pluralCount(m_status.dropped));
    }
    if (m_status.malformed > 0) {
        warnings << tr("%Ln line(s) of the server could not be read and are missing. Valkey 8.1.0 and 8.1.1 "
                       "do not escape quotes in names and values.",
                       nullptr, pluralCount(m_status.malformed));
    }
    if (m_status.gaps > 0) {
        warnings << tr("The connection broke %Ln time(s); what happened meanwhile is missing.", nullptr,
                       pluralCount(m_status.gaps));
    }
    if (m_model.dropped() > 0) {
        warnings << tr("Only the newest are kept: %Ln older command(s) were removed.", nullptr,
                       pluralCount(m_model.dropped()));
    }
    m_warning->setVisible(!warnings.isEmpty());
    if (!warnings.isEmpty() && m_warning->text() != inARow(warnings)) {
        m_warning->setWarning(inARow(warnings));
    }

    if (shown == 0 && window()->focusWidget() == m_tree) {
        m_text->setFocus(Qt::OtherFocusReason);
    }
    m_tree->setVisible(shown > 0);
    m_note->setVisible(shown == 0);
    m_note->setText(all > 0                                          ? tr("No command fits the filter.")
                    : m_status.state == TraceStatus::State::starting ? tr("Asking the server…")
                    : running
                        ? tr("No command about locks yet. %Ln line(s) were read.", nullptr, pluralCount(m_status.lines))
                    : m_status.stopped == TraceStatus::Stopped::failed && m_status.lines == 0
                        ? tr("Nothing was seen of what the server executes.")
                        : tr("No command about locks was executed meanwhile."));
}

void TraceView::takeKeys()
{
    QWidget* place = m_tree->isHidden() ? static_cast<QWidget*>(m_text) : m_tree;
    place->setFocus(Qt::OtherFocusReason);
}

std::vector<TraceCommand> TraceView::shownCommands() const
{
    std::vector<TraceCommand> commands;
    commands.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        commands.push_back(m_model.commandAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return commands;
}

QList<QAction*> TraceView::viewActions() const
{
    return QList<QAction*>{m_onlyThis} + m_export->formatActions();
}

RecordText TraceView::exported(ExportFormat format) const
{
    switch (format) {
    case ExportFormat::csv: return traceToCsv(shownCommands());
    case ExportFormat::json: return traceToJson(shownCommands());
    case ExportFormat::text: break;
    }
    return traceToText(shownCommands());
}

void TraceView::copySelection() const
{
    QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    const auto place = [](const QModelIndex& index) { // a script before what it executed
        return index.parent().isValid() ? std::pair(index.parent().row(), index.row() + 1) : std::pair(index.row(), 0);
    };
    std::sort(rows.begin(), rows.end(),
              [&](const QModelIndex& a, const QModelIndex& b) { return place(a) < place(b); });
    QStringList lines;
    for (const QModelIndex& row : rows) {
        QStringList cells;
        for (int column = 0; column < TraceModel::ColumnCount; ++column) {
            if (m_tree->isColumnHidden(column)) {
                continue;
            }
            const QString text = row.siblingAtColumn(column).data().toString();
            cells << (column == TraceModel::After ? text : formulaSafe(text)); // "+3 ms" is ours, and no formula
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }
}

void TraceView::adoptFont()
{
    const int character = characterWidth(fontMetrics());
    m_columns->fit();
    m_tree->setIndentation(fontMetrics().height());
    m_text->setMaximumWidth(character * 40);
    m_text->setMinimumWidth(character * 12);
    // At large text the window need not be as wide as all of the bar.
    m_role->setMinimumWidth(character * 8);
    QPalette words = palette();
    words.setColor(QPalette::WindowText, Theme::of(words).mutedText);
    m_note->setPalette(words);
}

void TraceView::retranslate()
{
    m_text->setPlaceholderText(tr("Filter commands"));
    m_text->setAccessibleName(tr("Filter commands"));
    m_role->setAccessibleName(tr("Meaning of the commands"));
    m_role->setItemText(0, tr("All meanings"));
    for (int i = 1; i < m_role->count(); ++i) {
        const QString role = traceRoleText(static_cast<TraceCommand::Role>(m_role->itemData(i).toInt()));
        m_role->setItemText(i, role.isEmpty() ? tr("other", "meaning of a command") : role);
    }
    m_onlyThis->setText(tr("Only this lock"));
    m_onlyThis->setToolTip(toolTipText(tr("Show the commands about the selected lock only")));
    m_export->setToolTip(toolTipText(tr("Save the commands that are shown to a file")));
    m_export->setTexts(tr("Export the trace"),
                       {tr("Trace as CSV…", "export"), tr("Trace as JSON…", "export"), tr("Trace as text…", "export")});
    m_columns->retranslate();
    m_copy->setText(tr("Copy rows"));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_tree->setAccessibleName(tr("Commands of the trace"));
    showState();
}

void TraceView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        m_model.retranslate();
        retranslate();
        break;
    case QEvent::FontChange:
        QTimer::singleShot(0, m_columns, &TableColumns::fit);
        [[fallthrough]]; // when the tree has it
    case QEvent::PaletteChange: adoptFont(); break;
    default: break;
    }
}

} // namespace lockscope::ui
