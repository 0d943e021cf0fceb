// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/events_panel.hpp"

#include "delegates/holder_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "models/events_export.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

EventsPanel::EventsPanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_onlyThis(new QToolButton(this))
    , m_latest(new QToolButton(this))
    , m_export(new QToolButton(this))
    , m_clear(new QToolButton(this))
    , m_csv(new QAction(this))
    , m_json(new QAction(this))
    , m_counts(plainLabel({}, this))
    , m_page(new TablePage(this))
{
    m_filter.setSourceModel(&m_model);
    m_page->setModel(&m_filter);
    QTableView& table = m_page->table();
    table.setItemDelegateForColumn(EventsModel::Event, new EventDelegate(EventsModel::KindRole, &table));
    table.setItemDelegateForColumn(EventsModel::Owner, new HolderDelegate(EventsModel::ClientRole, &table));
    table.horizontalHeader()->setStretchLastSection(false);
    table.horizontalHeader()->setSectionResizeMode(EventsModel::Lock, QHeaderView::Stretch);
    m_page->setColumnWidths({16, 22, 0, 20, 13, 12});
    table.setTextElideMode(Qt::ElideMiddle);

    auto* bar = new QHBoxLayout;
    makeBar(*bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(m_page, 1);

    connect(session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { append(batch->events); });
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, [this, &table](int value) {
        if (!m_inserting) {
            m_following = value >= table.verticalScrollBar()->maximum();
            m_unseen = m_following ? 0 : m_unseen;
            showCounts();
        }
    });
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex&, int first, int last) { keepPlace(first == 0 ? last + 1 : 0); });
    connect(&table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QByteArray lock = index.data(EventsModel::LockBytesRole).toByteArray();
        if (!lock.isEmpty()) {
            emit lockActivated(lock.toStdString());
        }
    });
    retranslate();
    applyLockFilter();
    showCounts();
}

void EventsPanel::makeBar(QHBoxLayout& bar)
{
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(fontMetrics().averageCharWidth() * 40);
    m_onlyThis->setCheckable(true);
    m_onlyThis->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_onlyThis->setIcon(icon(QStringLiteral("filter")));
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_export);
    menu->addAction(m_csv);
    menu->addAction(m_json);
    m_export->setMenu(menu);
    for (QToolButton* button : {m_onlyThis, m_latest, m_export, m_clear}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    m_counts->setTextInteractionFlags(Qt::NoTextInteraction);

    bar.setContentsMargins(4, 4, 4, 0);
    bar.addWidget(m_text, 2);
    bar.addWidget(m_onlyThis);
    bar.addWidget(m_latest);
    bar.addStretch(1);
    bar.addWidget(m_counts);
    bar.addWidget(m_export);
    bar.addWidget(m_clear);

    connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter.setText(text);
        follow();
    });
    connect(m_onlyThis, &QToolButton::toggled, this, &EventsPanel::applyLockFilter);
    connect(m_latest, &QToolButton::clicked, this, [this] {
        m_following = true;
        follow();
    });
    connect(m_csv, &QAction::triggered, this, [this] { exportAs(Format::csv); });
    connect(m_json, &QAction::triggered, this, [this] { exportAs(Format::json); });
    connect(m_clear, &QToolButton::clicked, this, &EventsPanel::clear);
}

void EventsPanel::setSelectedLock(const std::string& name)
{
    m_selected = name;
    applyLockFilter();
}

void EventsPanel::applyLockFilter()
{
    m_onlyThis->setEnabled(!m_selected.empty() || m_onlyThis->isChecked());
    m_filter.setOnlyLock(m_onlyThis->isChecked() && !m_selected.empty()
                             ? std::optional(QByteArray::fromStdString(m_selected))
                             : std::nullopt);
    follow();
}

