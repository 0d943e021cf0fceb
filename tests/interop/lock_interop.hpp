// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "interop/lock_kinds.hpp"

#include <QObject>

namespace lockscope::test {

/// What is true of every type of lock between our client and a Redisson. A test of one type derives from it and adds
/// what is special there; its slots run with these.
class LockInterop : public InteropTest
{
    Q_OBJECT

protected:
    LockInterop(InteropStage& stage, LockKind kind);

    [[nodiscard]] const LockKind& kind() const { return m_kind; }
    /// The lock, for a new thread of Java.
    [[nodiscard]] JavaLock java(const LockSide& side, milliseconds watchdog = usual_watchdog);
    [[nodiscard]] std::string count_of(const std::string& owner, const LockSide& side) const;
    /// Does somebody listen where this owner waits? For locks that poll: true after a moment.
    ///@{
    [[nodiscard]] bool is_waiting(const LockSide& side, const std::string& owner);
    [[nodiscard]] bool is_waiting(const LockSide& side, const JavaLock& java);
    [[nodiscard]] bool is_waiting(const LockSide& side, const OurWaiter& ours);
    ///@}

private:
    /// Java holds it, we wait, Java releases it. @param took from there to our entry
    void java_hands_over(milliseconds& took);

private slots:
    void javaEntersWhenWeRelease();
    void weEnterWhenJavaReleases();
    void theOtherWaitsNoLongerThanItWantsTo();
    void whatIsNotHeldIsNotReleased();
    void entriesOfOursAreCounted();
    void entriesOfJavaAreCounted();
    void leasesAreSeenByTheOther();
    void aLeaseThatEndsLetsTheOtherIn();
    void javaForcesOurs();
    void weForceJavas();

private:
    LockKind m_kind;
};

} // namespace lockscope::test
