// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/readers_model.hpp"

#include "lockscope/lock_state.hpp"

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class CountdownDelegate;
class ReleaseOneBar;
class Session;
class TablePage;

/// A read-write lock: who reads until when, and whom a writer waits for, as far as Redis tells. One reader of several
/// can be made to leave.
class ReadWritePanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit ReadWritePanel(Session* session, QWidget* parent = nullptr);

    /// From when on a reader's lease counts as about to end.
    void setThresholds(const Thresholds& thresholds);
    /// nullptr empties it.
    void setLock(const LockStatePtr& state);
    void setClientNamer(const ClientNamer& namer);
    /// As of when it is shown. @param time not owned, outlives the panel
    void setTime(const ShownTime& time) { m_readers.setTime(time); }
    /// Time has passed.
    void tick();
    [[nodiscard]] TablePage& page() const { return *m_page; }
    [[nodiscard]] ReleaseOneBar& releaseOne() const { return *m_bar; }

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QString accessText() const;
    [[nodiscard]] QString waitText() const;
    void retranslate();

    LockStatePtr m_state;
    ReadersModel m_readers;
    QLabel* m_access; ///< Who is inside.
    QLabel* m_wait;   ///< Whom others wait for.
    TablePage* m_page;
    CountdownDelegate* m_countdown = nullptr;
    ReleaseOneBar* m_bar = nullptr;
};

} // namespace lockscope::ui
