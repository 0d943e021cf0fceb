// SPDX-License-Identifier: Apache-2.0
#include "interop/semaphore_interop.hpp"

int main(int argc, char** argv)
{
    return lockscope::test::run_interop<lockscope::test::SemaphoreInterop>(argc, argv);
}
