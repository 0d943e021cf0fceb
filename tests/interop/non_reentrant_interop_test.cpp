// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class NonReentrantInteropTest : public LockInterop
{
    Q_OBJECT

public:
    explicit NonReentrantInteropTest(InteropStage& stage) : LockInterop(stage, non_reentrant_kind()) {}
};

class NonReentrantFairInteropTest : public LockInterop
{
    Q_OBJECT

public:
    explicit NonReentrantFairInteropTest(InteropStage& stage) : LockInterop(stage, non_reentrant_fair_kind()) {}
};

int main(int argc, char** argv)
{
    return run_interop<NonReentrantInteropTest, NonReentrantFairInteropTest>(argc, argv);
}
#include "non_reentrant_interop_test.moc"
