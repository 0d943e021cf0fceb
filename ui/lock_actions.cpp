// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_actions.hpp"

#include "comfort/action_list.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/extend_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/multi_hold_dialog.hpp"
#include "dialogs/multi_repair_dialog.hpp"
#include "dialogs/multi_wake_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "dialogs/wake_next_dialog.hpp"
#include "models/lock_facts.hpp"
#include "session/obstacle.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QWidget>

#include <algorithm>

namespace lockscope::ui {
namespace {

using What = BatchRequest::What;
constexpr auto kMostAtOnce = static_cast<std::size_t>(MultiLockDialog::mostAtOnce);

bool canBeEnded(const LockStatePtr& lock)
{
    return lock->is_held() && is_comparable(*lock);
}

bool canBeRepaired(const LockStatePtr& lock)
{
    return RepairQueueDialog::obstacleToRepair(*lock).isEmpty();
}

/// Unknown is not nobody.
bool canBeWoken(const LockStatePtr& lock)
{
    return !is_counter(lock->type) && (hasQueue(*lock) || living_waiters(*lock) != 0);
}

QString countersText()
{
    return LockActions::tr(
        "Semaphores and latches can be watched, but not acted on. Only a permit can be given back, in "
        "the list of holders.");
}

} // namespace

template <class AnyDialog>
void LockActions::show(AnyDialog* dialog) const
{
    dialog->setClientNamer(m_namer);
    dialog->open();
}

void LockActions::showWithStakes(DestructiveDialog* dialog) const
{
    dialog->setClientStakes(m_stakes);
    dialog->setClientRecords(m_records);
    show(dialog);
}

LockActions::LockActions(Session& session, QWidget* window) : QObject(window), m_session(session), m_window(window)
{
    forceRelease->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Delete));
    forceExpire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete));
    extend->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    repairQueue->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q));
    wakeNext->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W));
    acquire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(forceRelease, &QAction::triggered, this, [this] { open(What::force_release); });
    connect(forceExpire, &QAction::triggered, this, [this] { open(What::force_expire); });
    connect(extend, &QAction::triggered, this, [this] { open(What::extend); });
    connect(repairQueue, &QAction::triggered, this, &LockActions::openRepair);
    connect(wakeNext, &QAction::triggered, this, &LockActions::openWake);
    connect(acquire, &QAction::triggered, this, [this] {
        const LockStatePtr lock = m_selection.size() == 1 ? m_selection.front() : nullptr;
        show(new AcquireDialog(m_session, lock, m_window, m_known));
    });
    connect(release, &QAction::triggered, this, &LockActions::releaseOwn);
    connect(&m_session, &Session::adminModeChanged, this, &LockActions::update);
    connect(&m_session, &Session::ownHoldsChanged, this, &LockActions::update);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            setSelection({});
        }
        update();
    });
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { takeNews(*batch); });
    retranslate();
}

QAction* LockActions::makeLine()
{
    auto* line = new QAction(this);
    line->setSeparator(true);
    return line;
}

QAction* LockActions::make(const char* iconName)
{
    auto* action = new QAction(this);
    action->setIcon(icon(QString::fromLatin1(iconName)));
    return action;
}

void LockActions::setSelection(std::vector<LockStatePtr> locks)
{
    std::erase(locks, nullptr);
    m_selection = std::move(locks);
    m_placeOf.clear();
    if (m_selection.size() > kMostAtOnce) { // nothing can be done to them, so their news do not matter
        update();
        return;
    }
    for (std::size_t place = 0; place < m_selection.size(); ++place) {
        m_placeOf.insert(QByteArray::fromStdString(m_selection[place]->name), place);
    }
    update();
}

void LockActions::takeNews(const MonitorBatch& batch)
{
    if (m_placeOf.isEmpty()) {
        return;
    }
    bool isNews = false;
    for (const LockChange& change : batch.changes) {
        const std::string& name = change.state->name;
        const auto found =
            m_placeOf.constFind(QByteArray::fromRawData(name.data(), static_cast<qsizetype>(name.size())));
        if (found != m_placeOf.constEnd()) {
            m_selection[*found] = change.state;
            isNews = true;
        }
    }
    if (isNews) {
        update();
    }
}

std::vector<LockStatePtr> LockActions::selected(Test test) const
{
    std::vector<LockStatePtr> locks;
    std::copy_if(m_selection.begin(), m_selection.end(), std::back_inserter(locks), test);
    return locks;
}

void LockActions::open(What what)
{
    const std::vector<LockStatePtr> locks = selected(canBeEnded);
    if (locks.empty()) {
        return;
    }
    if (m_selection.size() > 1) {
        show(new MultiHoldDialog(m_session, what, locks, m_session.serverName(), m_window));
        return;
    }
    switch (what) {
    case What::force_release: showWithStakes(new ForceReleaseDialog(m_session, locks.front(), m_window)); break;
    case What::force_expire: showWithStakes(new ForceExpireDialog(m_session, locks.front(), m_window)); break;
    case What::extend: showWithStakes(new ExtendDialog(m_session, locks.front(), m_window)); break;
    }
}

