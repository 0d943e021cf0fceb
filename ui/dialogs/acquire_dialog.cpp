// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_dialog.hpp"

#include "dialogs/acquire_outlook.hpp"
#include "dialogs/duration_field.hpp"
#include "dialogs/typed_name.hpp"
#include "models/named_owner.hpp"
#include "panels/form_layout.hpp"
#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/text_color.hpp"

#include "lockscope/escape.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 77;
constexpr milliseconds kFirstLease{std::chrono::minutes{1}};
constexpr milliseconds kFirstWait{std::chrono::seconds{10}};
enum LeaseChoice { Renewed, Limited };

/// A choice and the duration that belongs to one of its entries, side by side; the choice is what a label leads to.
QWidget* besides(QWidget* choice, QWidget* duration)
{
    auto* both = new QWidget(choice->parentWidget()); // in the same window, or the two would lose their place for Tab
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins({});
    row->addWidget(choice);
    row->addWidget(duration, 1);
    both->setFocusProxy(choice);
    return both;
}

} // namespace

AcquireDialog::AcquireDialog(Session& session, const LockStatePtr& lock, QWidget* parent, NameWatch::Known known)
    : Dialog(parent)
    , m_session(session)
    , m_name(new QLineEdit(this))
    , m_kind(new QComboBox(this))
    , m_explanation(plainLabel({}, this))
    , m_leaseChoice(new QComboBox(this))
    , m_lease(new DurationField(this))
    , m_waitChoice(new QComboBox(this))
    , m_wait(new DurationField(this))
    , m_reason(new QLineEdit(this))
    , m_outlook(new AcquireOutlook(session, std::move(known), this))
    , m_message(plainLabel({}, this))
{
    build();
    if (lock) {
        m_name->setText(displayText(lock->name));
        m_given = lock->name;
        m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(fittingKind(*lock).value_or(HoldKind::reentrant))));
        m_outlook->watch().follow(lock->name, lock);
        m_reason->setFocus();
    } else {
        m_name->setFocus();
    }
    connect(m_name, &QLineEdit::textChanged, this, &AcquireDialog::followName);
    connect(&m_outlook->watch(), &NameWatch::changed, this, &AcquireDialog::takeLook);
    connect(&m_session, &Session::statusChanged, this, &AcquireDialog::refresh);
    connect(&m_session, &Session::pausedChanged, this, &AcquireDialog::refresh);
    connect(&m_session, &Session::actionFinished, this, &AcquireDialog::finish);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            block([] { return tr("The connection was closed. Nothing more can be done here."); });
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this] {
        if (!m_session.mayAct() && !m_ticket && m_session.endpoint()) {
            block([barrier = m_session.barrier()] {
                return barrier == Barrier::none ? tr("The session is read-only again. Nothing was done.")
                                                : barrierText(barrier);
            });
        }
        followServerKind();
    });
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &AcquireDialog::tick);
    m_clock.start();
    followServerKind();
    edit();
}

void AcquireDialog::build()
{
    for (const HoldKind kind : all_hold_kinds) {
        if (kind != HoldKind::multi && kind != HoldKind::red) {
            m_kind->addItem(QString(), static_cast<int>(kind));
        }
    }
    for (QLabel* label : {m_explanation, m_outlook->present(), m_outlook->effect()}) {
        label->setWordWrap(true);
    }
    // As wide as a row of the form; those inside it have to fit beside its labels, or they are put below them.
    m_outlook->effect()->setMinimumWidth(widthOf(kWidthChars));
    for (QLabel* label : {m_explanation, m_outlook->present(), m_outlook->standstill()}) {
        label->setMinimumWidth(widthOf(kWidthChars) * 4 / 5);
    }
    colorText(*m_explanation, &Theme::mutedText);
    m_leaseChoice->addItems({QString(), QString()});
    m_lease->setValue(kFirstLease);
    m_waitChoice->addItems({QString(), QString(), QString()});
    m_wait->setValue(kFirstWait);
    m_message->setWordWrap(true);

    m_form = new FormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addRows();
    contents().addLayout(m_form);
    contents().addWidget(m_outlook->effect());
    contents().addStretch(1); // room that is left over parts no rows
    addNote(*m_message);

    m_cancel = addButton(QDialogButtonBox::RejectRole, [this] {
        return m_isOver ? tr("Close") : m_ticket ? tr("Stop waiting") : tr("Cancel");
    });
    m_confirm = addButton(
        QDialogButtonBox::ActionRole, [] { return tr("&Acquire"); }, QStringLiteral("acquire"));
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    connect(m_confirm, &QPushButton::clicked, this, &AcquireDialog::acquire);
    connect(m_reason, &QLineEdit::textChanged, this, &AcquireDialog::edit);
    for (QComboBox* choice : {m_kind, m_leaseChoice, m_waitChoice}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &AcquireDialog::edit);
    }
    for (DurationField* duration : {m_lease, m_wait}) {
        connect(duration, &DurationField::changed, this, &AcquireDialog::edit);
    }
    keepTranslated(*this, [this] { retranslate(); });
}