void EventsPanel::append(const std::vector<LockEvent>& events)
{
    if (events.empty()) {
        return;
    }
    const int before = m_filter.rowCount();
    m_inserting = true;
    m_model.append(events);
    m_inserting = false;
    if (!m_following) {
        m_unseen += std::max(0, m_filter.rowCount() - before);
    }
    follow();
}

void EventsPanel::clear()
{
    m_model.clear();
    m_unseen = 0;
    m_following = true;
    showCounts();
}

void EventsPanel::follow()
{
    if (m_following) {
        m_inserting = true;
        m_page->table().scrollToBottom();
        m_inserting = false;
        m_unseen = 0;
    }
    showCounts();
}

void EventsPanel::keepPlace(int removedRows)
{
    // Whoever reads further up keeps the rows before the eyes while the oldest go.
    if (!m_following && removedRows > 0 && m_inserting) {
        QScrollBar* bar = m_page->table().verticalScrollBar();
        bar->setValue(bar->value() - removedRows * m_page->table().verticalHeader()->defaultSectionSize());
    }
}

std::vector<LockEvent> EventsPanel::shownEvents() const
{
    std::vector<LockEvent> events;
    events.reserve(static_cast<std::size_t>(m_filter.rowCount()));
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        events.push_back(m_model.eventAt(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    return events;
}

void EventsPanel::exportAs(Format format)
{
    const bool csv = format == Format::csv;
    auto* dialog = new QFileDialog(this, csv ? tr("Export events as CSV") : tr("Export events as JSON"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(csv ? QStringLiteral("csv") : QStringLiteral("json"));
    dialog->setNameFilter(csv ? tr("Comma-separated values (*.csv)") : tr("JSON (*.json)"));
    dialog->selectFile(csv ? QStringLiteral("lock-events.csv") : QStringLiteral("lock-events.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString& path) { save(path, format); });
    dialog->open();
}

void EventsPanel::save(const QString& path, Format format)
{
    const std::vector<LockEvent> events = shownEvents();
    const QString error = saveFile(path, format == Format::csv ? eventsToCsv(events) : eventsToJson(events));
    m_counts->setText(error.isEmpty() ? tr("%Ln event(s) exported", nullptr, static_cast<int>(events.size()))
                                      : tr("Not exported: %1").arg(error));
}

void EventsPanel::showCounts()
{
    const int all = m_model.rowCount();
    const int shown = m_filter.rowCount();
    m_latest->setVisible(!m_following);
    m_latest->setText(m_unseen > 0 ? tr("Latest (%Ln new)", nullptr, static_cast<int>(m_unseen)) : tr("Latest"));
    m_counts->setText(shown == all ? tr("%Ln event(s)", nullptr, all)
                                   : tr("%1 of %Ln event(s)", nullptr, all).arg(QLocale().toString(shown)));
    m_page->setNote(shown > 0 ? QString()
                    : all == 0
                        ? tr("Nothing has happened yet. Acquisitions, renewals, releases and waiters appear here.")
                        : tr("No event fits the filter."));
    m_export->setEnabled(shown > 0);
    m_clear->setEnabled(all > 0);
}

void EventsPanel::retranslate()
{
    m_text->setPlaceholderText(tr("Filter events"));
    m_text->setAccessibleName(tr("Filter events"));
    m_onlyThis->setText(tr("Only this lock"));
    m_onlyThis->setToolTip(toolTipText(tr("Show the events of the selected lock only")));
    m_latest->setToolTip(toolTipText(tr("Go to the newest event and follow the news")));
    m_export->setText(tr("Export"));
    m_export->setToolTip(toolTipText(tr("Save the events that are shown to a file")));
    m_csv->setText(tr("As CSV…", "export"));
    m_json->setText(tr("As JSON…", "export"));
    m_clear->setText(tr("Clear", "events"));
    m_clear->setToolTip(toolTipText(tr("Forget these events")));
    m_page->table().setAccessibleName(tr("Events"));
}

void EventsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_model.retranslate();
        showCounts();
    }
}

} // namespace lockscope::ui
