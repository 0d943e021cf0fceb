// SPDX-License-Identifier: Apache-2.0
// What nearly every test reads, compiled once. Never included by hand: each file names what it uses.
#pragma once

#include "support/patient_tries.hpp"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>
