// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/status_strip.hpp"

#include "panels/flow_layout.hpp"
#include "session/barrier.hpp"
#include "text/encryption_words.hpp"
#include "text/obstacle_words.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QStringList>
#include <QToolButton>

namespace lockscope::ui {
namespace {

constexpr std::chrono::seconds kAgeInterval{1};
constexpr std::chrono::minutes kLossIsNews{1};

/// Nobody sees less.
constexpr milliseconds kBehind{1000};

bool isLive(const MonitorStatus& status)
{
    return status.link == MonitorStatus::Link::live;
}

QLabel* quietLabel(QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    return label;
}

void setTextColor(QWidget* widget, const QColor& color)
{
    QPalette palette = widget->palette();
    if (palette.color(QPalette::WindowText) != color) {
        palette.setColor(QPalette::WindowText, color);
        widget->setPalette(palette);
    }
}

} // namespace

StatusStrip::StatusStrip(QWidget* parent) : QFrame(parent)
{
    setFrameShape(NoFrame);
    auto* layout = new FlowLayout(this);
    layout->setContentsMargins(12, 5, 12, 6);
    layout->setSpacing(16);
    m_locks = addFact(*layout);
    m_held = addFact(*layout);
    m_waiting = addFact(*layout);
    m_contended = addFact(*layout);
    m_stuck = addFact(*layout);
    m_unknown = addFact(*layout);
    m_filtered = addFact(*layout);
    m_chosen = addFact(*layout);
    offer(m_locks, QuickFilter::all);
    offer(m_held, QuickFilter::held);
    offer(m_contended, QuickFilter::contended);
    offer(m_stuck, QuickFilter::stuck);
    layout->addStretch();
    m_notes = quietLabel(this);
    m_permissions = new QToolButton(this);
    m_permissions->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_permissions->setAutoRaise(true);
    connect(m_permissions, &QToolButton::clicked, this, &StatusStrip::permissionsRequested);
    m_cost = quietLabel(this);
    m_age = quietLabel(this);
    m_source = quietLabel(this);
    m_encryption = quietLabel(this);
    m_encryption->setObjectName(QStringLiteral("encryption"));
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_notes, m_permissions, m_cost, m_age, m_source, m_encryption}) {
        layout->addWidget(widget);
    }
    m_ageTimer.setInterval(kAgeInterval);
    connect(&m_ageTimer, &QTimer::timeout, this, &StatusStrip::showAge);
    showAll();
}