void LockActions::openRepair()
{
    const std::vector<LockStatePtr> locks = selected(canBeRepaired);
    if (m_selection.size() > 1) {
        show(new MultiRepairDialog(m_session, locks, m_session.serverName(), m_window));
    } else if (!locks.empty()) {
        show(new RepairQueueDialog(m_session, locks.front(), m_window));
    }
}

void LockActions::openWake()
{
    const std::vector<LockStatePtr> locks = selected(canBeWoken);
    if (m_selection.size() > 1) {
        show(new MultiWakeDialog(m_session, locks, m_session.serverName(), m_window));
    } else if (!locks.empty()) {
        show(new WakeNextDialog(m_session, locks.front(), m_window));
    }
}

void LockActions::releaseOwn()
{
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.state == OwnHold::State::held && m_placeOf.contains(QByteArray::fromStdString(hold.lock))) {
            m_session.releaseHold(hold.id);
        }
    }
}

QString LockActions::obstacleToAnything() const
{
    if (QString why = obstacleTo(m_session); !why.isEmpty()) {
        return why;
    }
    if (m_selection.empty()) {
        return tr("Select a lock first.");
    }
    return m_selection.size() > kMostAtOnce
             ? tr("Select at most %1 locks.").arg(numberText(static_cast<std::int64_t>(kMostAtOnce)))
             : QString();
}

QString LockActions::obstacleToEnding() const
{
    if (QString why = obstacleToAnything(); !why.isEmpty()) {
        return why;
    }
    if (std::any_of(m_selection.begin(), m_selection.end(), canBeEnded)) {
        return {};
    }
    const auto held =
        std::find_if(m_selection.begin(), m_selection.end(), [](const LockStatePtr& lock) { return lock->is_held(); });
    if (held == m_selection.end()) {
        return areCounters() ? countersText() : tr("Nobody holds it.");
    }
    return is_counter((*held)->type) ? countersText()
         : (*held)->type == LockType::multi
             ? tr("It is a group of locks in one hash: who holds which of them cannot be compared.")
             : tr("It has more holders than are read, so they cannot be compared.");
}

QString LockActions::obstacleToExtending() const
{
    if (QString why = obstacleToEnding(); !why.isEmpty()) {
        return why;
    }
    const bool neverEnds = std::all_of(m_selection.begin(), m_selection.end(), [](const LockStatePtr& lock) {
        return !lock->is_held() || lock->ttl.count() == -1;
    });
    return neverEnds ? tr("It never expires.") : QString();
}

QString LockActions::obstacleToRepair() const
{
    if (QString why = obstacleToAnything(); !why.isEmpty()) {
        return why;
    }
    if (std::any_of(m_selection.begin(), m_selection.end(), canBeRepaired)) {
        return {};
    }
    return m_selection.size() == 1 ? RepairQueueDialog::obstacleToRepair(*m_selection.front())
                                   : tr("None of them has a queue that can be repaired and has to be.");
}

QString LockActions::obstacleToWaking() const
{
    if (QString why = obstacleToAnything(); !why.isEmpty()) {
        return why;
    }
    if (std::any_of(m_selection.begin(), m_selection.end(), canBeWoken)) {
        return {};
    }
    return areCounters() ? countersText() : tr("Nobody is known to wait.");
}

bool LockActions::areCounters() const
{
    return std::all_of(m_selection.begin(), m_selection.end(),
                       [](const LockStatePtr& lock) { return is_counter(lock->type); });
}

void LockActions::update()
{
    const QString ending = obstacleToEnding();
    allow(*forceRelease, tr("Take the lock away from its holder and wake who waits"), ending);
    allow(*forceExpire, tr("Let the lock expire soon"), ending);
    allow(*extend, tr("Make what is left of the lease longer"), obstacleToExtending());
    allow(*repairQueue, tr("Remove the dead from the queue and make its deadlines agree with it"), obstacleToRepair());
    allow(*wakeNext, tr("Tell waiters to look again, if they sleep although the lock is free"), obstacleToWaking());
    allow(*acquire, tr("Take a lock for this program"), obstacleTo(m_session));
    const auto& own = m_session.ownHolds();
    const bool isOwn = std::any_of(own.begin(), own.end(), [this](const OwnHold& hold) {
        return hold.state == OwnHold::State::held && m_placeOf.contains(QByteArray::fromStdString(hold.lock));
    });
    allow(*release, tr("Give back what this program holds"), isOwn ? QString() : tr("This program does not hold it."));
}

void LockActions::retranslate()
{
    forceRelease->setText(tr("&Force-release…"));
    forceExpire->setText(tr("Force-&expire…"));
    extend->setText(tr("E&xtend…"));
    repairQueue->setText(tr("Re&pair queue…"));
    wakeNext->setText(tr("&Wake next…"));
    acquire->setText(tr("&Acquire…"));
    acquire->setIconText(buttonText(acquire->text()));
    release->setText(tr("Re&lease"));
    update();
}

} // namespace lockscope::ui
