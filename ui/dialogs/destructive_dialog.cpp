// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/destructive_dialog.hpp"

#include "dialogs/server_line.hpp"
#include "dialogs/typed_name.hpp"
#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "panels/form_layout.hpp"
#include "panels/heading.hpp"
#include "panels/lock_sentences.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/text_color.hpp"

#include "lockscope/escape.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <string_view>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 68;
constexpr int kTitleChars = 60;
constexpr double kNameFactor = 1.25;
constexpr std::chrono::seconds kSlow{2};

} // namespace

DestructiveDialog::DestructiveDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : Dialog(parent)
    , m_session(session)
    , m_lock(std::move(lock))
    , m_latest(m_lock)
    , m_expected(expectation_of(*m_lock))
{
    m_form = new FormLayout;
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { lookAt(*batch); });
    connect(&m_session, &Session::actionFinished, this, &DestructiveDialog::finish);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected && !m_isDecided) {
            block([] { return tr("The connection was closed. Nothing more can be done here."); });
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this] {
        if (!m_session.mayAct() && !m_ticket && !m_blocked) {
            block([barrier = m_session.barrier()] {
                return barrier == Barrier::none ? tr("The session is read-only again. Nothing was done.")
                                                : barrierText(barrier);
            });
        }
        followServerKind();
    });
    connect(&m_session, &Session::statusChanged, this, &DestructiveDialog::followStandstill);
    connect(&m_session, &Session::pausedChanged, this, &DestructiveDialog::followStandstill);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &DestructiveDialog::tick);
    m_clock.start();
}

DestructiveDialog::~DestructiveDialog() = default;

void DestructiveDialog::build(const Text& title, const Text& verb, const QString& iconName)
{
    m_title = title;
    m_name = new Heading(kNameFactor, this);
    m_name->setText(shortText(m_lock->name, kTitleChars));
    m_name->setToolTip(toolTipText(std::string_view(m_lock->name)));
    m_name->setWordWrap(true);
    m_sentence = plainLabel({}, this);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumWidth(widthOf(kWidthChars));
    m_server = serverLabel(this);
    m_server->setVisible(!m_session.serverName().isEmpty());
    contents().addWidget(m_name);
    contents().addWidget(m_server);
    m_standstill = standstillLabel(this);
    contents().addWidget(m_sentence);
    contents().addWidget(m_standstill);
    contents().addLayout(m_form);

    m_reason = new QLineEdit(this);
    addRow(
        *m_form, [] { return tr("&Reason:"); }, m_reason);
    connect(m_reason, &QLineEdit::textChanged, this, &DestructiveDialog::checkReady);
    followServerKind();
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);

    m_message = plainLabel({}, this);
    m_message->setWordWrap(true);
    m_message->hide();
    addNote(*m_message);

    m_cancel = addButton(QDialogButtonBox::RejectRole, [this] { return cancelText(); });
    m_confirm = addButton(QDialogButtonBox::DestructiveRole, verb, iconName);
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    connect(m_confirm, &QPushButton::clicked, this, &DestructiveDialog::confirm);
    m_reason->setFocus();
    keepTranslated(*this, [this] {
        setWindowTitle(m_title());
        showServer();
        m_reason->setPlaceholderText(tr("For the audit log"));
        showSentence();
        followStandstill();
        say(m_says);
    });
    checkReady();
}

/// Another window may have the profile say that it is a production server, while this stands open.
void DestructiveDialog::followServerKind()
{
    if (m_typedName != nullptr || m_blocked || m_session.serverKind() != Session::ServerKind::production) {
        return;
    }
    showServer();
    m_typedName = new TypedName(TypedName::Of::lock, *m_form, widthOf(kWidthChars), this);
    m_typedName->comeAfter(*m_reason);
    m_typedName->setLock(m_lock->name);
    connect(m_typedName, &TypedName::edited, this, &DestructiveDialog::checkReady);
    checkReady();
    makeRoom();
}

