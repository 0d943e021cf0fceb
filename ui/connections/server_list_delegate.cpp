// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_list_delegate.hpp"

#include "connections/profile_badge.hpp"
#include "connections/server_list_model.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAbstractProxyModel>
#include <QApplication>
#include <QPainter>

namespace lockscope::ui {
namespace {

const KnownServer* serverAt(QModelIndex index)
{
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(index.model())) {
        index = proxy->mapToSource(index);
    }
    const auto* model = qobject_cast<const ServerListModel*>(index.model());
    return model == nullptr ? nullptr : &model->at(index.row());
}

struct Words
{
    QString title, below, tag;
};

Words wordsOf(const KnownServer& server)
{
    if (const auto* uri = std::get_if<QString>(&server)) {
        return {displayText(uri->toStdString()), {}, ServerListDelegate::tr("used before")};
    }
    const auto& profile = std::get<ConnectionProfile>(server);
    return {displayText(profile.title().toStdString()), displayText(profile.uri().toStdString()),
            profile.kind == Session::ServerKind::production ? ServerListDelegate::tr("PRODUCTION") : QString()};
}

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

void ServerListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle* style = item.widget != nullptr ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const KnownServer* server = serverAt(index);
    if (server == nullptr) {
        return;
    }
    const Theme& theme = Theme::of(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor strong = selected ? theme.accentText : theme.text;
    const QColor weak = selected ? theme.accentText : theme.mutedText;
    const Words words = wordsOf(*server);
    const QFontMetrics metrics(option.font);
    const int pad = metrics.height() / 2;
    const int side = option.rect.height() - pad;
    const QRect mark(option.rect.left() + pad / 2, option.rect.top() + pad / 2, side, side);

    painter->save();
    painter->setFont(option.font);
    if (const auto* profile = std::get_if<ConnectionProfile>(server)) {
        if (selected) { // a badge of nearly the selection's colour would vanish in it
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.base);
            painter->drawRoundedRect(mark.adjusted(-2, -2, 2, 2), side * 0.25, side * 0.25);
        }
        drawProfileBadge(*painter, mark, *profile, theme);
    } else {
        const int inset = side / 5;
        icon(QStringLiteral("recent"))
            .paint(painter, mark.adjusted(inset, inset, -inset, -inset), Qt::AlignCenter,
                   selected ? QIcon::Selected : QIcon::Normal);
    }

    QRect text = option.rect.adjusted(side + 2 * pad, 0, -pad, 0);
    const QFontMetrics tagMetrics(bold(option.font));
    if (!words.tag.isEmpty()) {
        const bool isProfile = std::holds_alternative<ConnectionProfile>(*server);
        painter->setFont(isProfile ? bold(option.font) : option.font);
        painter->setPen(selected ? strong : isProfile ? theme.danger : weak);
        painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, words.tag);
        text.setRight(text.right() - tagMetrics.horizontalAdvance(words.tag) - pad);
    }
    const bool two = !words.below.isEmpty() && words.below != words.title;
    const int height = metrics.height();
    const int top = text.top() + (text.height() - (two ? 2 : 1) * height) / 2;
    painter->setFont(two ? bold(option.font) : option.font);
    painter->setPen(strong);
    const QFontMetrics titleMetrics(painter->font());
    painter->drawText(QRect(text.left(), top, text.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                      titleMetrics.elidedText(words.title, Qt::ElideMiddle, text.width()));
    if (two) {
        painter->setFont(option.font);
        painter->setPen(weak);
        painter->drawText(QRect(text.left(), top + height, text.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(words.below, Qt::ElideMiddle, text.width()));
    }
    painter->restore();
}

QSize ServerListDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int height = QFontMetrics(option.font).height();
    return {height * 12, height * 2 + height * 3 / 4};
}

} // namespace lockscope::ui
