#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Text for people goes through tr(): a bare literal with a letter in it must not be the text of a widget.
# The program's own name and addresses ("redis://…") are the same in every language. A line that must differ carries "not translated: <why>".
# usage: translated.sh [root]
# shellcheck disable=SC2016 # the $ in single quotes are awk's
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/../..}"

find ui app/lockscope -type f \( -name '*.hpp' -o -name '*.cpp' \) -print0 | sort -z \
    | xargs -0 awk '
    BEGIN {
        sink = "(setText|setToolTip|setStatusTip|setWhatsThis|setWindowTitle|setTitle|setPlaceholderText|setAccessibleName"
        sink = sink "|setAccessibleDescription|setInformativeText|setDetailedText|setPrefix|setSuffix|setLabelText"
        sink = sink "|setTitleText|addTab|addMenu|addAction|addItem|addRow|plainLabel|QLabel|QPushButton|QToolButton"
        sink = sink "|QCheckBox|QRadioButton|QGroupBox|QAction|showMessage)"
        literal = "(QStringLiteral\\(|QString\\(|QLatin1String\\(|QLatin1StringView\\(|u)?\""
        pattern = sink "[ \t]*[({][ \t]*" literal "[^\"]*[A-Za-z][A-Za-z][^\"]*\""
    }
    /not translated: / { next }
    { code = $0; sub(/^[ \t]*\/\/.*/, "", code) }
    { gsub(/"Lockscope( %[0-9])?"/, "\"\"", code); gsub(/"[a-z]+:\/\/[^"]*"/, "\"\"", code) }
    code ~ pattern { print FILENAME ":" FNR ": a literal that does not go through tr()"; bad = 1 }
    END { exit bad }
'
