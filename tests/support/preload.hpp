// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>
#include <QString>

namespace lockscope::test {

/// What a program has to be started with so that this library of ours comes before the system's.
[[nodiscard]] inline QProcessEnvironment preloaded(const char* library)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_PRELOAD", QString::fromLocal8Bit(library));
    // A program with a sanitizer wants that one's runtime to come first.
    environment.insert("ASAN_OPTIONS", environment.value("ASAN_OPTIONS") + ":verify_asan_link_order=0");
    return environment;
}

} // namespace lockscope::test
