// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_dialog.hpp"

#include "dialogs/duration_field.hpp"
#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include "lockscope/escape.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 64;
constexpr milliseconds kFirstLease{std::chrono::minutes{1}};
constexpr milliseconds kFirstWait{std::chrono::seconds{10}};
enum LeaseChoice { Renewed, Limited };

HoldKind kindFor(const LockState& lock)
{
    switch (lock.type) {
    case LockType::fair: return HoldKind::fair;
    case LockType::read_write: return HoldKind::write;
    case LockType::fenced: return HoldKind::fenced;
    case LockType::spin: return HoldKind::spin;
    case LockType::semaphore: return HoldKind::semaphore;
    default: return HoldKind::reentrant;
    }
}

void colorText(QWidget* widget, const QColor& color)
{
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    widget->setPalette(palette);
}

/// A choice and the duration that belongs to one of its entries, side by side; the choice is what a label leads to.
QWidget* besides(QWidget* choice, QWidget* duration)
{
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins({});
    row->addWidget(choice);
    row->addWidget(duration, 1);
    both->setFocusProxy(choice);
    return both;
}

} // namespace

AcquireDialog::AcquireDialog(Session& session, const LockStatePtr& lock, QWidget* parent)
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
    , m_message(plainLabel({}, this))
{
    build();
    if (lock) {
        m_name->setText(displayText(lock->name));
        m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(kindFor(*lock))));
        m_reason->setFocus();
    } else {
        m_name->setFocus();
    }
    connect(&m_session, &Session::actionFinished, this, &AcquireDialog::finish);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            block([] { return tr("The connection was closed. Nothing more can be done here."); });
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this](Session::AdminMode mode) {
        if (mode == Session::AdminMode::readOnly && !m_ticket) {
            block([] { return tr("The session is read-only again. Nothing was done."); });
        }
    });
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &AcquireDialog::showWaiting);
    refresh();
}

void AcquireDialog::build()
{
    for (const HoldKind kind : all_hold_kinds) {
        if (kind != HoldKind::multi && kind != HoldKind::red) {
            m_kind->addItem(QString(), static_cast<int>(kind));
        }
    }
    m_explanation->setWordWrap(true);
    m_explanation->setMinimumWidth(widthOf(kWidthChars));
    colorText(m_explanation, Theme::of(palette()).mutedText);
    m_leaseChoice->addItems({QString(), QString()});
    m_lease->setValue(kFirstLease);
    m_waitChoice->addItems({QString(), QString(), QString()});
    m_wait->setValue(kFirstWait);
    m_message->setWordWrap(true);

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addRow(
        *form, [] { return tr("&Name:"); }, m_name);
    addRow(
        *form, [] { return tr("&Kind:"); }, m_kind);
    form->addRow(QString(), m_explanation);
    addRow(
        *form, [] { return tr("&Hold it:"); }, besides(m_leaseChoice, m_lease));
    addRow(
        *form, [] { return tr("&Wait:"); }, besides(m_waitChoice, m_wait));
    addRow(
        *form, [] { return tr("&Reason:"); }, m_reason);
    contents().addLayout(form);
    contents().addWidget(m_message);

    m_cancel = addButton(QDialogButtonBox::RejectRole, [this] {
        return m_isOver ? tr("Close") : m_ticket ? tr("Stop waiting") : tr("Cancel");
    });
    m_confirm = addButton(
        QDialogButtonBox::ActionRole, [] { return tr("Acquire"); }, QStringLiteral("acquire"));
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    connect(m_confirm, &QPushButton::clicked, this, &AcquireDialog::acquire);
    for (QLineEdit* edit : {m_name, m_reason}) {
        connect(edit, &QLineEdit::textChanged, this, &AcquireDialog::refresh);
    }
    for (QComboBox* choice : {m_kind, m_leaseChoice, m_waitChoice}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &AcquireDialog::refresh);
    }
    keepTranslated(*this, [this] { retranslate(); });
}

