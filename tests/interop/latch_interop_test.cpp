// SPDX-License-Identifier: Apache-2.0
#include "interop/latch_interop.hpp"

int main(int argc, char** argv)
{
    return lockscope::test::run_interop<lockscope::test::LatchInterop>(argc, argv);
}
