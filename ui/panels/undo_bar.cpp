// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/undo_bar.hpp"

#include "comfort/action_list.hpp"
#include "dialogs/question.hpp"
#include "models/named_owner.hpp"
#include "panels/letter_button.hpp"
#include "text/audit_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include "lockscope/owner.hpp"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::size_t kMostOffers = 1000; ///< As many as one dialog can release.
constexpr std::size_t kMostInMenu = 20;
constexpr std::chrono::seconds kResultStays{20};

/// "4:58"
QString clockText(SteadyTime until)
{
    const auto left = std::chrono::ceil<std::chrono::seconds>(
        std::max(until - std::chrono::steady_clock::now(), SteadyTime::duration{}));
    return QStringLiteral("%1:%2").arg(left.count() / 60).arg(left.count() % 60, 2, 10, QLatin1Char('0'));
}

QString leftText(SteadyTime until)
{
    return durationText(std::chrono::ceil<milliseconds>(until - std::chrono::steady_clock::now()));
}

/// Of one that writes and reads there are two owners.
std::size_t threadsOf(const UndoTicket& ticket)
{
    const auto& owners = ticket.owners;
    const auto writer = std::find_if(owners.begin(), owners.end(),
                                     [](const std::string& owner) { return OwnerView::of(owner).writer; });
    const bool alsoReads =
        writer != owners.end() && std::any_of(owners.begin(), owners.end(), [&writer](const std::string& owner) {
            const OwnerView one = OwnerView::of(*writer);
            const OwnerView other = OwnerView::of(owner);
            return !other.writer && other.client == one.client && other.thread == one.thread;
        });
    return alsoReads ? owners.size() - 1 : owners.size();
}

/// "9f45…e1:57 (billing-2) +2"
QString holdersOf(const UndoTicket& ticket, const ClientNamer& namer)
{
    const QString first = QString::fromStdString(ticket.holders).section(QStringLiteral(", "), 0, 0); // "owner=count"
    const QString owner = namedOwner(auditBytes(first.left(first.lastIndexOf(QLatin1Char('='))).toStdString()), namer);
    const std::size_t threads = threadsOf(ticket);
    return threads > 1 ? owner + QStringLiteral(" +%1").arg(threads - 1) : owner;
}

/// It is back, or never will be: trying again would change nothing.
bool isDecided(const AdminResult& result)
{
    return result.outcome == AdminResult::Outcome::done || result.outcome == AdminResult::Outcome::changed;
}

} // namespace

UndoBar::UndoBar(Session& session, QWidget* parent)
    : NoticeBar(parent)
    , m_session(session)
    , m_undo(new QAction(icon(QStringLiteral("undo")), {}, this))
    , m_undoAll(new QAction(this))
    , m_dismiss(new QAction(this))
    , m_button(new QToolButton(this))
    , m_all(new QToolButton(this))
    , m_more(new LetterButton(this))
    , m_menu(new QMenu(this))
{
    m_undo->setShortcut(QKeySequence::Undo);
    m_button->setDefaultAction(m_undo);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_all->setDefaultAction(m_undoAll);
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto* close = new QToolButton(this);
    close->setDefaultAction(m_dismiss);
    for (QToolButton* button : {m_button, m_all, m_more, close}) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAutoRaise(button != m_button);
        addControl(button);
    }
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &UndoBar::tick);
    connect(m_undo, &QAction::triggered, this, [this] {
        if (!m_offers.empty()) {
            askToUndo(UndoTicket(m_offers.back()));
        }
    });
    connect(m_undoAll, &QAction::triggered, this, &UndoBar::undoAll);
    connect(m_dismiss, &QAction::triggered, this, &UndoBar::dismiss);
    connect(qApp, &QApplication::focusChanged, this, &UndoBar::followFocus);
    connect(m_menu, &QMenu::aboutToShow, this, &UndoBar::fillMenu);
    connect(&m_session, &Session::undoOffered, this, &UndoBar::offer);
    connect(&m_session, &Session::actionFinished, this, &UndoBar::finish);
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { followEvents(*batch); });
    connect(&m_session, &Session::adminModeChanged, this, &UndoBar::refresh);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            m_offers.clear();
            m_takenBy.clear();
            m_undoing.clear();
            m_result.reset();
            m_ticket.reset();
            refresh();
        }
    });
    retranslate();
}