void AcquireDialog::retranslate()
{
    setWindowTitle(tr("Acquire a lock"));
    for (int i = 0; i < m_kind->count(); ++i) {
        m_kind->setItemText(i, holdKindText(static_cast<HoldKind>(m_kind->itemData(i).toInt())));
    }
    m_leaseChoice->setItemText(Renewed, tr("Until released (renewed)"));
    m_leaseChoice->setItemText(Limited, tr("At most for"));
    m_leaseChoice->setAccessibleName(tr("Hold it"));
    m_lease->setName(tr("Lease"));
    m_waitChoice->setItemText(static_cast<int>(Wait::none), tr("Do not wait"));
    m_waitChoice->setItemText(static_cast<int>(Wait::limited), tr("At most for"));
    m_waitChoice->setItemText(static_cast<int>(Wait::endless), tr("As long as it takes"));
    m_waitChoice->setAccessibleName(tr("Wait"));
    m_wait->setName(tr("Wait"));
    m_reason->setPlaceholderText(tr("For the audit log"));
    m_explanation->setText(holdKindExplanation(kind()));
    m_message->setText(m_says ? m_says() : QString());
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

HoldRequest AcquireDialog::request() const
{
    HoldRequest request;
    // As names are shown everywhere: \x00 is one byte.
    request.lock = unescape(m_name->text().toStdString());
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
    return request;
}

QString AcquireDialog::problem() const
{
    if (m_name->text().isEmpty()) {
        return tr("Type the name of the lock.");
    }
    if (m_reason->text().trimmed().isEmpty()) {
        return tr("Give a reason; it goes to the audit log.");
    }
    return {};
}

void AcquireDialog::acquire()
{
    if (m_isOver || m_ticket || !problem().isEmpty()) {
        return;
    }
    m_ticket = m_session.hold(request());
    m_since = std::chrono::steady_clock::now();
    m_clock.start();
    refresh();
    showWaiting();
    m_cancel->setFocus();
}

void AcquireDialog::reject()
{
    if (m_ticket) {
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
    m_clock.stop();
    const Theme& theme = Theme::of(palette());
    if (result.outcome == AdminResult::Outcome::done) {
        m_isOver = true;
        std::optional<std::int64_t> token;
        for (const OwnHold& hold : m_session.ownHolds()) {
            if (hold.id == ticket && hold.token) {
                token = hold.token;
            }
        }
        refresh();
        showMessage(
            [token] {
                const QString text = tr("Done: this program holds it now. Release it under “Held by us”; it is also "
                                        "given back when the connection is closed.");
                return token ? tr("%1 Its token is %2.", "%1: sentence").arg(text, QString::number(*token)) : text;
            },
            theme.text);
        m_cancel->setText(tr("Close"));
        m_cancel->setFocus();
        return;
    }
    refresh();
    showMessage(
        [result] {
            if (result.outcome != AdminResult::Outcome::changed) {
                return outcomeText(result);
            }
            return result.state && result.state->is_held()
                     ? tr("It was not acquired: it is held by %1. Try again, or wait for it.")
                           .arg(holdersText(*result.state))
                     : tr("It was not acquired.");
        },
        theme.danger);
    m_confirm->setFocus();
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
        Theme::of(palette()).text);
}

void AcquireDialog::showMessage(const Text& text, const QColor& color)
{
    m_says = text;
    m_message->setText(text());
    m_message->setVisible(!m_message->text().isEmpty());
    colorText(m_message, color);
    makeRoom();
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
    refresh();
    showMessage(why, Theme::of(palette()).danger);
    m_cancel->setText(tr("Close"));
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
    m_confirm->setEnabled(isOpen && problem().isEmpty());
    if (!m_isOver) {
        m_cancel->setText(m_ticket ? tr("Stop waiting") : tr("Cancel"));
    }
    if (isOpen) {
        showMessage([this] { return problem(); }, Theme::of(palette()).mutedText);
    }
}

} // namespace lockscope::ui
