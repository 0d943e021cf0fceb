// SPDX-License-Identifier: Apache-2.0
// Every type of lock, as the rows of a data-driven test.
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/non_reentrant_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/spin_lock.hpp"
#include "support/lock_model.hpp"

#include <QTest>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::test {

struct LockRow
{
    const char* name;
    Lock (*make)(Client& client, const std::string& lock);
    LockRules rules;
    /// The other side of a read-write lock, where there is one.
    Lock (*make_reader)(Client& client, const std::string& lock) = nullptr;
    /// The calling thread's fencing token, where there is one.
    std::optional<std::int64_t> (*token)(Client& client, const std::string& lock) = nullptr;
    bool is_fair = false;

    [[nodiscard]] bool is_reentrant() const { return rules.type != LockRules::Type::non_reentrant; }
};

/// To add a type of lock, add a row.
inline const std::array lock_rows{
    LockRow{.name = "reentrant",
            .make = [](Client& client, const std::string& lock) -> Lock { return client.reentrant_lock(lock); },
            .rules = {}},
    LockRow{.name = "fair",
            .make = [](Client& client, const std::string& lock) -> Lock { return client.fair_lock(lock); },
            .rules = {.refusals = LockRules::Refusals::need_no_reason},
            .is_fair = true},
    LockRow{.name = "spin",
            .make = [](Client& client, const std::string& lock) -> Lock { return client.spin_lock(lock); },
            .rules = {}},
    LockRow{.name = "fenced",
            .make = [](Client& client, const std::string& lock) -> Lock { return client.fenced_lock(lock); },
            .rules = {},
            .token = [](Client& client, const std::string& lock) { return client.fenced_lock(lock).token(); }},
    LockRow{.name = "non-reentrant",
            .make = [](Client& client, const std::string& lock) -> Lock { return client.non_reentrant_lock(lock); },
            .rules = {.type = LockRules::Type::non_reentrant}},
    LockRow{
        .name = "non-reentrant fair",
        .make = [](Client& client, const std::string& lock) -> Lock { return client.non_reentrant_fair_lock(lock); },
        .rules = {.type = LockRules::Type::non_reentrant, .refusals = LockRules::Refusals::need_no_reason},
        .is_fair = true},
    LockRow{
        .name = "read-write",
        .make = [](Client& client, const std::string& lock) -> Lock { return client.read_write_lock(lock).write(); },
        .rules = {.type = LockRules::Type::read_write},
        .make_reader = [](Client& client, const std::string& lock) -> Lock {
            return client.read_write_lock(lock).read();
        }},
};

inline void add_lock_rows()
{
    QTest::addColumn<std::size_t>("row");
    for (std::size_t i = 0; i < lock_rows.size(); ++i)
        QTest::newRow(lock_rows[i].name) << i;
}

/// The row of the running test.
inline const LockRow& lock_row()
{
    const auto* row = static_cast<const std::size_t*>(QTest::qData("row", qMetaTypeId<std::size_t>()));
    return lock_rows.at(*row);
}

} // namespace lockscope::test
