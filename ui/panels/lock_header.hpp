// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/severity.hpp"

#include <QList>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QGridLayout;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace lockscope::ui {

class ElidedLabel;
class MarkedLine;
class ShownTime;

/// How a lock came to its end.
struct LockEnding
{
    LockEvent::Kind kind = LockEvent::Kind::released;
    SystemTime at{};
    std::string actor{};       ///< As LockEvent::actor.
    bool leavesNothing = true; ///< False: nobody holds it, but it is there, with those who wait.
};

/// Something that is wrong with a lock, in a sentence.
struct LockRemark
{
    Severity severity = Severity::warning;
    QString sentence;
};

/// The top of the detail panel: the lock's name, its condition, the facts in a few lines, and what is wrong with it.
class LockHeader : public QWidget
{
    Q_OBJECT

public:
    /// @param time as of when the lock is shown; not owned, outlives the header
    explicit LockHeader(const ShownTime& time, QWidget* parent = nullptr);

    using Remarks = std::function<QList<LockRemark>(const LockState& lock)>;
    /// What others have to say of a lock that is not to be seen in its own data; asked once a second.
    void setRemarks(Remarks remarks) { m_remarks = std::move(remarks); }
    /// What can be done to it, in a menu of a button.
    void setActions(const QList<QAction*>& actions);
    /// The actions are for all that are selected, those of a closed group among them, not for this lock alone.
    void setSelected(std::size_t locks);
    void setThresholds(const Thresholds& thresholds) { m_thresholds = thresholds; }
    /// @param ending present if the lock is gone, or free again.
    void setLock(const LockStatePtr& state, const std::optional<LockEnding>& ending);
    enum class InTable { yes, leftOutByFilter };
    /// Whether the table has it, too.
    void setInTable(InTable inTable);
    /// Why the picture stands still; empty while it is live.
    void setStandstill(const QString& sentence);
    /// Time has passed.
    void tick();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Fact
    {
        QLabel* name;
        QLabel* value;
    };
    [[nodiscard]] Fact addFact(QGridLayout& grid, int row);
    [[nodiscard]] QList<LockRemark> warnings(LockCondition condition, SteadyTime now) const;
    [[nodiscard]] bool isUnfollowed() const;
    [[nodiscard]] QString endText(SystemTime wall) const;
    void showWarnings(const QList<LockRemark>& warnings);
    void nameToken();
    void nameActions();
    void retranslate();
    void adoptTheme();
    void copyName() const;

    const ShownTime& m_time;
    LockStatePtr m_state;
    std::optional<LockEnding> m_ending;
    Thresholds m_thresholds;
    QString m_standstill;

    QLabel* m_several; ///< That it is not the only one that is selected.
    ElidedLabel* m_name;
    QToolButton* m_copy;
    MarkedLine* m_condition;
    QLabel* m_ended;
    QMenu* m_actionMenu;
    QToolButton* m_act;
    std::size_t m_selected = 1;
    QLabel* m_standstillLabel;
    QLabel* m_leftOut;
    Fact m_type, m_lease, m_held, m_waiting, m_token;
    Remarks m_remarks;
    QVBoxLayout* m_warningLines;
    QList<MarkedLine*> m_warnings;
};

} // namespace lockscope::ui
