// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/multi_lock_dialog.hpp"

#include "dialogs/destructive_dialog.hpp"
#include "dialogs/duration_field.hpp"
#include "dialogs/typed_name.hpp"
#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "panels/table_page.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include "lockscope/escape.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

using State = MultiLockModel::State;
constexpr int kWidthChars = 120;
constexpr int kRowsShown = 9;
constexpr milliseconds kFirstExpiry{5000};
constexpr milliseconds kFirstExtension{std::chrono::minutes{5}};

} // namespace

MultiLockDialog::MultiLockDialog(Session& session, What what, const std::vector<LockStatePtr>& locks,
                                 const QString& server, QWidget* parent)
    : Dialog(parent)
    , m_session(session)
    , m_what(what)
    , m_server(server)
    , m_sentence(plainLabel({}, this))
    , m_standstill(DestructiveDialog::standstillLabel(this))
    , m_page(new TablePage(this))
    , m_form(new QFormLayout)
    , m_reason(new QLineEdit(this))
    , m_progress(new QProgressBar(this))
    , m_message(plainLabel({}, this))
{
    if (what != What::force_release) {
        m_duration = new DurationField(this);
        m_duration->setValue(what == What::extend ? kFirstExtension : kFirstExpiry);
    }
    build();
    addRows(locks);
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { lookAt(*batch); });
    connect(&m_session, &Session::actionFinished, this, &MultiLockDialog::finish);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            conclude([] { return tr("The connection was closed. Nothing more can be done here."); });
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this] {
        if (!m_session.mayAct() && !isWorking() && m_session.endpoint()) {
            conclude([barrier = m_session.barrier()] {
                return barrier == Barrier::none ? tr("The session is read-only again. Nothing more is done.")
                                                : barrierText(barrier);
            });
        } else {
            followServerKind();
        }
    });
    connect(&m_session, &Session::statusChanged, this, &MultiLockDialog::followStandstill);
    connect(&m_session, &Session::pausedChanged, this, &MultiLockDialog::followStandstill);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &MultiLockDialog::showEffects);
    m_clock.start();
    keepTranslated(*this, [this] { retranslate(); });
    followServerKind();
}

void MultiLockDialog::build()
{
    const bool releases = m_what == What::force_release;
    const bool extends = m_what == What::extend;
    m_sentence->setWordWrap(true);
    m_message->setWordWrap(true);
    m_page->setModel(&m_model);
    m_page->setColumnWidths({22, 26, 44, 0});
    m_page->table().setMinimumHeight(kRowsShown * (fontMetrics().height() + 8));
    m_page->hideIfEmpty(MultiLockModel::Result); // what happens has its room until it has happened
    m_page->setMinimumWidth(widthOf(kWidthChars));
    m_progress->hide();

    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    if (m_duration) {
        addRow(
            *m_form, [extends] { return extends ? tr("&Left from now:") : tr("E&xpires in:"); }, m_duration);
        keepTranslated(*m_duration,
                       [this, extends] { m_duration->setName(extends ? tr("Left from now") : tr("Expires in")); });
        connect(m_duration, &DurationField::changed, this, &MultiLockDialog::showEffects);
    }
    addRow(
        *m_form, [] { return tr("&Reason:"); }, m_reason);
    connect(m_reason, &QLineEdit::textChanged, this, &MultiLockDialog::refresh);

    m_cancel = addButton(QDialogButtonBox::RejectRole, [this] { return m_isOver ? tr("Close") : tr("Cancel"); });
    m_confirm = addButton(
        QDialogButtonBox::DestructiveRole, [this] { return verb(); },
        releases  ? QStringLiteral("release")
        : extends ? QStringLiteral("extend")
                  : QStringLiteral("expire"));
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    connect(m_confirm, &QPushButton::clicked, this, &MultiLockDialog::confirm);

    contents().addWidget(m_sentence);
    contents().addWidget(m_standstill);
    contents().addWidget(m_page, 1);
    contents().addLayout(m_form);
    contents().addWidget(m_progress);
    contents().addWidget(m_message);
    m_reason->setFocus();
}

void MultiLockDialog::retranslate()
{
    setWindowTitle(titleOf(m_what));
    m_page->table().setAccessibleName(tr("Locks and what happens to them"));
    m_progress->setAccessibleName(tr("Progress"));
    m_reason->setPlaceholderText(tr("For the audit log"));
    std::vector<MultiLockModel::Row> rows = m_model.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].effect = effectOn(*rows[i].latest);
        const auto result = m_results.constFind(static_cast<int>(i));
        rows[i].result = result != m_results.constEnd() ? (*result)() : QString();
    }
    m_model.setRows(std::move(rows));
    m_message->setText(m_says ? m_says() : QString());
    refresh();
    makeRoom();
}