void UndoBar::setClientNamer(ClientNamer namer)
{
    m_namer = std::move(namer);
    refresh();
}

std::vector<std::string> UndoBar::locks() const
{
    std::vector<std::string> names;
    const SteadyTime now = std::chrono::steady_clock::now();
    for (const UndoTicket& offer : m_offers) {
        if (offer.until > now) {
            names.push_back(offer.lock);
        }
    }
    for (const UndoTicket& each : m_undoing) {
        names.push_back(each.lock);
    }
    return names;
}

void UndoBar::followFocus(const QWidget* before, const QWidget* now)
{
    if (now == nullptr || now->window() != window()) {
        return; // a dialog, or nothing: the keys come back to where they were
    }
    const bool wasSent = std::exchange(m_isSentHere, false);
    if (!isAncestorOf(now)) {
        return;
    }
    const bool isFromHere = before != nullptr && before->window() == window();
    m_isSentHere = isFromHere ? before->isVisibleTo(window()) && before->isEnabled() : wasSent;
    if (!m_isSentHere && m_keysGoTo) {
        m_keysGoTo->setFocus(Qt::OtherFocusReason);
    }
}

void UndoBar::offer(const UndoTicket& ticket)
{
    m_result.reset();
    m_isDismissed = false;
    m_takenBy.erase(ticket.lock);
    m_offers.push_back(ticket);
    if (m_offers.size() > kMostOffers) {
        m_offers.erase(m_offers.begin());
    }
    refresh();
}

/// Whoever takes it at once may be heard of before the offer: then it is theirs, and to put it back is refused.
void UndoBar::followEvents(const MonitorBatch& batch)
{
    bool isNews = false;
    for (const LockEvent& event : batch.events) {
        const auto isOf = [&event](const UndoTicket& offer) {
            return offer.lock == event.lock && event.at > offer.released_at;
        };
        if (event.kind == LockEvent::Kind::acquired && std::any_of(m_offers.begin(), m_offers.end(), isOf)) {
            m_takenBy[event.lock] = {event.owner, true};
            isNews = true;
        }
    }
    for (const LockChange& change : batch.changes) {
        const auto taken = m_takenBy.find(change.state->name);
        if (taken != m_takenBy.end()) {
            taken->second.isHeld = change.kind != LockChange::Kind::removed && change.state->is_held();
            isNews = true;
        }
    }
    if (isNews) {
        refresh();
    }
}

/// The world has gone on: a hold that comes back keeps those out who have had their turn since.
void UndoBar::askToUndo(const UndoTicket& ticket)
{
    const auto taken = m_takenBy.find(ticket.lock);
    if (taken == m_takenBy.end()) {
        undo({ticket});
        return;
    }
    if (taken->second.isHeld) {
        sayThatItIsHeld(ticket, taken->second.owner);
        return;
    }
    const QString text =
        tr("%2 has had %1 since it was released. Put the hold of %3 back all the same? It keeps all others out until it "
           "ends.",
           "%1: name of a lock; %2, %3: holders")
            .arg(shortText(ticket.lock, 60), namedOwner(taken->second.owner, m_namer), holdersOf(ticket, m_namer));
    askFirst(this,
             {.title = tr("Undo a force-release"),
              .text = text,
              .details = {},
              .yes = tr("&Put it back"),
              .no = tr("&Leave it")},
             [this, ticket] {
                 if (std::find(m_offers.begin(), m_offers.end(), ticket) != m_offers.end()) { // its time may be over
                     undo({ticket});
                 }
             });
}

/// As the server would: nothing is put back over what somebody has.
void UndoBar::sayThatItIsHeld(const UndoTicket& ticket, const std::string& owner)
{
    if (m_ticket) {
        return;
    }
    AdminResult result;
    result.outcome = AdminResult::Outcome::changed;
    result.state.emplace();
    result.state->name = ticket.lock;
    result.state->holders.emplace_back().owner = owner;
    m_lock = ticket.lock;
    m_asked = 1;
    tell(result);
}

