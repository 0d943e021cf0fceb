#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./dev on machines that are not at hand: with nothing installed, for a user who is not root, with other releases of
# Debian, through links, in a folder with an odd name. A copy in a temporary folder finds a few ordinary programs and
# stand-ins for all others, so nothing is installed, built or fetched.
# shellcheck disable=SC2016 # the $ in single quotes are those of the stand-ins, and of the shell that reads ./dev
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
folder=$(cd -- "$folder" && pwd -P)
clone="$folder/a c++ clone"
programs=$folder/programs
said=$folder/said
calls=$folder/calls
failed=0

mkdir -p "$clone" "$programs"
cp -- "$here/../../dev" "$clone/dev"
for name in awk bash cat cut dirname find grep mkdir mktemp readlink rm sed sleep tail touch tr uname; do
    ln -s -- "$(command -v "$name")" "$programs/$name"
done

# stand_in <file> <line of shell>...
stand_in() {
    local file=$1
    shift
    mkdir -p "${file%/*}"
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}
stand_in "$programs/id" 'echo 1000'
stand_in "$programs/apt-get" 'echo "apt-get $*" >>"$CALLS"'
stand_in "$programs/apt-cache" \
    'case " $NOT_OFFERED " in *" $2 "*) echo "  Candidate: (none)" ;; *) echo "  Candidate: 9" ;; esac'
stand_in "$programs/dpkg" '"$BOOST_IS_OLD"' # compare-versions <that of libboost-dev> lt 1.81
stand_in "$programs/dpkg-query" 'for name in $INSTALLED; do echo "$name installed"; done'
not_offered='' installed='' boost_is_old=false

# alone <command>...: with these programs only.
alone() {
    : >"$calls"
    env -i PATH="$programs" TMPDIR="$folder" CALLS="$calls" NOT_OFFERED="$not_offered" INSTALLED="$installed" \
        BOOST_IS_OLD="$boost_is_old" "$@" >"$said" 2>&1 </dev/null
}

# expect <what> <command>...: that it succeeds.
expect() {
    local what=$1
    shift
    if ! "$@"; then
        printf 'not so: %s. The last that was said:\n' "$what"
        cat -- "$said"
        failed=1
    fi
}
fails() { ! "$@"; }
says() { grep -qE -- "$1" "$said"; }

# within <shell>: with the functions of ./dev, on a machine that has neither Boost nor Qt.
within() {
    expect "it ends well: $1" alone bash -c '
        source "$1"
        has_boost() { false; }
        has_opengl() { false; }
        sleep() { command sleep 0.1; }
        eval "$2"' - "$clone/dev" "$1"
}

# Through links, of which one goes upwards out of a folder that is itself reached by a link: by its name it would lead to
# another clone.
other="$folder/one/${clone##*/}"
mkdir -p "$clone/build" "$other/build" "$folder/deep/elsewhere/build" "$folder/one/two"
ln -s -- "../../${clone##*/}/dev" "$folder/deep/elsewhere/dev"
ln -s -- ../../deep/elsewhere "$folder/one/two/short"
ln -s -- "$folder/one/two/short/dev" "$folder/dev"
expect 'clean works through links' alone "$folder/dev" clean
expect 'clean leaves alone what is beside a link' test -d "$folder/deep/elsewhere/build"
expect 'clean leaves another clone alone' test -d "$other/build"
expect 'clean removes build/ of the clone' test ! -e "$clone/build"

# A user who is neither root nor has sudo is told once what to ask for, and nothing is tried.
not_offered=libhiredis-dev
expect 'it fails without root and sudo' fails alone "$clone/dev" build
for name in 'g\+\+' cmake ninja-build redis-server libssl-dev libhiredis-dev qt6-base-dev qt6-svg-dev qt6-l10n-tools; do
    expect "$name is among what is to be installed by hand" says "by hand:.* $name( |\$)"
    expect "$name is named once" test "$(grep -cE -- "(^| )$name( |\$)" "$said")" = 1
