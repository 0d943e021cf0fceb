// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_watch.hpp"

#include "alerts/alert_book.hpp"
#include "alerts/alert_mutes.hpp"
#include "session/session.hpp"
#include "text/error_words.hpp"
#include "text/words.hpp"

#include "lockscope/error.hpp"

#include <QUrl>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kBetweenChanges{200};
constexpr std::chrono::milliseconds kShortestPause{20};
constexpr std::chrono::milliseconds kLongestPause{60'000};
const QString kByAddress = QStringLiteral("alerts/rules/%1");
const QString kByProfile = QStringLiteral("alerts/profiles/%1");

SteadyTime now()
{
    return std::chrono::steady_clock::now();
}

SystemTime wall()
{
    return std::chrono::system_clock::now();
}

/// To the second: two readings of two clocks are never quite the same.
SystemTime onTheWall(SteadyTime at)
{
    return std::chrono::round<std::chrono::seconds>(wall() + (at - now()));
}

} // namespace

AlertWatch::AlertWatch(Session& session, AlertBook& book, AlertMutes& mutes, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_book(book)
    , m_mutes(mutes)
    , m_rules(AlertRules::defaults())
{
    m_due.setSingleShot(true);
    m_telling.setSingleShot(true);
    m_telling.setInterval(kBetweenChanges);
    connect(&m_due, &QTimer::timeout, this, &AlertWatch::tick);
    m_muteEnd.setSingleShot(true);
    m_muteEnd.setTimerType(Qt::PreciseTimer); // a coarse one may come before it is over
    connect(&m_telling, &QTimer::timeout, this, &AlertWatch::changed);
    connect(&m_muteEnd, &QTimer::timeout, this, [this] {
        awaitMuteEnd();
        tellUnmuted();
    });
    connect(&session, &Session::batchArrived, this, [this](const std::shared_ptr<const MonitorBatch>& batch) {
        m_engine.apply(*batch, now(), wall());
        settle();
    });
    connect(&session, &Session::stateChanged, this, [this](Session::State state) {
        if (state == Session::State::connected) {
            enterServer();
        } else {
            m_engine.clear();
            m_told.clear();
            settle();
        }
    });
    connect(&book, &AlertBook::rulesChanged, this, &AlertWatch::takeKeptRules);
    connect(&mutes, &AlertMutes::changed, this, &AlertWatch::takeMutes);
    m_engine.set_rules(m_rules.rules, now(), wall());
    enterServer();
}

AlertWatch::~AlertWatch() = default;

QString AlertWatch::addressKey() const
{
    // A sandbox has another address each time.
    const QString server = m_session.isSandbox() || !m_session.endpoint()
                             ? QStringLiteral("sandbox")
                             : QString::fromStdString(m_session.endpoint()->uri_without_password());
    return kByAddress.arg(QString::fromLatin1(QUrl::toPercentEncoding(server)));
}

QString AlertWatch::settingsKey() const
{
    return m_profile.isEmpty() || m_session.isSandbox()
             ? addressKey()
             : kByProfile.arg(QString::fromLatin1(QUrl::toPercentEncoding(m_profile)));
}

void AlertWatch::setProfile(const QString& id)
{
    if (std::exchange(m_profile, id) != id) {
        enterServer();
    }
}

void AlertWatch::enterServer()
{
    if (m_session.state() == Session::State::connected) {
        m_book.reload(); // which tells us
        takeMutes();
    }
}

void AlertWatch::setRules(const AlertRules& rules)
{
    changeRules(AlertRules(m_rules), rules);
}

void AlertWatch::changeRules(const AlertRules& before, const AlertRules& after)
{
    if (after == before) {
        return;
    }
    if (m_session.state() == Session::State::connected) {
        m_book.changeRules(settingsKey(), before, after); // which tells us, too
    } else {
        use(after);
    }
}

/// None or damaged: the defaults.
void AlertWatch::takeKeptRules()
{
    if (m_session.state() != Session::State::connected) {
        return;
    }
    const QString key = m_book.hasRules(settingsKey()) ? settingsKey() : addressKey();
    const QByteArray saved = m_book.rules(key);
    AlertRules rules = AlertRules::defaults();
    QString problem;
    if (m_book.hasRules(key)) {
        try {
            rules = alert_rules_from_json({saved.constData(), static_cast<std::size_t>(saved.size())});
        } catch (const Error& error) {
            problem = errorText(error);
        }
    }
    use(rules);
    if (!problem.isEmpty()) {
        emit rulesDamaged(problem);
    }
}

void AlertWatch::use(const AlertRules& rules)
{
    if (rules == m_rules) {
        return;
    }
    m_rules = rules;
    m_engine.set_rules(m_rules.rules, now(), wall());
    settle();
    emit rulesChanged();
}

bool AlertWatch::isMuted(const Alert& alert) const
{
    return m_engine.is_muted(alert, now());
}

std::optional<Muted> AlertWatch::muted(const Alert& alert) const
{
    if (alert.state == Alert::State::cleared || !isMuted(alert)) {
        return std::nullopt;
    }
    if (alert.muted_until_cleared) {
        return Muted{};
    }
    SteadyTime until{};
    const auto look = [&, here = server()](const std::vector<AlertMutes::Mute>& mutes, const std::string& what) {
        for (const AlertMutes::Mute& each : mutes) {
            if (each.server == here && each.what == what) {
                until = std::max(until, each.until);
            }
        }
    };
    look(m_mutes.locks(), alert.lock);
    look(m_mutes.rules(), alert.rule);
    return Muted{onTheWall(until)};
}

std::vector<AlertMute> AlertWatch::mutes() const
{
    std::vector<AlertMute> all;
    const std::string here = server();
    const SteadyTime moment = now();
    const auto take = [&](AlertMute::Of of, const std::vector<AlertMutes::Mute>& mutes) {
        for (const AlertMutes::Mute& each : mutes) {
            if (each.server == here && each.until > moment) {
                all.push_back({of, each.what, Muted{onTheWall(each.until)}, 0, {}});
            }
        }
    };
    take(AlertMute::Of::lock, m_mutes.locks());
    take(AlertMute::Of::rule, m_mutes.rules());
    for (const Alert& alert : m_engine.active()) {
        if (alert.muted_until_cleared) {
            all.push_back({AlertMute::Of::alert, alert.lock, Muted{}, alert.id, alert.kind});
        }
    }
    return all;
}

int AlertWatch::newCount() const
{
    const std::vector<Alert> all = m_engine.active();
    auto count = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [this](const Alert& alert) {
        return alert.state == Alert::State::raised && !isMuted(alert);
    }));
    for (const AlertsLeftOut& leftOut : m_engine.left_out()) {
        Alert any;
        any.rule = leftOut.rule;
        count += isMuted(any) ? 0 : leftOut.count;
    }
    return pluralCount(count);
}

