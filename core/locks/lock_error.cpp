// SPDX-License-Identifier: Apache-2.0
#include "locks/lock_error.hpp"

#include "lockscope/escape.hpp"

namespace lockscope::locks {

Error make_error(detail::ClientCore& core, Errc code, const std::string& lock, const std::string& sentence)
{
    return Error(code, "The lock " + escape(lock) + " " + sentence, core.servers().name());
}

Error outcome_unknown(detail::ClientCore& core, const std::string& lock, const char* what, const Error& cause)
{
    return make_error(core, Errc::outcome_unknown, lock,
                      std::string("may or may not have been ") + what + ": " + cause.message());
}

bool may_pass(const Error& failure)
{
    return failure.transient() || failure.errc() == Errc::outcome_unknown;
}

bool may_succeed_later(const Error& failure)
{
    return failure.transient() || is_forbidden(failure);
}

bool is_forbidden(const Error& failure)
{
    return failure.errc() == Errc::no_permission || failure.errc() == Errc::authentication;
}

std::string too_late(std::chrono::milliseconds lease)
{
    return "was had " + std::to_string(most_late_answers)
         + " times, and each time the answer took longer than its lease of " + std::to_string(lease.count())
         + " ms: take a longer one.";
}

} // namespace lockscope::locks
