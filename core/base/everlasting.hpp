// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>
#include <utility>

namespace lockscope {

/// For what there is once in the program, as a static object: it is made at its first use and never destroyed. A Client
/// may be static itself, or its I/O thread still be at work in the last moment of the program; what it needs must not
/// have gone before, in whatever order static objects go.
template <class Type>
class Everlasting
{
public:
    template <class... Arguments>
    explicit Everlasting(Arguments&&... arguments) : m_object(*new Type(std::forward<Arguments>(arguments)...))
    {}
    Everlasting(const Everlasting&) = delete;
    Everlasting& operator=(const Everlasting&) = delete;

    [[nodiscard]] const Type& operator*() const noexcept { return m_object; }
    [[nodiscard]] Type& operator*() noexcept { return m_object; }

private:
    Type& m_object;
};

static_assert(std::is_trivially_destructible_v<Everlasting<std::string>>);

} // namespace lockscope
