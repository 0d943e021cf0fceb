// SPDX-License-Identifier: Apache-2.0
// What of Asio is not a template, once for all files: compiling it in each of them takes a sixth of their time. Asio's
// TLS has a file of its own (asio_ssl.cpp): a linker takes from a static library the objects that it misses something
// of, whole, and who compiles Asio for himself misses at most one of the two.
#include <boost/asio/impl/src.hpp>
