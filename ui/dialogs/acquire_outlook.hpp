// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/acquire_words.hpp"
#include "models/client_namer.hpp"
#include "session/name_watch.hpp"

#include "lockscope/findings.hpp"

#include <QObject>

#include <optional>
#include <utility>

class QLabel;
class QWidget;

namespace lockscope::ui {

class Session;

/// How the lock is that a dialog is about to acquire, whether that is of now, and what will happen then: three labels,
/// which the dialog places, and which follow the lock.
class AcquireOutlook : public QObject
{
    Q_OBJECT

public:
    /// @param session not owned, outlives this. @param known may be empty
    AcquireOutlook(Session& session, NameWatch::Known known, QWidget* dialog);

    [[nodiscard]] QLabel* present() const { return m_present; }
    [[nodiscard]] QLabel* standstill() const { return m_standstill; }
    [[nodiscard]] QLabel* effect() const { return m_effect; }

    /// What clients are called, in a word; shown from the next show() on.
    void setClientNamer(ClientNamer namer) { m_namer = std::move(namer); }
    [[nodiscard]] const ClientNamer& clientNamer() const { return m_namer; }
    [[nodiscard]] NameWatch& watch() const { return *m_watch; }
    /// What was seen last; null: nothing was.
    [[nodiscard]] const NameLook* look() const { return m_watch->look() ? &*m_watch->look() : nullptr; }
    /// Is there a server that could be asked for it?
    [[nodiscard]] bool isInReach() const;

    /// As things are now. Nothing: the labels are hidden.
    void show(const std::optional<AcquirePlan>& plan);

private:
    [[nodiscard]] const LockState* lock() const;
    [[nodiscard]] QString seenText() const;
    [[nodiscard]] QString standstillText() const;
    /// As of when to speak of it.
    [[nodiscard]] Moment moment() const;

    Session& m_session;
    NameWatch* m_watch;
    ClientNamer m_namer;
    QLabel* m_present;
    QLabel* m_standstill;
    QLabel* m_effect;
};

} // namespace lockscope::ui
