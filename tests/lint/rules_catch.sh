#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A rule that finds nothing may be broken: each one is shown a small tree with one offence, and one without.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(mktemp -d)
trap 'rm -rf -- "$tree"' EXIT
failed=0

# given <rule> <caught|passes> <file> <line of code>...
given() {
    local rule=$1 expected=$2 file=$3 actual=passes
    shift 3
    rm -rf -- "${tree:?}"/*
    mkdir -p "$tree"/{resources,core/{include/lockscope,base,redis,locks,monitor,admin},ui/{panels,charts,text},app/{lockscope,lockctl}}
    touch "$tree"/core/{base/a.cpp,include/lockscope/client.hpp,redis/reply.hpp,locks/key_names.hpp,monitor/monitor.hpp}
    touch "$tree"/{ui/panels/queue_panel.hpp,app/lockscope/main.cpp,app/lockctl/main.cpp}
    printf '%s\n' "$@" >"$tree/$file"
    "$here/$rule.sh" "$tree" >"$tree.out" 2>&1 || actual=caught
    if [[ $actual != "$expected" ]]; then
        echo "$rule should have said '$expected', not '$actual', to $file: $*"
        cat "$tree.out"
        failed=1
    fi
    rm -f -- "$tree.out"
}

given include_rules caught core/base/a.cpp '#include <QString>'
given include_rules caught core/base/a.cpp '#include "redis/reply.hpp"'
given include_rules caught core/redis/a.cpp '#include "locks/key_names.hpp"'
given include_rules caught core/locks/a.cpp '#include "monitor/monitor.hpp"'
given include_rules caught core/admin/a.cpp '#include "monitor/monitor.hpp"'
given include_rules caught core/admin/a.cpp '#include "ui/panels/queue_panel.hpp"'
given include_rules caught core/include/lockscope/a.hpp '#include <boost/asio/awaitable.hpp>'
given include_rules caught core/include/lockscope/a.hpp '#include "redis/reply.hpp"'
given include_rules caught ui/panels/a.cpp '#include "redis/reply.hpp"'
given include_rules caught ui/panels/a.cpp '#include "../../core/redis/reply.hpp"'
given include_rules caught ui/panels/a.cpp '  #  include <boost/asio.hpp>'
given include_rules caught ui/panels/a.cpp '#include <QtCharts/QChartView>'
given include_rules caught app/lockctl/a.cpp '#include <QCoreApplication>'
given include_rules caught app/lockscope/a.cpp '#include "redis/reply.hpp"'
given include_rules passes core/locks/a.cpp '#include "lockscope/client.hpp"' '#include "redis/reply.hpp"' '#include <vector>'
given include_rules passes ui/panels/a.cpp '#include "panels/queue_panel.hpp"' '#include "lockscope/client.hpp"' '#include <QLabel>'
given include_rules passes ui/charts/a.cpp '#include <QtCharts/QChartView>'

given plain_text caught ui/panels/a.cpp 'view->setHtml(name);'
given plain_text caught ui/panels/a.cpp 'label->setTextFormat(Qt::RichText);'
given plain_text caught ui/panels/a.cpp 'auto* label = new QLabel(name, this);' 'layout->addWidget(label);'
given plain_text caught ui/panels/a.cpp 'label->setToolTip(name);'
given plain_text caught ui/panels/a.cpp 'label->setToolTip(tr("Held by %1").arg(name));'
given plain_text caught ui/panels/a.cpp 'label->setToolTip(tr("Held by %1")' '    .arg(name));'
given plain_text caught ui/panels/a.cpp 'QMessageBox::warning(this, title, name);'
given plain_text caught app/lockscope/a.cpp 'QMessageBox box(QMessageBox::Critical, title, name);' 'box.exec();'
given plain_text passes ui/panels/a.cpp 'auto* label = plainLabel(name, this);'
given plain_text passes ui/panels/a.cpp 'auto* label = new QLabel(name, this);' 'label->setTextFormat(Qt::PlainText);'
given plain_text passes ui/panels/a.cpp 'label->setToolTip(tr("Copy the name"));'
given plain_text passes ui/panels/a.cpp 'label->setToolTip(toolTipText(tr("Held by %1")' '    .arg(name)));'

given plain_text caught ui/panels/a.hpp 'class Badge : public QLabel' '{' '};'
given plain_text passes ui/panels/a.cpp 'auto* logo = new QLabel(this);' 'logo->setPixmap(picture);'

given translated caught ui/panels/a.cpp 'button->setText("Release");'
given translated caught ui/panels/a.cpp 'button->setText(QStringLiteral("Release"));'
given translated caught ui/panels/a.cpp 'menu->addAction(QStringLiteral("Release now"), this, f);'
given translated passes ui/panels/a.cpp 'button->setText(tr("Release"));' 'separator->setText(QStringLiteral("·"));'
given translated passes ui/panels/a.cpp 'title->setText(QStringLiteral("Lockscope %1").arg(version));'
given translated passes ui/panels/a.cpp 'label->setText(QStringLiteral("Redis")); // not translated: a name'
given translated caught resources/a.ts '    <name>Texts</name>'
given translated passes resources/a.ts '    <name>lockscope::ui::Tour</name>'

exit "$failed"
