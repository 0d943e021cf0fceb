// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class ReentrantInteropTest : public LockInterop
{
    Q_OBJECT

public:
    explicit ReentrantInteropTest(InteropStage& stage) : LockInterop(stage, reentrant_kind()) {}
};

int main(int argc, char** argv)
{
    return run_interop<ReentrantInteropTest>(argc, argv);
}
#include "reentrant_interop_test.moc"