void MultiLockDialog::addRows(const std::vector<LockStatePtr>& locks)
{
    std::vector<MultiLockModel::Row> rows;
    for (const LockStatePtr& lock : locks) {
        m_rowOf.insert(QByteArray::fromStdString(lock->name), static_cast<int>(rows.size()));
        MultiLockModel::Row row;
        row.seen = lock;
        row.latest = lock;
        row.effect = effectOn(*lock);
        rows.push_back(std::move(row));
    }
    m_model.setRows(std::move(rows));
}

void MultiLockDialog::setClientNamer(ClientNamer namer)
{
    m_model.setClientNamer(std::move(namer));
    showEffects();
}

QString MultiLockDialog::waitersOf(const LockState& lock) const
{
    return DestructiveDialog::waitersText(lock, m_model.clientNamer());
}

QString MultiLockDialog::holdersOf(const LockState& lock) const
{
    return namedHolders(lock, m_model.clientNamer());
}

QString MultiLockDialog::effectOn(const LockState& lock) const
{
    const SteadyTime now = DestructiveDialog::momentFor(m_session, lock).now;
    switch (m_what) {
    case What::force_release:
        return tr("released. %1", "%1: sentence about the waiters")
            .arg(inARow(
                {waitersOf(lock), DestructiveDialog::ghostsText(lock), DestructiveDialog::renewedText(lock, now)}));
    case What::force_expire:
        if (const auto left = lock.remaining(now); left && *left <= m_duration->value()) {
            return tr("nothing: it ends sooner already");
        }
        return tr("expires in %1. %2", "%1: duration; %2: sentence about the waiters")
            .arg(durationText(m_duration->value()),
                 inARow({waitersOf(lock), DestructiveDialog::renewedText(lock, now)}));
    case What::extend: break;
    }
    if (lock.ttl.count() == -1) {
        return tr("nothing: it never expires");
    }
    const milliseconds left = lock.remaining(now).value_or(milliseconds(0));
    return left < m_duration->value()
             ? tr("%1 left instead of %2", "durations").arg(durationText(m_duration->value()), durationText(left))
             : tr("nothing: it has %1 left already").arg(durationText(left));
}

QString MultiLockDialog::warning() const
{
    switch (m_what) {
    case What::force_release:
        return tr(
            "Each one is released only if it is still held as the list says. Where a holder is still working, two "
            "will work at once.");
    case What::force_expire:
        return tr(
            "Each one is expired only if it is still held as the list says. A living watchdog will renew it before "
            "that; where a holder does not renew it and is still working then, two will work at once.");
    case What::extend: break;
    }
    return tr("Each one is extended only if it is still held as the list says. Who waits may wait for longer; a living "
              "watchdog may set its own, shorter lease again.");
}

void MultiLockDialog::showEffects()
{
    if (m_isOver || isWorking()) {
        return;
    }
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const MultiLockModel::Row& each = m_model.rows()[static_cast<std::size_t>(row)];
        if (each.state == State::pending) {
            m_model.setEffect(row, effectOn(*each.latest));
        }
    }
}

void MultiLockDialog::lookAt(const MonitorBatch& batch)
{
    if (m_isOver || isWorking()) {
        return;
    }
    bool hasChanged = false;
    for (const LockChange& change : batch.changes) {
        const auto found = m_rowOf.constFind(
            QByteArray::fromRawData(change.state->name.data(), static_cast<qsizetype>(change.state->name.size())));
        if (found == m_rowOf.constEnd()) {
            continue;
        }
        const MultiLockModel::Row& row = m_model.rows()[static_cast<std::size_t>(*found)];
        if (row.state != State::pending) {
            continue;
        }
        const bool gone = change.kind == LockChange::Kind::removed;
        if (gone && change.state->is_held()) {
            continue; // Only not looked for any more: the pattern has changed.
        }
        if (!gone && DestructiveDialog::isSameHold(*row.seen, *change.state)) {
            m_model.setLatest(*found, change.state);
            m_model.setEffect(*found, effectOn(*change.state));
            continue;
        }
        const bool held = !gone && change.state->is_held();
        setResult(*found, State::changed, [this, held, now = change.state] {
            return held ? tr("left out: now held by %1").arg(holdersOf(*now))
                        : tr("left out: nobody holds it any more");
        });
        hasChanged = true;
    }
    if (hasChanged) {
        refresh();
    }
}