void DestructiveDialog::showServer()
{
    m_server->setText(serverText(m_session.serverName(), m_session.serverKind()));
}

void DestructiveDialog::setClientNamer(ClientNamer namer)
{
    m_namer = std::move(namer);
    showSentence();
}

void DestructiveDialog::setClientStakes(ClientStakes stakes)
{
    m_stakes = std::move(stakes);
    showSentence();
}

void DestructiveDialog::setClientRecords(ClientRecords records)
{
    m_records = std::move(records);
    showSentence();
}

QString DestructiveDialog::deathSignsText(const LockState& lock) const
{
    return deathSignsSentence(lock, m_records, moment().wall);
}

void DestructiveDialog::tick()
{
    if (m_ticket) {
        if (isSlow()) {
            say([] { return tr("Working… Closing this does not stop it; the audit log says what became of it."); });
            updateButtons();
        }
        return;
    }
    if (standstillText(m_session, m_latest.get()).isEmpty()) {
        showSentence(); // How long a hold lasts is not known while it stands still.
    }
    updateButtons(); // What is left of a lease decides whether there is something to do.
}

void DestructiveDialog::followStandstill()
{
    if (m_standstill == nullptr) {
        return;
    }
    const QString why = m_blocked ? QString() : standstillText(m_session, m_latest.get());
    if (m_standstill->text() != why) {
        m_standstill->setText(why);
        m_standstill->setVisible(!why.isEmpty());
        makeRoom();
    }
    updateButtons();
}

void DestructiveDialog::showSentence()
{
    if (m_sentence != nullptr && !m_blocked) {
        m_sentence->setText(sentence());
        makeRoom();
    }
}

AdminRequest DestructiveDialog::request() const
{
    AdminRequest request;
    request.lock = m_lock->name;
    request.expected = m_expected;
    request.mark = mark_of(*m_latest); // However old: what was renewed since is asked for again.
    request.reason = m_reason->text().trimmed().toStdString();
    if (m_typedName != nullptr && m_typedName->isRight()) {
        request.typed_name = escape(m_lock->name);
    }
    for (const Waiter& waiter : m_latest->waiters) { // as the sentence says
        if (is_dead(waiter)) {
            request.ghosts.push_back(waiter.owner);
        }
    }
    return request;
}

void DestructiveDialog::confirm()
{
    if (m_blocked || m_ticket || !m_confirm->isEnabled()) {
        return;
    }
    m_ticket = perform(request());
    m_since = std::chrono::steady_clock::now();
    m_missed.reset();
    colorText(*m_message, &Theme::text);
    say([] { return tr("Working…"); });
    updateButtons();
}

void DestructiveDialog::reject()
{
    if (!isUnderWay()) {
        QDialog::reject();
    }
}

Text DestructiveDialog::unfinished() const
{
    if (!m_ticket) {
        return {};
    }
    return [title = m_title, lock = m_lock] {
        return tr("%1: %2", "what is being done; name of the lock").arg(title(), shortText(lock->name, kTitleChars));
    };
}

bool DestructiveDialog::isSlow() const
{
    return m_ticket && std::chrono::steady_clock::now() - m_since >= kSlow;
}

QString DestructiveDialog::cancelText() const
{
    return m_blocked || isSlow() ? tr("Close") : tr("Cancel");
}

/// What was read before it was done may be heard of only now: that is no news.
void DestructiveDialog::lookForNextHold(const MonitorBatch& batch)
{
    for (const LockChange& change : batch.changes) {
        const LockState& state = *change.state;
        if (!m_nextHold && state.name == m_lock->name && change.kind != LockChange::Kind::removed && state.is_held()
            && !isSameHold(*m_latest, state)) {
            m_nextHold = change.state;
            say(m_says);
            makeRoom();
        }
    }
}