/// Those that somebody else has had since stay, each to be asked about.
void UndoBar::undoAll()
{
    std::vector<UndoTicket> untouched;
    std::copy_if(m_offers.begin(), m_offers.end(), std::back_inserter(untouched),
                 [this](const UndoTicket& offer) { return !m_takenBy.contains(offer.lock); });
    undo(std::move(untouched));
}

void UndoBar::undo(std::vector<UndoTicket> tickets)
{
    if (m_ticket || tickets.empty()) {
        return;
    }
    std::erase_if(m_offers, [&tickets](const UndoTicket& offer) {
        return std::find(tickets.begin(), tickets.end(), offer) != tickets.end();
    });
    m_undoing = std::move(tickets);
    m_asked = m_undoing.size();
    m_back = 0;
    undoNext();
}

void UndoBar::undoNext()
{
    m_lock = m_undoing.back().lock;
    m_ticket = m_session.undoForceRelease(m_undoing.back());
    refresh();
}

void UndoBar::finish(quint64 ticket, const AdminResult& result)
{
    if (m_ticket != ticket) {
        return;
    }
    m_ticket.reset();
    const bool isBack = result.outcome == AdminResult::Outcome::done;
    const auto back = isBack && m_asked == 1 ? std::optional(m_undoing.back()) : std::nullopt;
    if (isDecided(result)) {
        m_back += isBack ? 1 : 0;
        const UndoTicket decided = std::move(m_undoing.back());
        m_undoing.pop_back();
        if (result.outcome == AdminResult::Outcome::changed && result.state && result.state->is_held()) {
            m_takenBy[decided.lock] = {result.state->holders.front().owner, true};
            offerAgain(decided); // it may be free again before the time is over
        }
        if (!m_undoing.empty()) {
            undoNext();
            return;
        }
    }
    // Where one was refused or has failed, the others would be, too.
    for (const UndoTicket& left : m_undoing) {
        offerAgain(left);
    }
    m_undoing.clear();
    tell(result, back);
}

/// Nothing is said to be back any longer than it is.
void UndoBar::tell(const AdminResult& result, const std::optional<UndoTicket>& back)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    m_result = result;
    m_ends = back ? back->lease_ends : std::nullopt;
    m_endsWithReader = back && back->ends_with_reader;
    m_resultUntil = std::min(now + kResultStays, m_ends.value_or(SteadyTime::max()));
    QTimer::singleShot(std::chrono::ceil<milliseconds>(m_resultUntil - now), Qt::PreciseTimer, this, &UndoBar::tick);
    refresh();
}

void UndoBar::offerAgain(const UndoTicket& ticket)
{
    const auto isOlder = [](const UndoTicket& one, const UndoTicket& other) {
        return one.released_at < other.released_at;
    };
    m_offers.insert(std::upper_bound(m_offers.begin(), m_offers.end(), ticket, isOlder), ticket);
}

/// The result first, then the bar. What can be taken back still can be: by the menu and its keys.
void UndoBar::dismiss()
{
    m_isDismissed = m_isDismissed || !m_result;
    m_result.reset();
    refresh();
}

void UndoBar::tick()
{
    const SteadyTime now = std::chrono::steady_clock::now();
    std::erase_if(m_offers, [now](const UndoTicket& offer) { return offer.until <= now; });
    if (m_result && m_resultUntil <= now) {
        m_result.reset();
    }
    refresh();
}

/// Runs while something is to end, also where nobody wants to see it.
void UndoBar::followClock()
{
    const bool isWanted = !m_offers.empty() || m_result;
    if (!isWanted) {
        m_clock.stop();
    } else if (!m_clock.isActive()) {
        m_clock.start();
    }
}