void AcquireDialog::addRows()
{
    QFormLayout& form = *m_form;
    addRow(
        form, [] { return tr("&Name:"); }, m_name);
    form.addRow(QString(), m_outlook->present());
    form.addRow(QString(), m_outlook->standstill());
    addRow(
        form, [] { return tr("&Kind:"); }, m_kind);
    form.addRow(QString(), m_explanation);
    addRow(
        form, [] { return tr("&Hold it:"); }, besides(m_leaseChoice, m_lease));
    addRow(
        form, [] { return tr("&Wait:"); }, besides(m_waitChoice, m_wait));
    addRow(
        form, [] { return tr("&Reason:"); }, m_reason);
}

/// Another window may have the profile say that it is a production server, while this stands open.
void AcquireDialog::followServerKind()
{
    if (m_typedName != nullptr || m_isOver || m_session.serverKind() != Session::ServerKind::production) {
        return;
    }
    m_typedName = new TypedName(TypedName::Of::lock, *m_form, widthOf(kWidthChars), this);
    m_typedName->comeAfter(*m_reason);
    connect(m_typedName, &TypedName::edited, this, &AcquireDialog::edit);
    edit();
    makeRoom();
}

void AcquireDialog::retranslate()
{
    setWindowTitle(tr("Acquire a lock"));
    for (int i = 0; i < m_kind->count(); ++i) {
        m_kind->setItemText(i, holdKindText(static_cast<HoldKind>(m_kind->itemData(i).toInt())));
    }
    m_leaseChoice->setItemText(Renewed, tr("Until released (renewed)"));
    m_leaseChoice->setItemText(Limited, tr("At most for", "to hold a lock"));
    m_leaseChoice->setAccessibleName(tr("Hold it"));
    m_lease->setName(tr("Lease"));
    m_waitChoice->setItemText(static_cast<int>(Wait::none), tr("Do not wait"));
    m_waitChoice->setItemText(static_cast<int>(Wait::limited), tr("At most for", "to wait for a lock"));
    m_waitChoice->setItemText(static_cast<int>(Wait::endless), tr("As long as it takes"));
    m_waitChoice->setAccessibleName(tr("Wait"));
    m_wait->setName(tr("Wait"));
    m_reason->setPlaceholderText(tr("For the audit log"));
    m_explanation->setText(holdKindExplanation(kind()));
    m_message->setText(m_says ? m_says() : QString());
    showOutlook();
    makeRoom();
}

HoldKind AcquireDialog::kind() const
{
    return static_cast<HoldKind>(m_kind->currentData().toInt());
}

AcquireDialog::Wait AcquireDialog::waiting() const
{
    return static_cast<Wait>(m_waitChoice->currentIndex());
}

std::string AcquireDialog::lockName() const
{
    return m_given.value_or(unescape(m_name->text().toStdString()));
}

HoldRequest AcquireDialog::request() const
{
    HoldRequest request;
    request.lock = lockName();
    request.kind = kind();
    if (m_leaseChoice->currentIndex() == Limited && request.kind != HoldKind::semaphore) {
        request.lease = m_lease->value();
    }
    switch (waiting()) {
    case Wait::none: request.wait = milliseconds(0); break;
    case Wait::limited: request.wait = m_wait->value(); break;
    case Wait::endless: break;
    }
    request.reason = m_reason->text().trimmed().toStdString();
    if (m_typedName != nullptr && m_typedName->isRight()) {
        request.typed_name = escape(request.lock);
    }
    return request;
}

