// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

/// Asks the system's resolver for the addresses of a name, and can be given up: that resolver may be silent for half a
/// minute, and there is no way to interrupt it. Asio's has one thread, which its context waits for in the end, and with
/// it whoever closes a client.
class NameLookup
{
public:
    struct Answer
    {
        boost::system::error_code error;
        std::vector<boost::asio::ip::address> addresses;
    };
    /// @param told called once, on @p executor, but not after this is destroyed, which happens there, too.
    NameLookup(boost::asio::any_io_executor executor, const std::string& host, std::function<void(Answer)> told);
    ~NameLookup();
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

private:
    struct Asker;
    struct Table;
    std::shared_ptr<Asker> m_asker;
};

} // namespace lockscope::redis