void UndoBar::refresh()
{
    const bool mayAct = m_session.mayAct();
    const bool hasOffer = !m_offers.empty();
    followClock();
    if (m_ticket) {
        text().setText(m_undoing.size() > 1 ? tr("Putting %Ln lock(s) back…", nullptr, pluralCount(m_undoing.size()))
                                            : tr("Putting %1 back…").arg(shortText(m_lock, 60)));
    } else if (m_result) {
        text().setText(resultText());
    } else if (hasOffer) {
        text().setText(offerText(m_offers.back()));
    }
    if (hasOffer) {
        const UndoTicket& newest = m_offers.back();
        m_undo->setText(tr("&Undo %1 (%2)", "button; %1: name of a lock; %2: minutes and seconds left")
                            .arg(menuText(newest.lock, 24), clockText(newest.until)));
    } else {
        m_undo->setText(tr("&Undo"));
    }
    m_undo->setIconText(buttonText(m_undo->text()));
    m_undo->setEnabled(hasOffer && mayAct && !m_ticket);
    const auto untouched = std::count_if(m_offers.begin(), m_offers.end(),
                                         [this](const UndoTicket& offer) { return !m_takenBy.contains(offer.lock); });
    m_undoAll->setText(tr("Undo &all %Ln", "button; %Ln: number of locks", pluralCount(untouched)));
    m_undoAll->setIconText(buttonText(m_undoAll->text()));
    m_undoAll->setEnabled(m_undo->isEnabled() && untouched > 0);
    if (hasOffer && !mayAct) {
        const Barrier barrier = m_session.barrier();
        m_undo->setToolTip(barrier == Barrier::none ? tr("The session is read-only: unlock actions first")
                                                    : toolTipText(barrierText(barrier)));
        m_undoAll->setToolTip(m_undo->toolTip());
    } else {
        m_undo->setToolTip(tr("Put the newest lock back that was released by force"));
        m_undoAll->setToolTip(tr("Put every lock back that was released by force and that nobody has now"));
    }
    m_button->setVisible(hasOffer);
    m_all->setVisible(m_offers.size() > 1);
    m_more->setVisible(m_offers.size() > 1);
    m_dismiss->setEnabled(!m_ticket);
    setVisible((hasOffer && !m_isDismissed) || m_ticket || m_result);
}

QString UndoBar::offerText(const UndoTicket& ticket) const
{
    const QString name = shortText(ticket.lock, 60);
    const QString holders = holdersOf(ticket, m_namer);
    if (const auto taken = m_takenBy.find(ticket.lock); taken != m_takenBy.end()) {
        const QString other = namedOwner(taken->second.owner, m_namer);
        return taken->second.isHeld
                 ? tr("%1 was released, held by %2. %3 has it now; it can be put back when it is free.",
                      "%1: name of a lock; %2, %3: holders")
                       .arg(name, holders, other)
                 : tr("%1 was released, held by %2. %3 has had it since.", "%1: name of a lock; %2, %3: holders")
                       .arg(name, holders, other);
    }
    if (ticket.lease_ends && ticket.ends_with_reader) {
        return tr("%1 was released, held by %2. Undo keeps others out again, for the %3 that are left of the longest "
                  "of its readers' leases, if nobody has it then; a holder that has noticed its loss does not get it "
                  "back.",
                  "%1: name of a lock; %2: holders; %3: duration")
            .arg(name, holders, leftText(*ticket.lease_ends));
    }
    if (ticket.lease_ends) {
        return tr("%1 was released, held by %2. Undo keeps others out again, for the %3 that are left of its lease, if "
                  "nobody has it then; a holder that has noticed its loss does not get it back.",
                  "%1: name of a lock; %2: holders; %3: duration")
            .arg(name, holders, leftText(*ticket.lease_ends));
    }
    return tr("%1 was released, held by %2. Undo keeps others out again, if nobody has it then; a holder that has "
              "noticed its loss does not get it back.",
              "%1: name of a lock; %2: holders")
        .arg(name, holders);
}

QString UndoBar::resultText() const
{
    if (m_asked == 1) {
        return resultOfOne(*m_result);
    }
    if (m_back == m_asked) {
        return tr("%Ln lock(s) are back in Redis and end when they would have, read locks with the longest of their "
                  "readers' leases. Where a holder has noticed its loss and stopped, the lock stays taken until then, "
                  "although nobody works under it.",
                  nullptr, pluralCount(m_back));
    }
    const QString count =
        tr("%1 of %2 locks are back in Redis.", "numbers")
            .arg(numberText(static_cast<std::int64_t>(m_back)), numberText(static_cast<std::int64_t>(m_asked)));
    return inARow({count, isDecided(*m_result)
                              ? tr("The others have been taken since, or their leases would be over by now.")
                              : outcomeText(*m_result)});
}

