// SPDX-License-Identifier: Apache-2.0
// QTRY_VERIFY and its like give up after five seconds. That is a measure of the machine where a server has to start, a
// connection to be made, or sixteen programs share two processors; a test is about what happens, not how soon.
#pragma once

#include <QTest>

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), 60'000)
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT((condition), message, 60'000)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, 60'000)