void AlertWatch::acknowledge(const std::vector<std::uint64_t>& alerts)
{
    for (const std::uint64_t id : alerts) {
        m_engine.acknowledge(id, now(), wall());
    }
    settle();
}

void AlertWatch::muteUntilCleared(const std::vector<std::uint64_t>& alerts)
{
    for (const std::uint64_t id : alerts) {
        m_engine.mute_until_cleared(id);
    }
    settle();
}

void AlertWatch::muteRules(const std::vector<std::string>& rules, std::chrono::milliseconds time)
{
    m_mutes.mute(server(), {.locks = {}, .rules = rules}, now() + time); // which tells us
}

void AlertWatch::muteLocks(const std::vector<std::string>& locks, std::chrono::milliseconds time)
{
    m_mutes.mute(server(), {.locks = locks, .rules = {}}, now() + time);
}

void AlertWatch::unmute(const std::vector<AlertMute>& mutes)
{
    AlertMutes::Names names;
    for (const AlertMute& mute : mutes) {
        switch (mute.of) {
        case AlertMute::Of::lock: names.locks.push_back(mute.what); break;
        case AlertMute::Of::rule: names.rules.push_back(mute.what); break;
        case AlertMute::Of::alert: m_engine.unmute(mute.alert); break;
        }
    }
    if (!names.locks.empty() || !names.rules.empty()) {
        m_mutes.unmute(server(), names); // which tells us
    } else {
        settle();
        tellUnmuted();
    }
}