AcquirePlan AcquireDialog::plan() const
{
    AcquirePlan plan;
    plan.request = request();
    plan.owner = m_session.ownOwner();
    plan.watchdogLease = m_session.watchdogLease();
    return plan;
}

QString AcquireDialog::problem() const
{
    if (m_name->text().isEmpty()) {
        return tr("Type the name of the lock.");
    }
    if (!m_given && m_name->text().size() >= m_name->maxLength()) {
        return tr("The name is too long to be typed here: more than %1 characters.")
            .arg(locale().toString(m_name->maxLength() - 1));
    }
    const bool isLeased = m_leaseChoice->currentIndex() == Limited && kind() != HoldKind::semaphore;
    const QString lease = isLeased ? m_lease->problem() : QString();
    const QString wait = waiting() == Wait::limited ? m_wait->problem() : QString();
    return !lease.isEmpty() ? lease : !wait.isEmpty() ? wait : TypedName::stillToType(m_reason->text(), m_typedName);
}

void AcquireDialog::followName()
{
    m_given.reset();
    const std::string name = lockName();
    if (name != m_outlook->watch().name()) {
        m_outlook->watch().follow(name);
    }
    edit();
}

/// What was said of the last try is over, as soon as somebody changes something.
void AcquireDialog::edit()
{
    refresh();
    if (!m_isOver && !m_ticket) {
        showMessage([this] { return problem(); }, &Theme::mutedText);
    }
}

void AcquireDialog::stressWhatIsMissing()
{
    edit(); // it may have been said of the last try instead
    if (!m_isOver && !m_ticket && !problem().isEmpty()) {
        colorText(*m_message, &Theme::danger);
        setNoteStress(*m_message, Stress::strong);
    }
}

void AcquireDialog::takeLook()
{
    const NameLook* look = m_outlook->look();
    if (m_success && !m_success->after && look != nullptr && look->at >= m_success->at) {
        m_success->after = *look;
        showMessage([this] { return successText(); }, &Theme::text);
    }
    refresh();
}

void AcquireDialog::acquire()
{
    if (!m_confirm->isEnabled()) {
        return;
    }
    m_before = m_outlook->watch().look();
    m_ticket = m_session.hold(request());
    m_isStopped = false;
    m_since = std::chrono::steady_clock::now();
    refresh();
    showWaiting();
    m_cancel->setFocus();
}

void AcquireDialog::setClientNamer(ClientNamer namer)
{
    m_outlook->setClientNamer(std::move(namer));
    showOutlook();
}

void AcquireDialog::reject()
{
    if (m_ticket) {
        m_isStopped = true;
        m_session.cancelHold(*m_ticket); // Its answer comes as a result.
    } else {
        QDialog::reject();
    }
}

void AcquireDialog::finish(quint64 ticket, const AdminResult& result)
{
    if (m_ticket != ticket) {
        return;
    }
    m_ticket.reset();
    m_since.reset();
    if (result.outcome == AdminResult::Outcome::done) {
        succeed(ticket, result);
        return;
    }
    refresh();
    const bool wasStopped = m_isStopped && result.outcome == AdminResult::Outcome::changed;
    if (wasStopped) {
        showMessage(
            [result] {
                return inARow({tr("Waiting was stopped: it was not acquired."), removedText(result)});
            },
            &Theme::text);
    } else {
        showMessage([this, result] { return notAcquiredText(result); }, &Theme::danger);
    }
    if (!m_session.mayAct()) {
        m_isOver = true;
        refresh();
        m_cancel->setFocus();
        return;
    }
    m_outlook->watch().ask();
    m_confirm->setFocus();
}

