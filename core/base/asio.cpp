// SPDX-License-Identifier: Apache-2.0
// What of Asio is not a template, once for all files: compiling it in each of them takes a sixth of their time.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
