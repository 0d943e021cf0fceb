// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/release_one_dialog.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapping_check_box.hpp"

#include "lockscope/release_one.hpp"

#include <QFormLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kNameChars = 60;

const Holder* holderOf(const LockState& state, const std::string& owner)
{
    const auto found = std::find_if(state.holders.begin(), state.holders.end(),
                                    [&](const Holder& holder) { return holder.owner == owner; });
    return found == state.holders.end() ? nullptr : &*found;
}

std::size_t holdersIn(const LockState& state)
{
    return std::max<std::size_t>(state.holders_total, state.holders.size());
}

} // namespace

ReleaseOneDialog::ReleaseOneDialog(Session& session, LockStatePtr lock, std::string owner, ClientRecords records,
                                   QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_owner(std::move(owner))
    , m_records(std::move(records))
{
    setClientRecords(m_records);
    m_wasGone = client() == Client::gone;
    if (!m_wasGone) {
        m_alsoConnected = new WrappingCheckBox(this);
        keepTranslated(*m_alsoConnected, [this] { nameBox(); });
        connect(&session, &Session::batchArrived, m_alsoConnected, [this] { nameBox(); });
        form().addRow(QString(), m_alsoConnected);
        connect(m_alsoConnected, &QCheckBox::toggled, this, &ReleaseOneDialog::checkReady);
    }
    if (isPermit()) {
        build([] { return tr("Give this permit back"); }, [] { return tr("Give back"); }, QStringLiteral("release"));
    } else {
        build([] { return tr("Release this reader"); }, [] { return tr("Release"); }, QStringLiteral("release"));
    }
    if (session.state() == Session::State::connected && !session.isPaused()) {
        session.requestConnections(); // who is connected may have been asked long ago
    }
}

ReleaseOneDialog::Client ReleaseOneDialog::client() const
{
    const Holder* seen = holder();
    if (!m_records || seen == nullptr || seen->client().empty()) {
        return Client::unknown;
    }
    const auto record = m_records(std::string(seen->client()));
    if (!record) {
        return Client::unknown;
    }
    if (record->connections > 0) {
        return Client::connected;
    }
    return record->disconnected_since ? Client::gone : Client::unknown;
}

void ReleaseOneDialog::nameBox()
{
    m_alsoConnected->setText(isPermit()                      ? tr("&Give it back although whoever has it may be alive")
                             : client() == Client::connected ? tr("&End its hold although its client is connected")
                                                             : tr("&End its hold although its client may be alive"));
}

const Holder* ReleaseOneDialog::holder() const
{
    return holderOf(latest(), m_owner);
}

LockState ReleaseOneDialog::alone() const
{
    LockState state = latest();
    std::erase_if(state.holders, [this](const Holder& each) { return each.owner != m_owner; });
    state.holders_total = static_cast<std::uint32_t>(state.holders.size());
    return state;
}

QString ReleaseOneDialog::whoText() const
{
    const Holder* seen = holder();
    if (seen == nullptr) {
        return namedOwner(m_owner, namer());
    }
    const QString who = namedHolder(*seen, namer());
    return seen->count > 1 ? tr("%1 (entered %2 times)").arg(who, QString::number(seen->count)) : who;
}

QString ReleaseOneDialog::leaseText() const
{
    const Holder* seen = holder();
    if (seen == nullptr || !seen->ttl) {
        return tr("When its lease ends is not known.");
    }
    if (*seen->ttl < milliseconds(0)) {
        return tr("Its lease never ends.");
    }
    const auto passed = std::chrono::duration_cast<milliseconds>(moment().now - latest().observed_at);
    const milliseconds left = *seen->ttl - std::max(passed, milliseconds(0));
    return left > milliseconds(0)
             ? tr("Its lease would end in %1.", "%1: duration").arg(durationText(left))
             : tr("It is past its own deadline: dead, paused, or still at work after the end of its fixed lease.");
}

QString ReleaseOneDialog::livenessText() const
{
    if (isPermit()) {
        return tr("Who has it, Redis does not tell: if that one lives, it goes on working as if it still had it.");
    }
    switch (client()) {
    case Client::connected:
        return tr("Its client is connected: it is not told, and goes on working as if it still had the lock.");
    case Client::gone: break; // the signs of its death say so
    case Client::unknown:
        return tr("Whether its client lives is not known: if it does, it goes on working as if it still had the lock.");
    }
    return {};
}

QString ReleaseOneDialog::effectText() const
{
    const std::size_t others = holdersIn(latest()) - 1;
    if (isPermit()) {
        return tr("%Ln other permit(s) stay taken. Whoever waits for one is told.", nullptr, pluralCount(others));
    }
    if (others == 0) {
        return tr("It is the last reader: the lock ends, and whoever waits for it is told.");
    }
    QStringList names;
    for (const Holder& each : latest().holders) {
        if (each.owner != m_owner) {
            names << namedHolder(each, namer());
        }
    }
    const QString stay =
        tr("%Ln other(s) go on reading: %1.", "%1: readers", pluralCount(others)).arg(facts::firstOf(names));
    return inARow({stay, tr("The lock lives for as long as the longest of them has it, and whoever waits for it looks "
                            "again for how long that is.")});
}

QString ReleaseOneDialog::sentence() const
{
    const QString name = shortText(lock()->name, kNameChars);
    if (holder() == nullptr) {
        return tr("%1 does not have %2.", "%1: holder; %2: name of the lock").arg(whoText(), name);
    }
    const QString what =
        isPermit() ? tr("Gives the permit %1 back to %2.", "%1: its id; %2: name of the semaphore").arg(whoText(), name)
                   : tr("Removes %1 from the readers of %2.", "%1: reader; %2: name of the lock").arg(whoText(), name);
    const LockState one = alone();
    return inARow({what, leaseText(), otherStakesText(one), deathSignsText(one), livenessText(), effectText(),
                   waitersText(), tr("It cannot be taken back.")});
}

Session::Ticket ReleaseOneDialog::perform(const AdminRequest& request)
{
    const Holder* seen = holder();
    ReleaseOneRequest one = release_one_request(latest(), seen != nullptr ? *seen : *holderOf(*lock(), m_owner));
    one.reason = request.reason;
    one.typed_name = request.typed_name;
    return session().releaseOne(std::move(one));
}

bool ReleaseOneDialog::isAsSeen(const LockState& now) const
{
    const Holder* then = holderOf(*lock(), m_owner);
    const Holder* still = holderOf(now, m_owner);
    return then != nullptr && still != nullptr && then->count == still->count && has_single_holds(now.type, now.mode)
        && !(m_wasGone && client() == Client::connected);
}

QString ReleaseOneDialog::changedText(const LockState* now) const
{
    const Holder* still = now != nullptr ? holderOf(*now, m_owner) : nullptr;
    if (still == nullptr) {
        return isPermit() ? tr("The permit is no longer taken.") : tr("The reader no longer has it.");
    }
    if (!has_single_holds(now->type, now->mode)) {
        return tr("It is no longer held for reading.");
    }
    const Holder* then = holderOf(*lock(), m_owner);
    if (then != nullptr && then->count != still->count) {
        return tr("The reader has entered it %1 times instead of %2.", "two numbers")
            .arg(QString::number(still->count), QString::number(then->count));
    }
    return client() == Client::connected ? tr("Its client is connected.")
                                         : tr("The hold is there, but not as it was seen.");
}

QString ReleaseOneDialog::problem() const
{
    if (m_alsoConnected == nullptr || m_alsoConnected->isChecked() || client() == Client::gone) {
        return {};
    }
    return client() == Client::connected ? tr("Tick the box: its client is connected.")
                                         : tr("Tick the box: it is not known to be dead.");
}

QString ReleaseOneDialog::doneText(const AdminResult& result) const
{
    // Of all that was read right after it: a waiter takes it a moment later, and what is said must be true then.
    const LockState* next = result.state && result.state->is_held() ? &*result.state : nextHold();
    if (isPermit()) {
        return inARow({tr("Done: the permit %1 was given back.").arg(whoText()),
                       next != nullptr
                           ? tr("Right after that %Ln permit(s) were taken.", nullptr, pluralCount(holdersIn(*next)))
                           : tr("Right after that none was taken.")});
    }
    return inARow({tr("Done: %1 no longer has it.").arg(whoText()),
                   next != nullptr ? tr("Then it was held by %1.", "holders").arg(namedHolders(*next, namer()))
                                   : tr("Right after that nobody held it yet.")});
}

} // namespace lockscope::ui
