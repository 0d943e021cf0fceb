// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/read_write_panel.hpp"

#include "delegates/countdown_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "panels/release_one_bar.hpp"
#include "panels/table_page.hpp"
#include "text/server_text.hpp"
#include "text/shown_text.hpp"
#include "text/words.hpp"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kNamed = 4; ///< More are counted.

} // namespace

ReadWritePanel::ReadWritePanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_access(plainLabel({}, this))
    , m_wait(plainLabel({}, this))
    , m_page(new TablePage(this))
{
    m_page->setModel(&m_readers);
    m_page->setColumnWidths({16, 7, 20, 11, 10, 0});
    m_page->letYield({{ReadersModel::Owner, 14},
                      {ReadersModel::Left, 15}, // which its times and its title need
                      {ReadersModel::Entries, 6},
                      {ReadersModel::Client, 6}});
    m_page->keepColumnsAs(QStringLiteral("readers"));
    QTableView& table = m_page->table();
    table.setItemDelegateForColumn(ReadersModel::Owner, new HolderDelegate(ReadersModel::ClientRole, &table));
    m_countdown = new CountdownDelegate(ReadersModel::CountdownRole, &table);
    table.setItemDelegateForColumn(ReadersModel::Left, m_countdown);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    for (QLabel* label : {m_access, m_wait}) {
        label->setWordWrap(true);
        label->hide();
        layout->addWidget(label);
    }
    layout->addWidget(m_page, 1);
    m_bar = new ReleaseOneBar(session, m_page, ReadersModel::OwnerBytesRole, this);
    layout->addWidget(m_bar);
    retranslate();
}

void ReadWritePanel::setThresholds(const Thresholds& thresholds)
{
    m_countdown->setThresholds(thresholds);
}

void ReadWritePanel::setClientNamer(const ClientNamer& namer)
{
    m_readers.setClientNamer(namer);
    m_bar->setClientNamer(namer);
}

void ReadWritePanel::setLock(const LockStatePtr& state)
{
    m_state = state;
    m_readers.setState(state);
    m_bar->setLock(state);
    m_page->hideIfEmpty(ReadersModel::Client);
    m_page->setNote(m_readers.rowCount() > 0 ? QString() : tr("Nobody reads or writes."));
    tick();
}

void ReadWritePanel::tick()
{
    showText(*m_access, accessText());
    showText(*m_wait, waitText());
}

QString ReadWritePanel::accessText() const
{
    if (!m_state || !m_state->is_held()) {
        return {};
    }
    const auto& holders = m_state->holders;
    const auto readers =
        std::count_if(holders.begin(), holders.end(), [](const Holder& holder) { return !holder.is_writer(); });
    if (m_state->mode == LockMode::write) {
        const QString writer = holderText(holders.front());
        return readers > 0
                 ? tr("%1 writes, and reads at the same time: when it stops writing, it goes on reading.").arg(writer)
                 : tr("%1 writes; nobody else may enter.").arg(writer);
    }
    const auto total = static_cast<std::int64_t>(m_state->holders_total);
    return total > readers ? tr("%Ln reader(s); those below were read from the server.", nullptr, pluralCount(total))
                           : tr("%Ln reader(s); others may read too.", nullptr, pluralCount(readers));
}

QString ReadWritePanel::waitText() const
{
    if (!m_state || !m_state->is_held()) {
        return {};
    }
    if (!m_state->waiting_clients) {
        return tr("Whether somebody waits is not known: this user may not ask for subscribers.");
    }
    const std::int64_t waiting = *m_state->waiting_clients;
    if (waiting == 0) {
        return m_state->mode == LockMode::read ? tr("Nobody waits to write.") : tr("Nobody waits.");
    }
    const auto left = m_state->remaining(m_readers.now().now);
    // A Redisson client that waits sleeps for what it was told was left, which may have become less since.
    const QString end = left ? tr("free in %1 at most, unless it is renewed; whoever waits may notice later, because "
                                  "an expiry tells nobody",
                                  "%1: duration")
                                   .arg(durationText(*left))
                             : tr("without end, for the lock never expires");
    if (m_state->mode == LockMode::write) {
        return tr("%Ln client process(es) wait for it to leave: %1.", "%1: how long", pluralCount(waiting)).arg(end);
    }
    // Who wants to read gets in at once: so whoever waits now wants to write. Last to leave first.
    QStringList names;
    const int rows = m_readers.rowCount();
    for (int row = rows - 1; row >= 0 && names.size() < kNamed; --row) {
        names << holderText(m_readers.rowAt(row).holder);
    }
    const auto more = static_cast<std::int64_t>(m_state->holders_total) - names.size();
    QString list = QLocale().createSeparatedList(names);
    if (more > 0) {
        list = tr("%1 and %Ln more", "holders", pluralCount(more)).arg(list);
    }
    return tr("%Ln client process(es) wait to write. The writer waits for: %1; %2.", "%1: holders; %2: how long",
              pluralCount(waiting))
        .arg(list, end);
}

void ReadWritePanel::retranslate()
{
    const int pad = fontMetrics().height() / 2;
    m_access->setContentsMargins(pad, pad, pad, 0);
    m_wait->setContentsMargins(pad, pad / 2, pad, pad);
    m_page->table().setAccessibleName(tr("Readers and writer"));
    m_page->setNote(m_readers.rowCount() > 0 ? QString() : tr("Nobody reads or writes."));
    tick();
}

void ReadWritePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_readers.retranslate();
    }
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