done
expect 'no mark of what is not offered is shown' fails says '\?'
expect 'apt-get is not started' test ! -s "$calls"

# Where apt fails, what fits this release is named, and only what is missing.
not_offered='' installed=libssl-dev boost_is_old=true
within 'apt_get_missing() { return 1; }; (install_packages required_packages) || true'
expect 'the Boost that is new enough is named' says 'Needed:.* libboost1\.83-dev '
expect 'what is installed is not named' fails says libssl-dev
installed='' boost_is_old=false

# Debian 12 has Qt's OpenGL in a package of its own, Debian 13 in qt6-base-dev.
within 'choose "$(required_packages)"'
expect 'Debian 12: the package is chosen' says '^libqt6opengl6-dev$'
not_offered=libqt6opengl6-dev
within 'choose "$(required_packages)"'
expect 'Debian 13: all is offered' fails says '\?'
expect 'Debian 13: qt6-base-dev is chosen once' test "$(grep -cx qt6-base-dev "$said")" = 1
not_offered='libqt6opengl6-dev qt6-base-dev'
within 'choose "$(required_packages)"'
expect 'what is not offered has a mark' says '^\?libqt6opengl6-dev$'
not_offered='' installed=qt6-base-dev
within 'missing required_packages'
expect 'Debian 12: qt6-base-dev is not enough' says '^opengl '
within 'has_opengl() { true; }; missing required_packages'
expect 'Debian 13: qt6-base-dev is enough' fails says '^opengl '

# Without a display, lockctl logs in as the window does. A sandbox stays until lockctl has been there, or for 10 s.
stand_in "$clone/build/release/app/lockscope/lockscope" \
    'case "$*" in *://*) exit ;; esac' \
    'echo "sandbox unix:///own"' \
    'tries=0' \
    'until [ -s "$CALLS" ] || [ $tries = 100 ]; do tries=$((tries + 1)); sleep 0.1; done'
stand_in "$clone/build/release/app/lockctl/lockctl" 'printf "<%s>" "$@" >>"$CALLS"; echo >>"$CALLS"'
within 'run_without_display --password-file "a b" redis://host --key-passphrase-file=c --sentinel-password-file d'
files='<--password-file=a b><--key-passphrase-file=c><--sentinel-password-file=d>'
expect 'list logs in with the files' grep -qxF "<--redis><redis://host>$files<list>" "$calls"
expect 'watch logs in with the files' grep -qxF "<--redis><redis://host>$files<watch><--for><2>" "$calls"
within 'run_without_display --sandbox --password-file a'
expect 'a sandbox needs no password' grep -qxF '<--redis><unix:///own><list>' "$calls"

# clang-tidy has sources to look at, or it is said that there are none.
stand_in "$programs/ninja" ''
stand_in "$programs/cmake" 'echo "cmake $*" >>"$CALLS"'
stand_in "$programs/run-clang-tidy" 'for last; do :; done; echo "$last" >>"$CALLS"'
stand_in "$clone/tests/lint/clang_tidy.sh" ''
lint=$clone/build/lint
mkdir -p "$lint"
touch "$lint/build.ninja"
echo "  \"file\": \"$clone/core/base/a.cpp\"" >"$lint/compile_commands.json"
expect 'sources in a folder with an odd name are looked at' alone "$here/clang_tidy.sh" "$clone" "$lint" 1
expect 'they are looked for by that name' grep -qE -f "$calls" <<<"$clone/core/base/a.cpp"
echo "  \"file\": \"$folder/other/core/base/a.cpp\"" >"$lint/compile_commands.json"
expect 'sources of another clone do not pass for clean' fails alone "$here/clang_tidy.sh" "$clone" "$lint" 1
expect 'it is said that none was looked at' says 'no source was looked at'
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$clone" >"$lint/CMakeCache.txt"
within clang_tidy
expect 'what was configured here is not configured again' test ! -s "$calls"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$folder/other" >"$lint/CMakeCache.txt"
within clang_tidy
expect 'what was configured elsewhere is configured again' grep -q '^cmake ' "$calls"

exit "$failed"
