// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/force_release_dialog.hpp"
#include "lock_actions.hpp"
#include "lock_states.hpp"
#include "panels/own_holds_panel.hpp"
#include "panels/undo_bar.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <set>

namespace lockscope::testing {

using namespace lockscope::ui;
using test::allSaid;
using test::buttonWith;
using test::reasonField;
using test::RedisClient;
using test::says;

inline const std::string kAliceHolds = kAlice + ":57";
inline const std::string kBobHolds = kBob + ":3";

inline void giveReason(const QWidget& dialog)
{
    QTest::keyClicks(reasonField(dialog), QStringLiteral("its client died"));
}

/// Tabs until @p target has the dialog's focus: what cannot be reached so cannot be used without a mouse.
inline bool tabTo(QWidget& dialog, const QWidget* target)
{
    for (int i = 0; i < 30 && dialog.focusWidget() != target; ++i) {
        QWidget* focus = dialog.focusWidget();
        QTest::keyClick(focus != nullptr ? focus : &dialog, Qt::Key_Tab);
    }
    return dialog.focusWidget() == target;
}

/// A window with the actions on locks, what is held, and the offer to undo, connected to a server of its own.
class ActionsFixture
{
public:
    void open()
    {
        applyTheme(*qApp, ThemeChoice::light);
        m_sandbox = std::make_unique<Sandbox>();
        m_redis = std::make_unique<RedisClient>(m_sandbox->endpoint());
        m_client = std::make_unique<Client>(m_sandbox->endpoint());
        SessionOptions options;
        options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_slept = {};
        options.clock = [this] { return bootTime() + m_slept; };
        m_session = std::make_unique<Session>(options);
        m_seen.clear();
        QObject::connect(m_session.get(), &Session::batchArrived, m_session.get(),
                         [this](const std::shared_ptr<const MonitorBatch>& batch) {
                             for (const LockChange& change : batch->changes) {
                                 m_seen.insert(change.state->name);
                             }
                         });
        m_window = std::make_unique<QMainWindow>();
        m_actions = new LockActions(*m_session, m_window.get());
        auto* middle = new QWidget(m_window.get());
        auto* layout = new QVBoxLayout(middle);
        m_undo = new UndoBar(*m_session, middle);
        m_own = new OwnHoldsPanel(*m_session, middle);
        layout->addWidget(m_undo);
        layout->addWidget(m_own);
        m_window->setCentralWidget(middle);
        m_window->addActions(m_actions->actions());
        m_window->addActions(m_undo->actions());
        m_window->resize(900, 500);
        m_window->show();
        m_session->connectTo(m_sandbox->endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QTRY_VERIFY(m_session->status().source != NewsSource::none);
        m_session->setAdminMode(Session::AdminMode::admin);
    }
    void close()
    {
        m_window.reset();
        m_session.reset();
        m_client.reset();
        m_redis.reset();
        m_sandbox.reset();
    }

    void hold(const std::string& lock, const std::string& owner = kAliceHolds, int lease = 60'000)
    {
        m_redis->expect({"MULTI"}); // nobody is to read it without an expiry
        m_redis->expect({"HSET", lock, owner, "1"});
        m_redis->expect({"PEXPIRE", lock, std::to_string(lease)});
        m_redis->expect({"EXEC"});
    }
    LockStatePtr look(const std::string& lock) { return shared(read_lock(*m_client, lock).value()); }
    void select(const std::vector<std::string>& locks)
    {
        std::vector<LockStatePtr> states;
        for (const std::string& lock : locks) {
            QTRY_VERIFY(m_seen.contains(lock)); // As in the window: what nobody has seen, nobody can choose.
            states.push_back(look(lock));
        }
        m_actions->setSelection(std::move(states));
    }
    template <class Dialog>
    QPointer<Dialog> opened(QAction* action)
    {
        action->trigger();
        const QPointer<Dialog> dialog = m_window->findChild<Dialog*>();
        if (dialog) {
            dialog->activateWindow();
        }
        return dialog;
    }
    template <class Dialog>
    QPointer<Dialog> openedBy(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        m_window->activateWindow();
        if (!QTest::qWaitForWindowActive(m_window.get())) {
            return nullptr;
        }
        QTest::keyClick(m_window.get(), key, modifiers);
        return m_window->findChild<Dialog*>();
    }
    void tell(const LockState& state)
    {
        MonitorBatch batch;
        batch.changes.push_back({LockChange::Kind::changed, shared(state)});
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }
    /// Releases by the dialog, so that an undo is offered.
    void forceRelease(const std::string& lock)
    {
        select({lock});
        const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
        giveReason(*dialog);
        auto* confirm = buttonWith(*dialog, QStringLiteral("Force-release"));
        QTRY_VERIFY2(confirm->isEnabled(), allSaid(*dialog));
        QTest::mouseClick(confirm, Qt::LeftButton);
        QTRY_VERIFY2(says(*dialog, QStringLiteral("Done: it was held by")), allSaid(*dialog));
        QCOMPARE(m_redis->exists(lock), false);
        QTest::keyClick(dialog, Qt::Key_Return); // Whoever has read it is rid of it at once.
        QTRY_VERIFY(!dialog);
    }
    QToolButton* undoButton()
    {
        for (QToolButton* each : m_undo->findChildren<QToolButton*>()) {
            if (each->defaultAction() == m_undo->actions().front()) {
                return each;
            }
        }
        return nullptr;
    }

    QTemporaryDir m_folder;
    std::chrono::milliseconds m_slept{0}; ///< So long the computer was asleep.
    std::set<std::string> m_seen;         ///< Locks that the session has told of.
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<RedisClient> m_redis;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QMainWindow> m_window;
    LockActions* m_actions = nullptr;
    UndoBar* m_undo = nullptr;
    OwnHoldsPanel* m_own = nullptr;
};

} // namespace lockscope::testing