void DestructiveDialog::lookAt(const MonitorBatch& batch)
{
    if (m_isDone) {
        lookForNextHold(batch);
        return;
    }
    if (m_blocked && !m_isChanged && !m_unknown) {
        return;
    }
    for (const LockChange& change : batch.changes) {
        if (change.state->name != m_lock->name) {
            continue;
        }
        if (m_ticket) {
            m_missed = change; // The answer says more.
            continue;
        }
        const bool gone = change.kind == LockChange::Kind::removed;
        if (isOnlyUnwatched(change)) {
            continue; // It is compared before anything is done.
        }
        if (m_unknown) {
            m_unknown->see(change);
            say([this] { return unknownText(); });
            makeRoom();
            continue;
        }
        if (m_isChanged || gone || !isAsSeen(*change.state)) {
            showChanged(gone ? nullptr : change.state.get());
            continue;
        }
        m_latest = change.state;
        showSentence();
        followStandstill(); // Its master may be out of reach now.
    }
}

void DestructiveDialog::finish(quint64 ticket, const AdminResult& answer)
{
    if (m_ticket != ticket) {
        return;
    }
    m_ticket.reset();
    const AdminResult result = withMemory(answer, *m_latest);
    switch (result.outcome) {
    case AdminResult::Outcome::done:
        if (doneText(result).isEmpty() && result.unrecorded.empty()) {
            accept();
            return;
        }
        m_sentence->hide(); // It said what would happen.
        m_isDecided = true;
        m_isDone = true;
        conclude(
            [this, result] {
                const QString done = doneText(result);
                return inARow({done.isEmpty() ? outcomeText(result) : done, unrecordedText(result)});
            },
            &Theme::text);
        catchUp();
        return;
    case AdminResult::Outcome::changed:
        if (const QString why = notDoneText(result); !why.isEmpty()) {
            m_isDecided = true;
            block([this, result] { return notDoneText(result); });
        } else if (result.renewed && result.state && isAsSeen(*result.state)) {
            askAgain(result);
        } else {
            showChanged(result.state ? &*result.state : nullptr);
        }
        return;
    case AdminResult::Outcome::refused:
    case AdminResult::Outcome::failed: break;
    }
    // If it may have happened, whoever asks again does not see whether that was so.
    if (result.unknown) {
        sayUnknown(result);
    } else if (!m_session.mayAct()) {
        m_isDecided = true;
        block([result] { return outcomeText(result); });
    } else {
        offerAgain(result);
    }
}

bool DestructiveDialog::isAsSeen(const LockState& now) const
{
    return isSameHold(*m_lock, now);
}

QString DestructiveDialog::changedText(const LockState* now) const
{
    if (now == nullptr || !now->is_held()) {
        return tr("Nobody holds it any more.");
    }
    const QString holders = namedHolders(*now, m_namer);
    if (now->holders.size() != 1 || m_lock->holders.size() != 1
        || now->holders.front().owner != m_lock->holders.front().owner) {
        return tr("It is now held by %1.").arg(holders);
    }
    const std::int64_t count = now->holders.front().count;
    const std::int64_t seen = m_lock->holders.front().count;
    return count != seen
             ? tr("%1 still holds it, but its reentry count is %2 instead of %3.", "who, and two numbers")
                   .arg(holders, numberText(count), numberText(seen))
             : tr("%1 holds it, but not as it did: it was taken anew, or given another lease.", "who").arg(holders);
}

QString DestructiveDialog::doneText(const AdminResult&) const
{
    return {};
}

QString DestructiveDialog::notDoneText(const AdminResult&) const
{
    return {};
}

/// The holders are the same, but the lease was renewed since it was read, or the lock taken anew. Whoever has read that
/// may confirm once more.
void DestructiveDialog::askAgain(const AdminResult& result)
{
    m_latest = std::make_shared<const LockState>(*result.state);
    say([] {
        return tr("Since it was read, the lock was renewed or shortened, or released and taken anew by the same "
                  "owner. Nothing was done. Confirm again to act on it as it is now.");
    });
    showSentence();
    followStandstill();
    colorText(*m_message, &Theme::danger);
    m_cancel->setFocus();
}