void MultiLockDialog::confirm()
{
    if (!m_confirm->isEnabled()) {
        return;
    }
    BatchRequest request;
    request.what = m_what;
    request.ttl = m_asked = m_duration ? m_duration->value() : milliseconds(0);
    std::vector<int> places;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const MultiLockModel::Row& each = m_model.rows()[static_cast<std::size_t>(row)];
        if (each.state != State::pending) {
            continue;
        }
        if (each.latest->is_out_of_reach()) {
            setResult(row, State::failed, [] { return tr("left out: it cannot be read now"); });
            continue;
        }
        AdminRequest one = admin_request(*each.latest); // the dead waiters that the list promises to remove
        one.expected = expectation_of(*each.seen);
        one.reason = m_reason->text().trimmed().toStdString();
        if (m_typedName != nullptr && m_typedName->isRight()) {
            one.typed_name = escape(one.lock); // the line that was typed stands for all names of the list
        }
        request.locks.push_back(std::move(one));
        places.push_back(row);
    }
    if (places.empty()) {
        settle();
        return;
    }
    m_renewed = 0;
    m_failed = 0;
    m_progress->setRange(0, static_cast<int>(places.size()));
    m_progress->setValue(0);
    m_progress->show();
    const std::vector<Session::Ticket> tickets = m_session.batch(std::move(request));
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        m_tickets.insert(tickets[i], places[i]);
        setResult(places[i], State::working, [] { return tr("waiting for its turn"); });
    }
    say({});
    m_clock.stop();
    refresh();
    m_cancel->setFocus();
}

QString MultiLockDialog::resultText(const AdminResult& result, milliseconds asked) const
{
    switch (result.outcome) {
    case AdminResult::Outcome::done:
        switch (m_what) {
        case What::force_release:
            if (!result.no_undo.empty()) {
                return tr("done: released; it cannot be taken back");
            }
            return result.state && result.state->is_held()
                     ? tr("done: released; now held by %1").arg(holdersOf(*result.state))
                     : tr("done: released");
        case What::force_expire: return tr("done: it expires in %1").arg(durationText(asked));
        case What::extend: return tr("done: %1 left").arg(durationText(asked));
        }
        break;
    case AdminResult::Outcome::changed:
        if (result.lease_before) {
            return m_what == What::extend ? tr("nothing done: it has more left already")
                                          : tr("nothing done: it ends sooner already");
        }
        if (result.renewed) {
            return tr("nothing done: renewed, or taken anew, in this moment");
        }
        return result.state && result.state->is_held()
                 ? tr("nothing done: now held by %1").arg(holdersOf(*result.state))
                 : tr("nothing done: nobody holds it any more");
    case AdminResult::Outcome::refused:
        if (result.code == Errc::cancelled) {
            return tr("not begun: cancelled before its turn");
        }
        break;
    case AdminResult::Outcome::failed: break;
    }
    return outcomeText(result);
}

void MultiLockDialog::finish(quint64 ticket, const AdminResult& result)
{
    const auto found = m_tickets.constFind(ticket);
    if (found == m_tickets.constEnd()) {
        return;
    }
    const int row = *found;
    m_tickets.erase(found);
    m_progress->setValue(m_progress->maximum() - static_cast<int>(m_tickets.size()));
    const LockState& seen = *m_model.rows()[static_cast<std::size_t>(row)].seen;
    if (result.renewed && result.state && DestructiveDialog::isSameHold(seen, *result.state)) {
        m_model.setLatest(row, std::make_shared<const LockState>(*result.state));
        setResult(row, State::pending, [] { return tr("nothing done: renewed, or taken anew; confirm again"); });
        ++m_renewed;
    } else if (result.outcome == AdminResult::Outcome::failed && !result.unknown) {
        setResult(row, State::pending, [result] { return outcomeText(result); });
        ++m_failed;
    } else {
        const bool done = result.outcome == AdminResult::Outcome::done;
        setResult(row, done ? State::done : State::failed, [this, result, done, asked = m_asked] {
            const QString what = resultText(result, asked);
            return done && !result.unrecorded.empty() ? what + QStringLiteral(" · ") + unrecordedText(result) : what;
        });
    }
    if (!isWorking()) {
        settle();
    }
}

/// All have answered: the dialog is over, unless some were renewed meanwhile, or could not be acted on.
void MultiLockDialog::settle()
{
    if (pending() > 0 && !m_isOver && m_session.mayAct()) {
        say([renewed = m_renewed, failed = m_failed] { return againText(renewed, failed); });
        m_clock.start();
        refresh();
        return;
    }
    const auto& rows = m_model.rows();
    const auto count =
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.state == State::done; });
    conclude([count, of = m_model.rowCount()] {
        return tr("Finished: %1 of %2 done. The list says what became of each.", "numbers")
            .arg(numberText(count), numberText(of));
    });
}

