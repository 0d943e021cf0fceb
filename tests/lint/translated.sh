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

# A context that no source declares is one that lupdate has made up: what stands in it is never found.
# The contexts of Qt's own texts are named where those are listed.
declared=$(find ui app/lockscope -type f -name '*.?pp' \
    -exec sed -nE -e 's/.*Q_DECLARE_TR_FUNCTIONS\(([A-Za-z:]+)\).*/\1/p' -e 's/.*QT_TRANSLATE_NOOP\("([A-Za-z]+)".*/\1/p' {} + | sort -u)
bad=0
for context in $(find resources -type f -name '*.ts' -exec sed -nE 's/^ *<name>([A-Za-z]+)<\/name>$/\1/p' {} + | sort -u); do
    if ! grep -qx -- "$context" <<<"$declared"; then
        echo "resources/translations: no source declares the context $context"
        bad=1
    fi
done
exit "$bad"
