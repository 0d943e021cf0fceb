// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/copy_rows.hpp"

#include "dialogs/writing.hpp"
#include "text/words.hpp"

#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QWidget>

#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

const auto kCopying = QStringLiteral("copying");

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(CopyRows)
};

} // namespace

void copyRows(RecordText text, QWidget& window, const std::function<bool()>& isWhole)
{
    for (Writing* earlier : window.findChildren<Writing*>(kCopying, Qt::FindDirectChildrenOnly)) {
        earlier->cancel();
    }
    const int rows = pluralCount(text.records);
    auto buffer = std::make_unique<QBuffer>();
    buffer->open(QIODevice::WriteOnly);
    auto* writing = new Writing(
        std::move(text), std::move(buffer),
        {[] { return Texts::tr("Copy rows"); }, [rows] { return Texts::tr("Copying %Ln row(s)…", nullptr, rows); }},
        window);
    writing->setObjectName(kCopying);
    QObject::connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, writing, &Writing::cancel);
    QObject::connect(writing, &Writing::finished, &window, [isWhole](QIODevice& to) {
        if (!isWhole || isWhole()) {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(static_cast<QBuffer&>(to).data()));
        }
    });
    writing->start();
}

} // namespace lockscope::ui