QString AcquireDialog::notAcquiredText(const AdminResult& result) const
{
    if (result.outcome != AdminResult::Outcome::changed) {
        return outcomeText(result);
    }
    const QString why = result.state && result.state->is_held()
                          ? tr("It was not acquired: it is held by %1. Try again, or wait for it.")
                                .arg(namedHolders(*result.state, m_outlook->clientNamer()))
                      : result.state && !result.state->waiters.empty()
                          ? tr("It was not acquired: others are before us in its queue.")
                          : tr("It was not acquired.");
    return inARow({why, removedText(result)});
}

void AcquireDialog::succeed(quint64 ticket, const AdminResult& result)
{
    Success success;
    success.plan = plan();
    success.before = m_before;
    success.at = std::chrono::steady_clock::now();
    success.result = result;
    if (result.state) {
        success.after = look_of(*result.state);
    }
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.id == ticket && hold.token) {
            success.token = hold.token;
        }
    }
    m_isOver = true;
    m_clock.stop();
    m_outlook->watch().stop();
    if (!success.after) {
        m_outlook->watch().ask(); // Of a mere number nothing was seen.
    }
    m_success = std::move(success);
    refresh();
    showMessage([this] { return successText(); }, &Theme::text);
    m_cancel->setFocus();
}

QString AcquireDialog::successText() const
{
    const auto known = [](const std::optional<NameLook>& look) { return look ? &*look : nullptr; };
    return inARow(
        {tr("Done: this program holds it now."),
         differenceText(m_success->plan, known(m_success->before), known(m_success->after), m_outlook->clientNamer()),
         removedText(m_success->result), m_success->token ? tr("Its token is %1.").arg(*m_success->token) : QString(),
         tr("Release it under “Held by us”; it is also given back when the connection is closed."),
         unrecordedText(m_success->result)});
}

void AcquireDialog::tick()
{
    showWaiting();
    showOutlook();
}

void AcquireDialog::showOutlook()
{
    const bool isShown = !m_isOver && !m_name->text().isEmpty();
    m_outlook->show(isShown ? std::optional(plan()) : std::nullopt);
    makeRoom();
}

void AcquireDialog::showWaiting()
{
    if (!m_since) {
        return;
    }
    const auto waited = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *m_since);
    showMessage(
        [waited] {
            return waited >= std::chrono::seconds(1)
                     ? tr("Waiting for %1…", "%1: duration so far").arg(durationText(waited))
                     : tr("Working…");
        },
        &Theme::text);
}

void AcquireDialog::showMessage(const Text& text, QColor Theme::*color)
{
    m_says = text;
    m_message->setText(text());
    m_message->setVisible(!m_message->text().isEmpty());
    colorText(*m_message, color);
    setNoteStress(*m_message, Stress::none);
}

/// From here on the dialog can only be closed.
void AcquireDialog::block(const Text& why)
{
    if (m_isOver) {
        return;
    }
    m_isOver = true;
    m_ticket.reset();
    m_clock.stop();
    m_outlook->watch().stop();
    refresh();
    showMessage(why, &Theme::danger);
    m_cancel->setFocus();
}

void AcquireDialog::refresh()
{
    const bool isOpen = !m_isOver && !m_ticket;
    const bool hasLease = kind() != HoldKind::semaphore;
    for (QWidget* field : {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_kind),
                           static_cast<QWidget*>(m_waitChoice), static_cast<QWidget*>(m_reason)}) {
        field->setEnabled(isOpen);
    }
    m_leaseChoice->setEnabled(isOpen && hasLease);
    m_lease->setEnabled(isOpen);
    m_lease->setVisible(hasLease && m_leaseChoice->currentIndex() == Limited);
    m_wait->setEnabled(isOpen);
    m_wait->setVisible(waiting() == Wait::limited);
    m_explanation->setText(holdKindExplanation(kind()));
    if (m_typedName != nullptr) {
        m_typedName->setLock(lockName());
        m_typedName->field().setEnabled(isOpen);
    }
    setUsable(*m_confirm, isOpen && problem().isEmpty() && m_outlook->isInReach(), *m_reason);
    m_cancel->setText(m_isOver ? tr("Close") : m_ticket ? tr("Stop waiting") : tr("Cancel"));
    showOutlook();
}

} // namespace lockscope::ui
