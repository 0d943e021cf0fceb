// SPDX-License-Identifier: GPL-3.0-or-later
#include "signal_watcher.hpp"

#include <QSocketNotifier>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::app {
namespace {

// Signal handlers have no other way to their object.
volatile std::sig_atomic_t signalSocket = -1;

void onSignal(int number)
{
    std::signal(number, SIG_DFL);
    const char byte = 1;
    const auto written = write(signalSocket, &byte, sizeof byte);
    static_cast<void>(written); // the socket is full only if a quit is under way already
}

} // namespace

SignalWatcher::SignalWatcher(QObject* parent) : QObject(parent)
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, m_sockets.data()) != 0) {
        return; // then signals end the program as they always do
    }
    m_notifier = new QSocketNotifier(m_sockets[1], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (read(m_sockets[1], &byte, sizeof byte) > 0) {
            emit quitRequested();
        }
    });
    signalSocket = m_sockets[0];
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

SignalWatcher::~SignalWatcher()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    signalSocket = -1;
    for (const int socket : m_sockets) {
        if (socket >= 0) {
            ::close(socket);
        }
    }
}

} // namespace lockscope::app
