// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/spin_lock.hpp"
#include "support/fencing.hpp"

#include <QTest>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockscope::test {

/// Any lock with an owner, for the calling thread.
class AnyLock
{
public:
    virtual ~AnyLock() = default;
    virtual bool acquire(const Terms& terms) = 0;
    virtual int release() = 0;
    [[nodiscard]] virtual bool is_held() const = 0;
    [[nodiscard]] virtual std::stop_token loss_token() const = 0;
    [[nodiscard]] virtual FencingToken token() const = 0; ///< None but of a fenced lock that is held.
    void lock() { static_cast<void>(acquire({})); }
};

template <typename T>
class TypedLock final : public AnyLock
{
public:
    explicit TypedLock(T lock) : m_lock(std::move(lock)) {}
    bool acquire(const Terms& terms) override { return m_lock.acquire(terms); }
    int release() override { return m_lock.release(); }
    [[nodiscard]] bool is_held() const override { return m_lock.is_held(); }
    [[nodiscard]] std::stop_token loss_token() const override { return m_lock.loss_token(); }
    [[nodiscard]] FencingToken token() const override
    {
        if constexpr (std::is_same_v<T, FencedLock>)
            return m_lock.token();
        else
            return std::nullopt;
    }

private:
    T m_lock;
};

template <typename T>
[[nodiscard]] std::unique_ptr<AnyLock> any(T lock)
{
    return std::make_unique<TypedLock<T>>(std::move(lock));
}

/// One type of lock: how to make it, and, if it has such, its shared side.
struct LockKind
{
    using Make = std::function<std::unique_ptr<AnyLock>(Client&)>;
    std::string name;
    Make make;
    Make make_shared;
    Make make_rival = {}; ///< What must wait for it, if that is not the same.

    /// What must wait for it, and what it must wait for.
    [[nodiscard]] std::unique_ptr<AnyLock> rival(Client& client) const
    {
        return make_rival ? make_rival(client) : make(client);
    }
};

/// All types that exclude each other's holders; every lock is at "lock" (the multi lock's members: lock, lock2, lock3).
[[nodiscard]] inline const std::vector<LockKind>& lock_kinds()
{
    static const std::vector<LockKind> kinds{
        {"reentrant", [](Client& client) { return any(client.reentrant_lock("lock")); }, {}},
        {"fair", [](Client& client) { return any(client.fair_lock("lock")); }, {}},
        {"read-write", [](Client& client) { return any(client.read_write_lock("lock").write()); },
         [](Client& client) { return any(client.read_write_lock("lock").read()); }},
        {"fenced", [](Client& client) { return any(client.fenced_lock("lock")); }, {}},
        {"spin", [](Client& client) { return any(client.spin_lock("lock")); }, {}},
        {"multi",
         [](Client& client) {
             return any(MultiLock(
                 {client.reentrant_lock("lock"), client.reentrant_lock("lock2"), client.reentrant_lock("lock3")}));
         },
         {}},
    };
    return kinds;
}

/// The same, and behind them the readers, who share: only a writer is their rival. Not for a Crowd, which counts those
/// who exclude each other; there the readers are the shared side of "read-write".
[[nodiscard]] inline const std::vector<LockKind>& lock_sides()
{
    static const std::vector<LockKind> sides = [] {
        std::vector<LockKind> all = lock_kinds();
        all.push_back({"read",
                       [](Client& client) { return any(client.read_write_lock("lock").read()); },
                       {},
                       [](Client& client) { return any(client.read_write_lock("lock").write()); }});
        return all;
    }();
    return sides;
}

/// A row of test data for each.
inline void add_rows_of(const std::vector<LockKind>& kinds)
{
    QTest::addColumn<int>("kind");
    for (std::size_t i = 0; i < kinds.size(); ++i)
        QTest::newRow(kinds[i].name.c_str()) << static_cast<int>(i);
}
inline void add_lock_kinds()
{
    add_rows_of(lock_kinds());
}
inline void add_lock_sides()
{
    add_rows_of(lock_sides());
}

/// Of either list.
[[nodiscard]] inline const LockKind& kind_at(int index)
{
    return lock_sides().at(static_cast<std::size_t>(index));
}

} // namespace lockscope::test
