// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class SpinInteropTest : public LockInterop
{
    Q_OBJECT

public:
    explicit SpinInteropTest(InteropStage& stage) : LockInterop(stage, spin_kind()) {}
};

int main(int argc, char** argv)
{
    return run_interop<SpinInteropTest>(argc, argv);
}
#include "spin_interop_test.moc"
