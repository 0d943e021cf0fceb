// SPDX-License-Identifier: Apache-2.0
// What of Asio's TLS is not a template; see asio.cpp.
#include <boost/asio/ssl/impl/src.hpp>
