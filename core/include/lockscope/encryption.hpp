// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef> // Qt's moc cannot read <chrono> as the first header of a file

#include <chrono>
#include <optional>
#include <string>

namespace lockscope {

class Client;

/// How one connection is encrypted, and who the server says it is. A value.
struct Encryption
{
    using Time = std::chrono::system_clock::time_point;

    /// With fewer days left, a certificate should be renewed now.
    static constexpr int few_days = 30;

    std::string protocol; ///< "TLS 1.3"
    std::string cipher;   ///< "TLS_AES_256_GCM_SHA384"
    /// The chain and the host were checked. False: TlsOptions::verify is off, and anybody could be at the other end.
    bool verified = false;
    std::string subject; ///< Of the server's certificate, "CN=cache.example"; bytes of the server, bounded.
    std::string issuer;  ///< The same of who signed it.
    Time valid_from{}, valid_until{};
    std::optional<Time> own_valid_until; ///< The end of the certificate that we showed; absent: we have none.

    /// Whole days until the first of both certificates ends; negative: it has ended.
    [[nodiscard]] int days_left(Time now) const;
    /// Fewer than few_days.
    [[nodiscard]] bool ends_soon(Time now) const;
    /// Whether it is ours that ends first.
    [[nodiscard]] bool own_ends_first() const;

    bool operator==(const Encryption&) const = default;
};

/// "2027-01-31", in UTC.
[[nodiscard]] std::string to_date(Encryption::Time time);

/// The encryption of the connections that @p client has open just now: of the one whose certificates end first, and
/// one that is not verified before all others. Absent if none is open, or none is encrypted.
/// Blocks shortly, without the network. Any thread but the client's I/O thread.
[[nodiscard]] std::optional<Encryption> encryption_of(Client& client);

} // namespace lockscope