QString MultiLockDialog::againText(int renewed, int failed)
{
    const QString first =
        renewed > 0 ? tr("%n lock(s) were renewed since they were read, or released and taken anew by the same owner. "
                         "Nothing was done to them. Confirm again to act on them as they are now.",
                         nullptr, renewed)
                    : QString();
    const QString second =
        failed > 0
            ? tr("%n lock(s) could not be acted on; the list says why. Nothing was done to them. Confirm again to "
                 "try once more.",
                 nullptr, failed)
            : QString();
    return inARow({first, second});
}

void MultiLockDialog::say(const Text& message)
{
    m_says = message;
    m_message->setText(message ? message() : QString());
    makeRoom();
}

void MultiLockDialog::setResult(int row, State state, const Text& text)
{
    m_results[row] = text;
    m_model.setResult(row, state, text());
    m_page->hideIfEmpty(MultiLockModel::Result);
}

/// Another window may have the profile say that it is a production server, while this stands open.
void MultiLockDialog::followServerKind()
{
    if (m_typedName != nullptr || m_isOver || m_session.serverKind() != Session::ServerKind::production) {
        return;
    }
    m_typedName = new TypedName(TypedName::Of::several, *m_form, widthOf(kWidthChars), this);
    m_typedName->comeAfter(*m_reason);
    // Of the list as it was first, or whoever types has to begin anew each time when one of them changes.
    m_typedName->setSeveral(m_model.rowCount(), m_server);
    connect(m_typedName, &TypedName::edited, this, &MultiLockDialog::refresh);
    refresh();
    makeRoom();
}

/// From here on the dialog can only be closed.
void MultiLockDialog::conclude(const Text& message)
{
    if (m_isOver) {
        return;
    }
    m_isOver = true;
    m_clock.stop();
    say(message);
    m_cancel->setText(tr("Close"));
    refresh();
    m_cancel->setFocus();
}

void MultiLockDialog::reject()
{
    if (isWorking() && !m_isOver) {
        m_session.cancelBatch();
        m_cancel->setEnabled(false); // The one that has begun ends first.
        return;
    }
    QDialog::reject();
}

Text MultiLockDialog::unfinished() const
{
    return isWorking() ? Text([what = m_what] { return titleOf(what); }) : Text();
}

int MultiLockDialog::pending() const
{
    const auto& rows = m_model.rows();
    return static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.state == State::pending; }));
}

void MultiLockDialog::refresh()
{
    const bool isOpen = !m_isOver && !isWorking();
    const int count = pending();
    m_reason->setEnabled(isOpen);
    if (m_typedName != nullptr) {
        m_typedName->field().setEnabled(isOpen);
    }
    if (m_duration) {
        m_duration->setEnabled(isOpen);
    }
    followStandstill();
    m_cancel->setEnabled(true);
    if (isOpen) {
        m_count = count;
    }
    m_sentence->setText(sentence());
    m_confirm->setText(verb());
}

void MultiLockDialog::followStandstill()
{
    const bool isOpen = !m_isOver && !isWorking();
    const QString why = m_isOver ? QString() : DestructiveDialog::standstillText(m_session);
    m_standstill->setText(why);
    m_standstill->setVisible(!why.isEmpty());
    const bool named = m_typedName == nullptr || m_typedName->isRight();
    m_confirm->setEnabled(isOpen && named && pending() > 0 && DestructiveDialog::isInReach(m_session)
                          && !m_reason->text().trimmed().isEmpty());
}

QString MultiLockDialog::sentence() const
{
    switch (m_what) {
    case What::force_release: return inARow({tr("Releases %n lock(s), one after the other.", "", m_count), warning()});
    case What::force_expire: return inARow({tr("Lets %n lock(s) expire.", "", m_count), warning()});
    case What::extend: break;
    }
    return inARow({tr("Extends the leases of %n lock(s).", "", m_count), warning()});
}

QString MultiLockDialog::titleOf(What what)
{
    switch (what) {
    case What::force_release: return tr("Force-release several locks");
    case What::force_expire: return tr("Force-expire several locks");
    case What::extend: break;
    }
    return tr("Extend several leases");
}

QString MultiLockDialog::verb() const
{
    switch (m_what) {
    case What::force_release: return tr("Force-release %n", "button; %n: number of locks", m_count);
    case What::force_expire: return tr("Force-expire %n", "button; %n: number of locks", m_count);
    case What::extend: break;
    }
    return tr("Extend %n", "button; %n: number of locks", m_count);
}

} // namespace lockscope::ui