StatusStrip::Fact StatusStrip::addFact(FlowLayout& layout)
{
    Fact fact{};
    fact.box = new QWidget(this);
    auto* row = new QHBoxLayout(fact.box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    fact.number = quietLabel(fact.box);
    QFont bold = fact.number->font();
    bold.setBold(true);
    fact.number->setFont(bold);
    fact.word = quietLabel(fact.box);
    row->addWidget(fact.number);
    row->addWidget(fact.word);
    layout.addWidget(fact.box);
    return fact;
}

void StatusStrip::offer(const Fact& fact, QuickFilter filter)
{
    m_offered.insert(fact.box, filter);
    fact.box->setCursor(Qt::PointingHandCursor);
    fact.box->installEventFilter(this);
}

bool StatusStrip::eventFilter(QObject* watched, QEvent* event)
{
    const auto offered = m_offered.constFind(watched);
    const bool isButton = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease;
    if (offered == m_offered.constEnd() || !isButton) {
        return QFrame::eventFilter(watched, event);
    }
    const auto& mouse = *static_cast<const QMouseEvent*>(event);
    const bool isInside = static_cast<const QWidget*>(watched)->rect().contains(mouse.position().toPoint());
    if (event->type() == QEvent::MouseButtonRelease && mouse.button() == Qt::LeftButton && isInside) {
        emit quickFilterRequested(*offered);
    }
    return true;
}

void StatusStrip::setStatus(const MonitorStatus& status)
{
    m_status = status;
    showAll();
    arrange();
}

void StatusStrip::setCounts(const LockCounts& counts)
{
    m_status.counts = counts;
    showCounts();
    arrange();
}

void StatusStrip::noteLostEvents()
{
    m_lostAt = std::chrono::system_clock::now();
    showWarnings();
}

void StatusStrip::forgetLostEvents()
{
    m_lostAt.reset();
    showWarnings();
}

void StatusStrip::setPurpose(Purpose purpose)
{
    m_purpose = purpose;
    showPermissions();
    arrange();
}

void StatusStrip::setArranging(Arranging arranging)
{
    if (std::exchange(m_arranging, arranging) != arranging) {
        showWarnings();
    }
}

void StatusStrip::setShown(std::size_t shown, std::size_t total)
{
    m_shown = shown;
    m_total = total;
    show(m_filtered, static_cast<qint64>(m_shown),
         tr("shown", "number of rows that the filter leaves", pluralCount(m_shown)));
    m_filtered.box->setVisible(m_shown != m_total);
    arrange();
}

void StatusStrip::setSelected(std::size_t locks)
{
    m_selected = locks;
    show(m_chosen, static_cast<qint64>(locks), tr("selected", "after the number of locks", pluralCount(locks)));
    m_chosen.box->setVisible(locks > 1);
    arrange();
}

void StatusStrip::show(const Fact& fact, qint64 number, const QString& word, Seen seen)
{
    const QString shown = QLocale().toString(number);
    fact.number->setText(seen == Seen::all     ? shown
                         : number == 0         ? QStringLiteral("?")
                         : seen == Seen::about ? tr("≈ %1", "about so many, as far as was seen last").arg(shown)
                                               : tr("≥ %1", "at least so many").arg(shown));
    fact.word->setText(word);
    fact.box->layout()->activate(); // by itself only after arrange()
}

/// By itself only after all is painted once more as wide as it was, with longer numbers in it.
void StatusStrip::arrange()
{
    layout()->activate();
}

void StatusStrip::showAll()
{
    const Theme& theme = Theme::of(palette());
    showCounts();
    for (QLabel* label : {m_cost, m_age}) {
        setTextColor(label, theme.mutedText);
    }
    showSource();
    setShown(m_shown, m_total);
    setSelected(m_selected);
    showCost();
    showAge();
    // Otherwise nothing is read, and the banner says how old everything is.
    const bool isFresh = !m_status.paused && isLive(m_status);
    m_cost->setVisible(isFresh);
    m_age->setVisible(isFresh);
    showEncryption();
    showWarnings();
}

/// What is old by the length of the line is not quite live.
void StatusStrip::showSource()
{
    const Theme& theme = Theme::of(palette());
    const bool isBehind = !m_status.paused && isLive(m_status) && m_status.behind >= kBehind;
    const QString source =
        m_status.paused ? tr("paused", "in place of the source of live news") : newsSourceText(m_status.source);
    const QString behind = durationText(m_status.behind);
    m_source->setText(isBehind ? tr("%1, %2 behind", "source of live news, time").arg(source, behind) : source);
    QStringList explanation{m_status.paused ? tr("Nothing is read from the server.")
                                            : newsSourceExplanation(m_status.source)};
    if (isBehind) {
        explanation
            << tr("The line is slow, or more happens than it carries: what is shown may be %1 old.").arg(behind);
    }
    if (!m_status.addresses.empty()) {
        explanation << tr("Read from %1.", "addresses of masters").arg(shortText(m_status.addresses, 200));
    }
    m_source->setToolTip(toolTipText(explanation.join(QLatin1Char('\n'))));
    setTextColor(m_source, isBehind ? theme.warning : theme.mutedText);
}

void StatusStrip::showCounts()
{
    const Theme& theme = Theme::of(palette());
    const LockCounts& counts = m_status.counts;
    const PermissionReport& rights = m_status.permissions;
    const bool mayLook = mayLookForLocks(rights);
    // Otherwise the first look is not over yet, or one that finds what was missed.
    const bool seesLocks = mayLook && m_status.scan_rounds > 0 && !m_status.incomplete;
    const bool mayCount = rights.all.empty() || rights.allows(Feature::waiting_clients);
    const bool seesWaiters = seesLocks && mayCount && maySeeQueues(rights);
    const bool areOfThePast = !mayLook || counts.unknown > 0; // those that were there may have gone, and others come
    const Seen locks = areOfThePast ? Seen::about : seesLocks ? Seen::all : Seen::some;
    const Seen waiters = areOfThePast ? Seen::about : seesWaiters ? Seen::all : Seen::some;
    const Seen sum = waiters == Seen::all && counts.more_waiting ? Seen::some
                   : seesLocks && !seesWaiters                   ? Seen::about
                                                                 : waiters;
    show(m_locks, static_cast<qint64>(counts.locks), tr("locks", "after their number", pluralCount(counts.locks)),
         locks);
    show(m_held, static_cast<qint64>(counts.held), tr("held", "after the number of locks"), locks);
    show(m_waiting, counts.waiting, tr("waiting", "after the number of waiters of all locks"), sum);
    // Where no waiter was seen of a queue that is longer, whether its lock is contended is not known either.
    show(m_contended, static_cast<qint64>(counts.contended), tr("contended", "after the number of locks"),
         counts.contended == 0 ? sum : waiters);
    // Those of which nobody knows how it stands with them may be stuck, too.
    show(m_stuck, static_cast<qint64>(counts.stuck), tr("stuck", "after the number of locks"), locks);
    show(m_unknown, static_cast<qint64>(counts.unknown), tr("unknown", "after the number of locks"));
    m_unknown.box->setVisible(counts.unknown > 0);
    m_unknown.box->setToolTip(toolTipText(
        tr("Locks of which nobody can say now how it stands with them: the other numbers count what was seen last")));
    m_waiting.box->setToolTip(toolTipText(
        tr("The sum of the column Waiters: places in queues, without those of the dead, and for locks without a queue "
           "client processes that listen for the release. Who waits for several locks counts for each.")));
    m_locks.box->setToolTip(tr("Show all locks"));
    for (const Fact& fact : {m_held, m_contended, m_stuck}) {
        fact.box->setToolTip(tr("Show only these"));
    }
    setTextColor(m_contended.box, counts.contended > 0 ? theme.contended : theme.text);
    setTextColor(m_stuck.box, counts.stuck > 0 ? theme.stuck : theme.text);
}

void StatusStrip::showCost()
{
    const MonitorCost& cost = m_status.cost;
    const QLocale locale;
    if (cost.cpu_share) {
        m_cost->setText(tr("cost %1 % CPU").arg(locale.toString(*cost.cpu_share * 100.0, 'f', 1)));
    } else {
        m_cost->setText(tr("cost %1 commands/s").arg(locale.toString(cost.commands_per_second, 'f', 0)));
    }
    m_cost->setToolTip(toolTipText(tr("What watching costs the server: %1 commands and %2 a second")
                                       .arg(locale.toString(cost.commands_per_second, 'f', 0),
                                            locale.formattedDataSize(static_cast<qint64>(cost.bytes_per_second)))));
}

void StatusStrip::showAge()
{
    if (m_lostAt && std::chrono::system_clock::now() - *m_lostAt > kLossIsNews) {
        m_lostAt.reset();
        showWarnings();
    }
    if (m_status.scanned_at && !m_status.incomplete) {
        const auto age =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now() - *m_status.scanned_at);
        m_age->setText(tr("scanned %1 ago").arg(durationText(std::max(age, std::chrono::seconds(1)))));
    } else if (!mayLookForLocks(m_status.permissions)) {
        m_age->setText(tr("not permitted to look for locks"));
    } else {
        m_age->setText(tr("scanning %1 %").arg(static_cast<int>(m_status.scan_fraction * 100.0)));
    }
}

