// SPDX-License-Identifier: Apache-2.0
// How QCOMPARE shows the values of core when they differ.
#pragma once

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <QTest>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace QTest {

template <>
inline char* toString(const std::string& text)
{
    return qstrdup(('"' + lockscope::escape(text) + '"').c_str());
}

template <>
inline char* toString(const lockscope::Errc& code)
{
    return qstrdup(lockscope::make_error_code(code).message().c_str());
}

template <>
inline char* toString(const std::map<std::string, std::string>& fields)
{
    std::string all;
    for (const auto& [name, value] : fields)
        all += (all.empty() ? "" : ", ") + lockscope::escape(name) + ": " + lockscope::escape(value);
    return qstrdup(('{' + all + '}').c_str());
}

template <>
inline char* toString(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + lockscope::escape(text);
    return qstrdup(('[' + all + ']').c_str());
}

template <>
inline char* toString(const std::chrono::milliseconds& duration)
{
    return qstrdup((std::to_string(duration.count()) + " ms").c_str());
}

} // namespace QTest

namespace lockscope::test {

/// The same for messages: what QTest::toString() returns has to be freed.
template <typename T>
[[nodiscard]] std::string shown(const T& value)
{
    const std::unique_ptr<char[]> text(QTest::toString(value));
    return text.get();
}

} // namespace lockscope::test
