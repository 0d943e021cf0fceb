// SPDX-License-Identifier: Apache-2.0
// The core of what is true between our client and a Redisson, for everything that both have, where Redis is deployed
// otherwise than as a single server: deployment_interop_test <deployment> [options of Qt Test]
#include "interop/latch_interop.hpp"
#include "interop/lock_interop.hpp"
#include "interop/multi_interop.hpp"
#include "interop/permit_semaphore_interop.hpp"
#include "interop/semaphore_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

/// Oldest and newest with the locks that are used most, the newest with all.
LockKind limited(LockKind kind)
{
    const bool is_common = kind.held.java == "reentrant" || kind.held.java == "fair";
    if (!is_common)
        kind.since = InteropStage::versions().back();
    return kind;
}

} // namespace

class DeployedLockInterop : public LockInterop
{
    Q_OBJECT

public:
    DeployedLockInterop(InteropStage& stage, LockKind kind) : LockInterop(stage, limited(std::move(kind))) {}
};

namespace {

/// Encryption is all the same to the types of locks, and each Java program takes a while to start.
std::vector<std::string> versions_on(Deployed::Kind kind)
{
    const bool is_encrypted = kind == Deployed::Kind::tls || kind == Deployed::Kind::tls_cluster;
    return is_encrypted ? std::vector{InteropStage::versions().back()} : InteropStage::versions();
}

class Runs
{
public:
    explicit Runs(QStringList options) : m_options(std::move(options)) {}

    void add(const std::string& what, QObject&& test, const QStringList& functions)
    {
        std::printf("---- %s\n", what.c_str());
        std::fflush(stdout);
        m_failed += QTest::qExec(&test, m_options + functions);
    }
    [[nodiscard]] int failed() const noexcept { return m_failed; }

private:
    QStringList m_options;
    int m_failed = 0;
};

int run_all(Deployed::Kind kind, const QStringList& options)
{
    InteropStage stage(kind, versions_on(kind));
    Runs runs(options);
    const std::string newest = InteropStage::versions().back();
    for (const LockKind& lock : all_kinds()) {
        QStringList functions{"entriesOfOursAreCounted", "entriesOfJavaAreCounted", "leasesAreSeenByTheOther"};
        if (lock.held.java != "read") // who is forced to stop reading leaves a key behind, until its lease ends
            functions += {"javaForcesOurs", "weForceJavas"};
        runs.add(lock.held.java, DeployedLockInterop(stage, lock), functions);
    }
    runs.add("semaphore", SemaphoreInterop(stage, newest),
             {"bothCountTheSamePermits", "javaIsWokenByOurRelease", "weAreWokenByJavasRelease"});
    runs.add("permits", PermitSemaphoreInterop(stage, newest),
             {"eachReleasesWhatTheOtherTook", "javaIsWokenByOurRelease", "weAreWokenByJavasRelease"});
    runs.add("several permits", SeveralPermitsInterop(stage, newest), {"eachTakesAndReleasesSeveral"});
    runs.add("latch", LatchInterop(stage, newest), {"whoCountsLastWakesBoth"});
    runs.add("multi", MultiInterop(stage, newest), {"javaEntersWhenWeRelease", "weEnterWhenJavaReleases"});
    return runs.failed();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: deployment_interop_test sentinel|cluster|tls|tls_cluster [options]\n");
        return 2;
    }
    const Deployed::Kind kind = Deployed::named(argv[1]);
    QStringList options{QString::fromLocal8Bit(argv[0])};
    for (int i = 2; i < argc; ++i)
        options += QString::fromLocal8Bit(argv[i]);
    return with_interop(argc, argv, [&] { return run_all(kind, options); });
}
#include "deployment_interop_test.moc"
