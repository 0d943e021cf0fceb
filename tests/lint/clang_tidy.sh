#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the programs, the widgets and the library, from the compile commands of a build folder that was
# configured without precompiled headers, with or without batches. Prints what was found and nothing else. Checks:
# .clang-tidy.
# usage: clang_tidy.sh <root> <build folder> <jobs> [regex of the files, below the root, where there are no batches]
set -euo pipefail
root=$(cd -- "$1" && pwd -P)
folder=$(cd -- "$2" && pwd -P)
jobs=$3
files=${4:-(core|ui|app)/.*\.cpp}

raw=$(mktemp)
trap 'rm -f -- "$raw"' EXIT

# quietly <command>...: its output only if it fails.
quietly() {
    if ! "$@" >"$raw" 2>&1; then
        echo "clang_tidy.sh: this failed: $*"
        tail -n 40 -- "$raw"
        exit 1
    fi
}

# Headers that the build makes (scripts as constants, moc's output) must exist before a source can be read. moc is
# started directly: the build's own targets for it wait until every library below has been compiled.
mapfile -t scripts < <(ninja -C "$folder" -t targets all \
    | awk -F: '/^core\/.*\/scripts\/[^\/]*\.hpp:/ && !/CMakeFiles/ { print $1 }')
if [[ ${#scripts[@]} -gt 0 ]]; then
    quietly ninja -C "$folder" -j "$jobs" "${scripts[@]}"
fi
while IFS= read -r -d '' info; do
    quietly cmake -E cmake_autogen "$info" Debug
done < <(find "$folder/ui" "$folder/app" -name AutogenInfo.json -print0 2>/dev/null)

# Without a source to look at there is nothing to find, which would pass for clean.
literally() { sed 's/[[\.*+?^$(){|]/\\&/g' <<<"$1"; }
batches='CMakeFiles/[^/]*/Unity/unity_[0-9]+_cxx\.cxx'
pattern="($(literally "$root")/($files)|$(literally "$folder")/(core|ui|app)/([^/]*/)?$batches)"
if ! grep -qsE -- "\"file\": \"$pattern\"" "$folder/compile_commands.json"; then
    echo "clang_tidy.sh: no source was looked at: $folder/compile_commands.json names none of $root that is like $files"
    exit 1
fi

# Options of GCC that Clang does not know are no fault of the source.
status=0
run-clang-tidy -quiet -p "$folder" -j "$jobs" \
    -extra-arg=-Wno-unknown-warning-option -extra-arg=-Wno-unused-command-line-argument \
    "^$pattern\$" >"$raw" 2>&1 || status=$?

# Colours go, and the lines that say how much was not shown. What a header is guilty of comes with each source that
# includes it: once is enough.
sed 's/\x1b\[[0-9;]*m//g' "$raw" | awk '
    /^clang-tidy[-0-9]* |^[0-9]+ (warning|error)s?[ ,]|^Suppressed |^Use -(header-filter|system-headers)/ { next }
    /^Enabled checks|^ +[a-z]+-[-a-z.A-Z]+$|^$/ { next }
    /: (warning|error|fatal error): / { known = seen[$0]++; found = 1 }
    !known { print }
    END { exit found }' || status=1

if [[ $status != 0 ]] && ! grep -qE '(warning|error): ' "$raw"; then
    echo "clang_tidy.sh: run-clang-tidy ended with code $status and named no finding; the end of its output:"
    tail -n 40 -- "$raw"
fi
exit "$status"
