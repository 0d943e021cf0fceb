#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the programs, the widgets and the library, from the compile commands of a build folder that was
# configured without precompiled headers. Checks: .clang-tidy.
# usage: clang_tidy.sh <root> <build folder> <jobs>
set -euo pipefail
root=$(cd -- "$1" && pwd -P)
folder=$2
jobs=$3

# Headers that the build makes (scripts as constants, moc's output) must exist before a source can be read.
generated=$(ninja -C "$folder" -t targets all | awk -F: '/^(core|ui|app)\/.*(_autogen|\/scripts\/[^\/]*\.hpp):/ && !/CMakeFiles/ { print $1 }')
if [[ -n $generated ]]; then
    # shellcheck disable=SC2086 # one target a word is meant
    ninja -C "$folder" -j "$jobs" $generated >/dev/null
fi

# Options of GCC that Clang does not know are no fault of the source.
run-clang-tidy -quiet -p "$folder" -j "$jobs" \
    -extra-arg=-Wno-unknown-warning-option -extra-arg=-Wno-unused-command-line-argument \
    "^$root/(core|ui|app)/.*\.cpp$" 2>&1 \
    | awk '{ gsub(/\033\[[0-9;]*m/, "") }
           /warning:|error:/ { bad = 1 }
           /^clang-tidy|^[0-9]+ warnings? (generated|treated)|^Suppressed|^Use -|^$|^Enabled checks/ { next }
           { print }
           END { exit bad }'
