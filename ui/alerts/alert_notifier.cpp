// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_notifier.hpp"

#include "alerts/alert_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QIcon>
#include <QSystemTrayIcon>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::size_t kMostWaiting = 100;
constexpr int kLockChars = 60;

/// Notification servers of Linux desktops may take the text for markup.
QString withoutMarkup(QString text)
{
    return text.replace(QLatin1Char('<'), QChar(0x2039))
        .replace(QLatin1Char('>'), QChar(0x203A))
        .replace(QLatin1Char('&'), QChar(0xFF06));
}

} // namespace

AlertNotifier::AlertNotifier(QObject* parent) : AlertNotifier(Show(), Limits(), parent)
{
    m_show = [this](const QString& title, const QString& text) { showInTray(title, text); };
}

AlertNotifier::AlertNotifier(Show how, Limits limits, QObject* parent)
    : QObject(parent)
    , m_show(std::move(how))
    , m_limits(limits)
{
    m_timer.setSingleShot(true);
    m_pause.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &AlertNotifier::show);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (!m_waiting.empty()) {
            show();
        }
    });
}

AlertNotifier::~AlertNotifier() = default;

bool AlertNotifier::isAvailable()
{
    return QSystemTrayIcon::isSystemTrayAvailable() && QSystemTrayIcon::supportsMessages();
}

void AlertNotifier::setMode(Mode mode)
{
    m_mode = mode;
    if (mode == Mode::off) {
        forget();
    }
}

void AlertNotifier::tell(const std::vector<Alert>& alerts)
{
    if (m_mode == Mode::off) {
        return;
    }
    m_waiting.insert(m_waiting.end(), alerts.begin(), alerts.end());
    std::stable_sort(m_waiting.begin(), m_waiting.end(),
                     [](const Alert& a, const Alert& b) { return a.severity > b.severity; });
    if (m_waiting.size() > kMostWaiting) {
        m_more += m_waiting.size() - kMostWaiting;
        m_waiting.resize(kMostWaiting);
    }
    if (!m_waiting.empty() && !m_timer.isActive() && !m_pause.isActive()) {
        m_timer.start(m_limits.gather);
    }
}

std::vector<Alert> AlertNotifier::forget()
{
    m_timer.stop();
    m_more = 0;
    m_lock.clear();
    m_tray.reset();
    return std::exchange(m_waiting, {});
}

void AlertNotifier::takeClick()
{
    emit activated(m_lock);
}

void AlertNotifier::show()
{
    const std::vector<Alert> alerts = std::exchange(m_waiting, {});
    const std::size_t more = std::exchange(m_more, 0) + alerts.size() - 1;
    const Alert& worst = alerts.front();
    m_lock = worst.lock;
    const QString lock = worst.lock.empty() ? ruleKindText(worst.kind) : shortText(worst.lock, kLockChars);
    QString text = alertText(worst);
    if (more > 0) {
        text = inARow({text, tr("And %Ln more alert(s).", nullptr, pluralCount(more))});
    }
    m_pause.start(m_limits.pause);
    m_show(withoutMarkup(lock), withoutMarkup(text));
}

void AlertNotifier::showInTray(const QString& title, const QString& text)
{
    if (!isAvailable()) {
        return;
    }
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(QIcon(QStringLiteral(":/icons/lockscope.svg")));
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, &AlertNotifier::takeClick);
        connect(m_tray.get(), &QSystemTrayIcon::activated, this, &AlertNotifier::takeClick);
        m_tray->show();
    }
    m_tray->showMessage(title, text, QSystemTrayIcon::Warning);
}

} // namespace lockscope::ui
