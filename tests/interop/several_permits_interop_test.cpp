// SPDX-License-Identifier: Apache-2.0
#include "interop/permit_semaphore_interop.hpp"

int main(int argc, char** argv)
{
    return lockscope::test::run_interop<lockscope::test::SeveralPermitsInterop>(argc, argv);
}