void StatusStrip::showEncryption()
{
    m_encryption->setVisible(m_status.encryption.has_value());
    if (!m_status.encryption) {
        m_encryption->clear();
        return;
    }
    const Theme& theme = Theme::of(palette());
    const bool verified = m_status.encryption->verified;
    m_encryption->setText(encryptionText(*m_status.encryption));
    m_encryption->setToolTip(toolTipText(encryptionExplanation(*m_status.encryption)));
    QFont font = m_source->font();
    font.setBold(!verified);
    m_encryption->setFont(font);
    setTextColor(m_encryption, verified ? theme.mutedText : theme.warning);
}

void StatusStrip::showWarnings()
{
    QStringList notes;
    if (m_status.lacks_master) {
        notes << tr("replica without its master: nothing of what is seen is new");
    } else if (isReplica(m_status)) {
        notes << tr("a replica, which may lag behind its master");
    }
    if (m_status.obstacle != WriteObstacle::none) {
        notes << obstacleNote(m_status.obstacle, m_status.obstacle_at);
    }
    if (!m_status.eviction_policy.empty() && m_status.eviction_policy != "noeviction") {
        notes << tr("locks may be evicted (%1)").arg(shortText(m_status.eviction_policy, 30));
    }
    if (m_status.encryption && m_status.link == MonitorStatus::Link::live) { // What it may have now, the refusal says.
        const QString warning = certificateWarning(*m_status.encryption, std::chrono::system_clock::now());
        if (!warning.isEmpty()) {
            notes << warning;
        }
    }
    if (m_status.locks_not_kept > 0) {
        notes << tr("at least %Ln more lock(s) not kept", "beyond the limit of the table",
                    pluralCount(m_status.locks_not_kept));
    }
    if (m_status.keys_not_permitted > 0) {
        notes << tr("%Ln key(s) may not be read", "by this user: the key patterns of its ACL leave them out",
                    pluralCount(m_status.keys_not_permitted));
    }
    if (m_status.keys_unreadable > 0) {
        notes << tr("%Ln key(s) could not be read", "the server's answers make no sense or are too large",
                    pluralCount(m_status.keys_unreadable));
    }
    // While it goes on, the age says so.
    if (m_status.link == MonitorStatus::Link::lost && !m_status.scanned_at && m_status.scan_fraction > 0) {
        notes << tr("only %1 % of the keys were looked at").arg(static_cast<int>(m_status.scan_fraction * 100.0));
    }
    if (m_lostAt) {
        notes << tr("some events were lost at %1", "a time of day").arg(timeText(*m_lostAt));
    }
    if (m_arranging == Arranging::goingOn) {
        notes << tr("sorting and filtering…");
    }
    m_notes->setText(notes.join(QStringLiteral(" · ")));
    m_notes->setVisible(!notes.isEmpty());
    setTextColor(m_notes, Theme::of(palette()).warning);

    showPermissions();
}

void StatusStrip::showPermissions()
{
    const PermissionReport& rights = m_status.permissions;
    const auto missing = static_cast<int>(rights.missing(m_purpose).size());
    m_permissions->setVisible(!rights.missing().empty());
    m_permissions->setIcon(icon(missing > 0 ? QStringLiteral("warning") : QStringLiteral("info")));
    m_permissions->setText(missing > 0
                               ? tr("%Ln permission(s) missing", "", missing)
                               : tr("not permitted to act: read only", "the user of the server may only watch"));
    m_permissions->setToolTip(toolTipText(tr("Show what does not work, and what to ask the administrator for")));
}

void StatusStrip::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    showAge();
    m_ageTimer.start();
}

void StatusStrip::hideEvent(QHideEvent* event)
{
    m_ageTimer.stop();
    QFrame::hideEvent(event);
}

void StatusStrip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        showAll();
    }
}

} // namespace lockscope::ui
