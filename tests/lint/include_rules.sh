#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The arrows between the folders run one way: app -> ui -> core; inside core: admin, monitor, lab -> locks -> redis ->
# base, with client beside locks. Linking alone does not keep them: every header of the tree can be reached from anywhere.
# usage: include_rules.sh [root]
# shellcheck disable=SC2016 # the $ in single quotes are awk's
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/../..}"

# One line for each include: file, the folder whose rule holds, kind (quote or angle), what is included.
includes() {
    find core ui app -type f \( -name '*.hpp' -o -name '*.cpp' \) -print0 | sort -z \
        | xargs -0 awk '
            /^[ \t]*#[ \t]*include[ \t]*["<]/ {
                match($0, /["<][^">]*[">]/)
                kind = substr($0, RSTART, 1) == "<" ? "angle" : "quote"
                print FILENAME ":" FNR, kind, substr($0, RSTART + 1, RLENGTH - 2)
            }'
}

includes | awk '
    BEGIN {
        # What each folder of core may include of the others.
        may["base"] = " base "
        may["redis"] = " base redis "
        may["client"] = " base redis locks client "
        may["locks"] = " base redis locks client "
        may["monitor"] = " base redis locks client monitor "
        may["admin"] = " base redis locks client admin "
        may["lab"] = " base redis locks client lab "
        inner = " base redis client locks monitor admin lab "
    }
    function complain(why) { print $1 ": includes " $3 ": " why; bad = 1 }
    function exists(path,    line, found) {
        found = (getline line < path) >= 0
        close(path)
        return found
    }
    {
        place = $1; kind = $2; what = $3
        sub(/:[0-9]+$/, "", place)
        split(place, part, "/")
        split(what, target, "/")
        folder = place
        sub(/\/[^\/]*$/, "", folder)
    }
    what ~ /\.\.\// { complain("paths do not climb out of their folder"); next }

    # core and lockctl know no Qt.
    (part[1] == "core" || place ~ /^app\/lockctl\//) && kind == "angle" && what ~ /^(Q[A-Z]|Qt)/ {
        complain("core and lockctl know no Qt"); next
    }

    # The public headers keep the libraries of the inside to themselves, so that they cost little to include.
    place ~ /^core\/include\// {
        if (kind == "angle" && what ~ /^(boost|hiredis|nlohmann|openssl)\//)
            complain("public headers do without libraries; declare it forward")
        if (kind == "quote" && target[1] != "lockscope")
            complain("public headers include public headers only")
        next
    }

    part[1] == "core" && kind == "quote" {
        if (target[1] == "lockscope" || what !~ /\//) # a bare name is of the same folder, or made from scripts
            next
        if (index(inner, " " target[1] " ") == 0)
            complain("there is no such folder in core")
        else if (part[2] in may && index(may[part[2]], " " target[1] " ") == 0)
            complain("core/" part[2] " may include of core only:" may[part[2]])
        next
    }

    part[1] == "ui" {
        if (kind == "angle" && what ~ /^(boost|hiredis|nlohmann|openssl)\//)
            complain("ui talks to the core through lockscope/*.hpp only")
        if (kind == "angle" && what ~ /^(QtCharts|QChart|QLineSeries|QScatterSeries|QAreaSeries|QValueAxis|QDateTimeAxis)/ \
            && part[2] != "charts")
            complain("Qt Charts stays inside ui/charts")
        if (kind == "quote" && target[1] != "lockscope" && what !~ /\.moc$/ && !exists("ui/" what) \
            && !exists(folder "/" what))
            complain("ui includes its own headers and lockscope/*.hpp only")
        next
    }

    place ~ /^app\// && kind == "quote" {
        own = exists(folder "/" what) || target[1] == "lockscope" || what !~ /\//
        if (!own && !(place ~ /^app\/lockscope\// && exists("ui/" what)))
            complain("a program includes lockscope/*.hpp" (place ~ /^app\/lockscope\// ? " and ui" : "") " only")
    }

    END { exit bad }
'