/// Nothing was done, and nothing that was typed is lost: what stood in the way may be gone the next time.
void DestructiveDialog::offerAgain(const AdminResult& result)
{
    say([result] { return inARow({outcomeText(result), tr("It can be tried again.")}); });
    colorText(*m_message, &Theme::danger);
    updateButtons();
    m_cancel->setFocus();
    catchUp();
}

void DestructiveDialog::sayUnknown(const AdminResult& result)
{
    m_isDecided = true;
    m_unknown.emplace(result, [this](const LockState& now) { return isAsSeen(now); });
    block([this] { return unknownText(); });
    makeRoom();
    catchUp();
}

QString DestructiveDialog::unknownText() const
{
    return inARow(m_unknown->texts([this](const LockState* now) { return changedText(now); })
                  << m_unknown->whatNextText());
}

void DestructiveDialog::catchUp()
{
    if (m_missed) {
        MonitorBatch missed;
        missed.changes.push_back(*std::exchange(m_missed, std::nullopt));
        lookAt(missed);
    }
    m_session.refresh({m_lock->name});
}

/// Said anew as often as it changes: it stands there for as long as somebody needs to read it. It may come just before
/// a key is pressed that was meant to confirm, and must not be the answer to it: no button has the focus then.
void DestructiveDialog::showChanged(const LockState* now)
{
    m_isDecided = true;
    m_isChanged = true;
    const LockStatePtr is = now != nullptr ? std::make_shared<const LockState>(*now) : nullptr;
    block([this, is] {
        return inARow({tr("The lock has changed while you were looking. Nothing was done."), changedText(is.get())});
    });
    m_message->setFocus();
}

/// From here on the dialog can only be closed.
void DestructiveDialog::block(const Text& why)
{
    conclude(why, &Theme::danger);
}

void DestructiveDialog::conclude(const Text& message, QColor Theme::*color)
{
    if (m_message == nullptr) {
        return;
    }
    m_blocked = true;
    m_clock.stop();
    colorText(*m_message, color);
    say(message);
    followStandstill();
    updateButtons();
    m_cancel->setFocus();
}

void DestructiveDialog::say(const Text& message)
{
    m_says = message;
    m_message->setText(message ? message() : QString());
    m_message->setVisible(bool(message));
    setNoteStress(*m_message, Stress::none);
}

QString DestructiveDialog::whatIsMissing() const
{
    const QString own = problem();
    return own.isEmpty() ? TypedName::stillToType(m_reason->text(), m_typedName) : own;
}

void DestructiveDialog::stressWhatIsMissing()
{
    checkReady(); // it may have been said of the last try instead
    if (!m_blocked && !m_ticket && m_says) {
        colorText(*m_message, &Theme::danger);
        setNoteStress(*m_message, Stress::strong);
    }
}

/// What was said of the last try is over, as soon as somebody changes something.
void DestructiveDialog::checkReady()
{
    if (m_confirm == nullptr) {
        return; // Not built yet.
    }
    if (!m_blocked && !m_ticket) {
        colorText(*m_message, &Theme::mutedText);
        say(whatIsMissing().isEmpty() ? Text() : [this] { return whatIsMissing(); });
    }
    updateButtons();
}

void DestructiveDialog::updateButtons()
{
    if (m_confirm == nullptr) {
        return; // Not built yet.
    }
    const bool open = !m_blocked && !m_ticket;
    m_cancel->setText(cancelText());
    m_cancel->setEnabled(!isUnderWay());
    m_reason->setEnabled(open);
    if (m_typedName != nullptr) {
        m_typedName->field().setEnabled(open);
    }
    setUsable(*m_confirm, open && isInReach(m_session, m_latest.get()) && whatIsMissing().isEmpty(), *m_reason);
}

} // namespace lockscope::ui
