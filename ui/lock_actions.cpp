// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_actions.hpp"

#include "comfort/action_list.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/extend_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/multi_lock_dialog.hpp"
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
constexpr std::size_t kMostAtOnce = 1000;

bool canBeEnded(const LockStatePtr& lock)
{
    return lock->is_held() && !is_counter(lock->type);
}

} // namespace

template <class AnyDialog>
void LockActions::show(AnyDialog* dialog) const
{
    dialog->setClientNamer(m_namer);
    dialog->open();
}

LockActions::LockActions(Session& session, QWidget* window) : QObject(window), m_session(session), m_window(window)
{
    forceRelease->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Delete));
    forceExpire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete));
    extend->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    wakeNext->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W));
    acquire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(forceRelease, &QAction::triggered, this, [this] { open(What::force_release); });
    connect(forceExpire, &QAction::triggered, this, [this] { open(What::force_expire); });
    connect(extend, &QAction::triggered, this, [this] { open(What::extend); });
    connect(wakeNext, &QAction::triggered, this,
            [this] { show(new WakeNextDialog(m_session, m_selection.front(), m_window)); });
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

std::vector<LockStatePtr> LockActions::held() const
{
    std::vector<LockStatePtr> locks;
    std::copy_if(m_selection.begin(), m_selection.end(), std::back_inserter(locks), canBeEnded);
    return locks;
}

void LockActions::open(What what)
{
    const std::vector<LockStatePtr> locks = held();
    if (locks.empty()) {
        return;
    }
    if (m_selection.size() > 1) {
        show(new MultiLockDialog(m_session, what, locks, m_serverName ? m_serverName() : QString(), m_window));
        return;
    }
    switch (what) {
    case What::force_release: show(new ForceReleaseDialog(m_session, locks.front(), m_window)); break;
    case What::force_expire: show(new ForceExpireDialog(m_session, locks.front(), m_window)); break;
    case What::extend: show(new ExtendDialog(m_session, locks.front(), m_window)); break;
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

QString LockActions::obstacleToEnding() const
{
    if (QString why = obstacleTo(m_session); !why.isEmpty()) {
        return why;
    }
    if (m_selection.empty()) {
        return tr("Select a lock first.");
    }
    if (std::none_of(m_selection.begin(), m_selection.end(), canBeEnded)) {
        const bool isCounter = std::any_of(m_selection.begin(), m_selection.end(), [](const LockStatePtr& lock) {
            return lock->is_held() && is_counter(lock->type);
        });
        return isCounter ? tr("Semaphores and latches can be watched, but not acted on.") : tr("Nobody holds it.");
    }
    if (m_selection.size() == 1) {
        return {};
    }
    return m_selection.size() > kMostAtOnce
             ? tr("Select at most %1 locks.").arg(numberText(static_cast<std::int64_t>(kMostAtOnce)))
             : QString();
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

QString LockActions::obstacleToWaking() const
{
    if (QString why = obstacleTo(m_session); !why.isEmpty()) {
        return why;
    }
    if (m_selection.size() != 1) {
        return tr("Select one lock.");
    }
    if (is_counter(m_selection.front()->type)) {
        return tr("Semaphores and latches can be watched, but not acted on.");
    }
    // Unknown is not nobody.
    return waiterCount(*m_selection.front()) == 0 ? tr("Nobody is known to wait.") : QString();
}

void LockActions::update()
{
    const QString ending = obstacleToEnding();
    allow(*forceRelease, tr("Take the lock away from its holder and wake who waits"), ending);
    allow(*forceExpire, tr("Let the lock expire soon"), ending);
    allow(*extend, tr("Make what is left of the lease longer"), obstacleToExtending());
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
    wakeNext->setText(tr("&Wake next…"));
    acquire->setText(tr("&Acquire…"));
    acquire->setIconText(buttonText(acquire->text()));
    release->setText(tr("Re&lease"));
    update();
}

} // namespace lockscope::ui