void AlertWatch::unmute(const std::vector<Alert>& alerts)
{
    std::vector<AlertMute> wanted = mutes();
    std::erase_if(wanted, [&alerts](const AlertMute& mute) {
        return std::none_of(alerts.begin(), alerts.end(), [&mute](const Alert& alert) {
            switch (mute.of) {
            case AlertMute::Of::lock: return alert.lock == mute.what;
            case AlertMute::Of::rule: return alert.rule == mute.what;
            case AlertMute::Of::alert: break;
            }
            return alert.id == mute.alert;
        });
    });
    unmute(wanted);
}

void AlertWatch::takeMutes()
{
    const std::string here = server();
    for (const AlertMutes::Mute& each : m_mutes.locks()) {
        if (each.server == here) {
            m_engine.mute_lock(each.what, each.until); // one that is over ends it
        }
    }
    for (const AlertMutes::Mute& each : m_mutes.rules()) {
        if (each.server == here) {
            m_engine.mute_rule(each.what, each.until);
        }
    }
    awaitMuteEnd();
    settle();
    tellUnmuted();
}

void AlertWatch::awaitMuteEnd()
{
    const std::string here = server();
    const SteadyTime moment = now();
    std::optional<SteadyTime> first;
    for (const std::vector<AlertMutes::Mute>* mutes : {&m_mutes.locks(), &m_mutes.rules()}) {
        for (const AlertMutes::Mute& each : *mutes) {
            if (each.server == here && each.until > moment) {
                first = std::min(first.value_or(each.until), each.until);
            }
        }
    }
    if (first) {
        m_muteEnd.start(std::chrono::ceil<std::chrono::milliseconds>(*first - moment));
    } else {
        m_muteEnd.stop();
    }
}

/// A mute is over, perhaps: what was raised meanwhile, and holds still, is news.
void AlertWatch::tellUnmuted()
{
    std::vector<Alert> fresh = m_engine.active();
    std::erase_if(fresh, [this](const Alert& alert) {
        return alert.state != Alert::State::raised || isMuted(alert) || m_told.contains(alert.id);
    });
    tellRaised(fresh);
    emit changed();
}

void AlertWatch::tellRaised(const std::vector<Alert>& fresh)
{
    for (const Alert& alert : fresh) {
        m_told.insert(alert.id);
    }
    if (!fresh.empty()) {
        emit raised(fresh);
    }
}

std::string AlertWatch::server() const
{
    return m_session.endpoint() ? m_session.endpoint()->display() : std::string();
}

void AlertWatch::setDeadlocks(int count, const std::string& lock)
{
    m_engine.set_deadlocks(static_cast<std::size_t>(std::max(count, 0)), lock, now(), wall());
    settle();
}

void AlertWatch::tick()
{
    m_engine.tick(now(), wall());
    settle();
}

/// After each change of the engine: tells of it, and sets the clock for what becomes true by time alone.
void AlertWatch::settle()
{
    std::vector<Alert> fresh = m_engine.take_raised();
    fresh.erase(std::remove_if(fresh.begin(), fresh.end(), [this](const Alert& alert) { return isMuted(alert); }),
                fresh.end());
    tellRaised(fresh);
    if (std::exchange(m_seen, m_engine.revision()) != m_engine.revision()) {
        tellCleared();
        if (!m_telling.isActive()) {
            m_telling.start();
        }
    }
    if (const auto due = m_engine.next_due()) {
        const auto pause = std::chrono::ceil<std::chrono::milliseconds>(std::max(*due, now()) - now());
        m_due.start(std::clamp(pause, kShortestPause, kLongestPause));
    } else {
        m_due.stop();
    }
}

void AlertWatch::tellCleared()
{
    std::vector<Alert> over = m_engine.take_cleared();
    std::erase_if(over, [this](const Alert& alert) { return m_told.erase(alert.id) == 0; });
    if (!over.empty()) {
        emit cleared(over);
    }
}

} // namespace lockscope::ui
