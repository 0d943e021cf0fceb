// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_dialog.hpp"

#include "dialogs/duration_field.hpp"
#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include "lockscope/escape.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
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

/// A choice and the duration that belongs to one of its entries, side by side.
QHBoxLayout* besides(QWidget* choice, QWidget* duration)
{
    auto* row = new QHBoxLayout;
    row->addWidget(choice);
    row->addWidget(duration, 1);
    return row;
}

} // namespace

AcquireDialog::AcquireDialog(Session& session, const LockStatePtr& lock, QWidget* parent)
    : QDialog(parent)
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
    setAttribute(Qt::WA_DeleteOnClose);
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
            block(tr("The connection was closed. Nothing more can be done here."));
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this](Session::AdminMode mode) {
        if (mode == Session::AdminMode::readOnly && !m_ticket) {
            block(tr("The session is read-only again. Nothing was done."));
        }
    });
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &AcquireDialog::showWaiting);
    refresh();
}

void AcquireDialog::build()
{
    setWindowTitle(tr("Acquire a lock"));
    for (const HoldKind kind : all_hold_kinds) {
        if (kind != HoldKind::multi && kind != HoldKind::red) {
            m_kind->addItem(holdKindText(kind), static_cast<int>(kind));
        }
    }
    m_explanation->setWordWrap(true);
    m_explanation->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    colorText(m_explanation, Theme::of(palette()).mutedText);
    m_leaseChoice->addItems({tr("Until released (renewed)"), tr("At most for")});
    m_lease->setValue(kFirstLease);
    m_lease->setName(tr("Lease"));
    m_waitChoice->addItems({tr("Do not wait"), tr("At most for"), tr("As long as it takes")});
    m_wait->setValue(kFirstWait);
    m_wait->setName(tr("Wait"));
    m_reason->setPlaceholderText(tr("For the audit log"));
    m_message->setWordWrap(true);

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Name:"), m_name);
    form->addRow(tr("&Kind:"), m_kind);
    form->addRow(QString(), m_explanation);
    form->addRow(tr("&Hold it:"), besides(m_leaseChoice, m_lease));
    form->addRow(tr("&Wait:"), besides(m_waitChoice, m_wait));
    form->addRow(tr("&Reason:"), m_reason);
    // A form finds the buddy of a widget, not of a layout.
    m_leaseChoice->setAccessibleName(tr("Hold it"));
    m_waitChoice->setAccessibleName(tr("Wait"));
    for (auto* layout : {m_leaseChoice, m_waitChoice}) {
        for (int row = 0; row < form->rowCount(); ++row) {
            auto* field = form->itemAt(row, QFormLayout::FieldRole);
            auto* label = form->itemAt(row, QFormLayout::LabelRole);
            if (field && label && field->layout() && field->layout()->indexOf(layout) >= 0) {
                qobject_cast<QLabel*>(label->widget())->setBuddy(layout);
            }
        }
    }

    auto* buttons = new QDialogButtonBox(this);
    m_cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_confirm = buttons->addButton(tr("Acquire"), QDialogButtonBox::ActionRole);
    m_confirm->setIcon(icon(QStringLiteral("acquire")));
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addWidget(buttons);

    connect(m_cancel, &QPushButton::clicked, this, &AcquireDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &AcquireDialog::acquire);
    for (QLineEdit* edit : {m_name, m_reason}) {
        connect(edit, &QLineEdit::textChanged, this, &AcquireDialog::refresh);
    }
    for (QComboBox* choice : {m_kind, m_leaseChoice, m_waitChoice}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &AcquireDialog::refresh);
    }
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
        QString text = tr("Done: this program holds it now. Release it under “Held by me”; it is also given back when "
                          "the connection is closed.");
        for (const OwnHold& hold : m_session.ownHolds()) {
            if (hold.id == ticket && hold.token) {
                text = tr("%1 Its token is %2.", "%1: sentence").arg(text, QString::number(*hold.token));
            }
        }
        refresh();
        showMessage(text, theme.text);
        m_cancel->setText(tr("Close"));
        m_cancel->setFocus();
        return;
    }
    refresh();
    const bool holdsSomebody = result.state && result.state->is_held();
    if (result.outcome == AdminResult::Outcome::changed) {
        showMessage(holdsSomebody ? tr("It was not acquired: it is held by %1. Try again, or wait for it.")
                                        .arg(holdersText(*result.state))
                                  : tr("It was not acquired."),
                    theme.danger);
    } else {
        showMessage(outcomeText(result), theme.danger);
    }
    m_confirm->setFocus();
}

void AcquireDialog::showWaiting()
{
    if (!m_since) {
        return;
    }
    const auto waited = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *m_since);
    const bool isLong = waited >= std::chrono::seconds(1);
    showMessage(isLong ? tr("Waiting for %1…", "%1: duration so far").arg(durationText(waited)) : tr("Working…"),
                Theme::of(palette()).text);
}

void AcquireDialog::showMessage(const QString& text, const QColor& color)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
    colorText(m_message, color);
    grow();
}

/// From here on the dialog can only be closed.
void AcquireDialog::block(const QString& why)
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
        showMessage(problem(), Theme::of(palette()).mutedText);
    }
}

void AcquireDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    grow();
}

/// A dialog that stands there does not make room for longer text by itself.
void AcquireDialog::grow()
{
    const int wanted = layout()->totalHeightForWidth(width());
    if (isVisible() && wanted > height()) {
        resize(width(), wanted);
    }
}

} // namespace lockscope::ui
