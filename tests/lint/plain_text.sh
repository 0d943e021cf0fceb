#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a server sends is never shown as rich text: a key named "<img src=…>" must stand there as it is. Qt guesses
# (Qt::AutoText) in labels, message boxes and tool tips, so in ui and app/lockscope
#   - nothing asks for rich text: setHtml, insertHtml, appendHtml, Qt::RichText, Qt::AutoText, Qt::MarkdownText, …
#   - labels are made by plainLabel() (ui/text/server_text.hpp), or set to Qt::PlainText within the next lines, or show
#     a picture; a class made from QLabel sets itself to Qt::PlainText
#   - message boxes, which have no plain mode in their static functions, are made as objects and set to Qt::PlainText
#   - tool tips and "what's this" texts, which have no plain mode at all, are tr("…") alone, or toolTipText(…) of it
# ui/text/server_text.cpp is where the escaping is done, and is not looked at. A line that must differ carries
# "plain-text: <why>".
# usage: plain_text.sh [root]
# shellcheck disable=SC2016 # the $ in single quotes are awk's
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/../..}"

status=0
while IFS= read -r header; do
    if ! grep -qs 'setTextFormat(Qt::PlainText)' "$header" "${header%.hpp}.cpp"; then
        echo "$header: a class made from QLabel that does not set itself to Qt::PlainText"
        status=1
    fi
done < <(grep -rlE --include='*.[hc]pp' 'public (QLabel|QMessageBox)' ui app/lockscope || true)

find ui app/lockscope -type f \( -name '*.hpp' -o -name '*.cpp' \) ! -path ui/text/server_text.cpp -print0 | sort -z \
    | xargs -0 awk '
    function complain(line, why, file) { print (file ? file : FILENAME) ":" line ": " why; bad = 1 }
    # A label or message box that was made in the last lines and not set to plain text since.
    function settle() { if (pending) complain(pending, "a label or message box without setTextFormat(Qt::PlainText)", pending_file); pending = 0 }

    FNR == 1 { settle() }
    FNR == 1 || /^}/ { in_tip = 0 }
    /plain-text: / { next }
    { code = $0; sub(/^[ \t]*\/\/.*/, "", code); sub(/[ \t]\/\/.*$/, "", code) }

    code ~ /(setHtml|insertHtml|appendHtml|setMarkdown|toHtml)[ \t]*\(/ || code ~ /Qt::(RichText|AutoText|MarkdownText)/ \
        || code ~ /setDefaultStyleSheet|QStaticText|QSimpleRichText/ {
        complain(FNR, "asks for rich text")
    }
    code ~ /QMessageBox::(information|question|warning|critical|about)[ \t]*\(/ {
        complain(FNR, "a static message box guesses at rich text; make an object and set Qt::PlainText")
    }

    pending && code ~ /setTextFormat[ \t]*\([ \t]*Qt::PlainText|->setPixmap\(/ { pending = 0 }
    pending && FNR > pending + 6 { settle() }
    code ~ /new (QLabel|QMessageBox)[ \t]*[({]/ || code ~ /(make_unique<|^[ \t]*)(QLabel|QMessageBox)(>[ \t]*\(| [a-z][A-Za-z]*[({])/ {
        settle()
        if (code !~ /Qt::PlainText/) { pending = FNR; pending_file = FILENAME }
    }

    # The argument of a tool tip, which may go over several lines up to its semicolon.
    match(code, /(setToolTip|setWhatsThis|setStatusTip|QToolTip::showText)[ \t]*\(/) {
        in_tip = FNR
        tip = ""
        code = substr(code, RSTART)
    }
    in_tip {
        tip = tip code
        if (code ~ /;[ \t]*$/) {
            argument = tip
            sub(/^[A-Za-z:]*[ \t]*\(/, "", argument)
            gsub(/"([^"\\]|\\.)*"/, "\"\"", argument)
            harmless = argument ~ /toolTipText\(/ || argument ~ /^[ \t]*(tr\(""(, *"")?\)|QString\(\)|\{\})[ \t]*\);/ \
                || argument ~ /->(toolTip|text|statusTip|whatsThis)\(\)[ \t]*\);/
            if (!harmless)
                complain(in_tip, "a tool tip that is neither tr(\"…\") alone nor toolTipText(…)")
            in_tip = 0
        }
    }
    # A model gives its tool tips through data().
    code ~ /Qt::ToolTipRole/ && code ~ /return/ && code !~ /(toolTip[A-Za-z]*|tr)\(/ { complain(FNR, "a model'"'"'s tool tip without toolTipText(…)") }

    END { settle(); exit bad }
' || status=1

exit "$status"