QString UndoBar::resultOfOne(const AdminResult& result) const
{
    const QString name = shortText(m_lock, 60);
    switch (result.outcome) {
    case AdminResult::Outcome::done:
        if (m_endsWithReader && !m_ends) {
            return inARow({tr("%1 is back in Redis without expiry, because the lease of one of its readers never ends. "
                              "If that one has noticed the loss and stopped, it stays taken for ever, although nobody "
                              "works under it.")
                               .arg(name),
                           unrecordedText(result)});
        }
        if (m_endsWithReader) {
            return inARow(
                {tr("%1 is back in Redis for %2: it ends with the longest of its readers' leases, which may be later "
                    "than it would have ended. If its holders have noticed the loss and stopped, it stays taken until "
                    "then, although nobody works under it.",
                    "%1: name of a lock; %2: duration")
                     .arg(name, leftText(*m_ends)),
                 unrecordedText(result)});
        }
        if (result.state && result.state->ttl.count() == -1) {
            return inARow(
                {tr("%1 is back in Redis, without expiry as it was. If its holder has noticed the loss and stopped, it "
                    "stays taken for ever, although nobody works under it.")
                     .arg(name),
                 unrecordedText(result)});
        }
        if (m_ends) {
            return inARow(
                {tr("%1 is back in Redis for %2, then it ends as it would have. If its holder has noticed the "
                    "loss and stopped, it stays taken until then, although nobody works under it.",
                    "%1: name of a lock; %2: duration")
                     .arg(name, leftText(*m_ends)),
                 unrecordedText(result)});
        }
        return inARow({tr("%1 is back in Redis and ends when it would have. If its holder has noticed the loss and "
                          "stopped, it stays taken until then, although nobody works under it.")
                           .arg(name),
                       unrecordedText(result)});
    case AdminResult::Outcome::changed:
        return result.state && result.state->is_held()
                 ? tr("%1 could not be put back: %2 has it now.", "%1: name of a lock; %2: who")
                       .arg(name, namedHolders(*result.state, m_namer))
                 : tr("%1 could not be put back: its lease would be over by now.").arg(name);
    case AdminResult::Outcome::refused:
    case AdminResult::Outcome::failed: break;
    }
    return (result.unknown ? tr("%1 was to be put back. %2", "%1: name of a lock; %2: sentence")
                           : tr("%1 could not be put back. %2", "%1: name of a lock; %2: sentence"))
        .arg(name, outcomeText(result));
}

void UndoBar::fillMenu()
{
    m_menu->clear();
    const std::size_t left = m_offers.size() - std::min(m_offers.size(), kMostInMenu);
    for (std::size_t place = m_offers.size(); place-- > left;) {
        const UndoTicket& offer = m_offers[place];
        QAction* action = m_menu->addAction(icon(QStringLiteral("undo")),
                                            tr("%1 (%2)", "%1: name of a lock; %2: minutes and seconds left")
                                                .arg(menuText(offer.lock), clockText(offer.until)));
        action->setEnabled(m_undo->isEnabled());
        // The offers may be others by then.
        connect(action, &QAction::triggered, this, [this, offer] {
            if (std::find(m_offers.begin(), m_offers.end(), offer) != m_offers.end()) {
                askToUndo(offer);
            }
        });
    }
}

void UndoBar::retranslate()
{
    m_more->setText(tr("&More"));
    m_more->setToolTip(tr("Other locks that can be put back"));
    m_dismiss->setText(QStringLiteral("×"));
    m_dismiss->setToolTip(tr("Dismiss; Undo stays in the Lock menu"));
    setAccessibleName(tr("Undo a force-release"));
    for (QToolButton* button : findChildren<QToolButton*>()) {
        if (button->defaultAction() == m_dismiss) {
            button->setAccessibleName(tr("Dismiss"));
        }
    }
    refresh();
}

void UndoBar::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor UndoBar::markColor(const Theme& theme) const
{
    return theme.accent;
}

} // namespace lockscope::ui
