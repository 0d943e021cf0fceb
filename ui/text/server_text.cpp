// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/server_text.hpp"

#include "lockscope/escape.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/owner.hpp"

#include <QByteArray>
#include <QLabel>
#include <QTextDocumentFragment>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kToolTipChars = 2000;
constexpr QLatin1String kToolTipStart("<p style='white-space:pre'>");
constexpr int kToolTipLine = 100;
constexpr std::size_t kUuidLength = 36;
const QChar kEllipsis(0x2026);

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// How much of a line to keep, of a text that goes on after it: up to the last space, which stays so that nothing of a
/// name is lost, or all where that leaves half of it empty.
qsizetype wholeWords(QStringView line)
{
    const qsizetype end = line.lastIndexOf(QLatin1Char(' ')) + 1;
    if (end > line.size() / 2) {
        return end;
    }
    return line.back().isHighSurrogate() ? line.size() - 1 : line.size();
}

/// Moves a cut so that it does not split a UTF-8 character; gives up after the longest possible character.
std::size_t characterStart(std::string_view bytes, std::size_t at)
{
    for (int step = 0; step < 4 && at > 0 && at < bytes.size() && isContinuation(bytes[at]); ++step) {
        --at;
    }
    return at;
}

QString escaped(std::string_view bytes)
{
    const std::string text = escape(bytes);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Where nobody would see them.
QString spaces(std::size_t count)
{
    return QStringLiteral("\\x20").repeated(static_cast<qsizetype>(count));
}

} // namespace

QString displayText(std::string_view bytes)
{
    const std::size_t first = std::min(bytes.find_first_not_of(' '), bytes.size());
    const std::size_t end = bytes.find_last_not_of(' ') + 1; // 0: there are spaces only
    const std::size_t behind = end > first ? bytes.size() - end : 0;
    return spaces(first) + escaped(bytes.substr(first, bytes.size() - first - behind)) + spaces(behind);
}

QString pastableText(std::string_view bytes)
{
    const QByteArray raw(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const QString text = QString::fromUtf8(raw);
    return text.toUtf8() == raw && !text.contains(QChar(u'\0')) ? text : displayText(bytes);
}

QString shortText(std::string_view bytes, int maxChars)
{
    // One character shown comes from at most four bytes, so this much of each end is enough.
    const std::size_t keep = static_cast<std::size_t>(std::max(maxChars, 1)) * 4;
    if (bytes.size() <= 2 * keep) {
        return shortened(displayText(bytes), maxChars);
    }
    const QString head = escaped(bytes.substr(0, characterStart(bytes, keep)));
    const QString tail = escaped(bytes.substr(characterStart(bytes, bytes.size() - keep)));
    return shortened(head + tail, maxChars);
}

QString shortened(const QString& text, int maxChars)
{
    maxChars = std::max(maxChars, 3);
    if (text.size() <= maxChars) {
        return text;
    }
    qsizetype head = maxChars / 2;
    qsizetype tail = maxChars - head - 1;
    if (text.at(head - 1).isHighSurrogate()) {
        --head;
    }
    if (text.at(text.size() - tail).isLowSurrogate()) {
        --tail;
    }
    return text.left(head) + kEllipsis + text.right(tail);
}

QString toolTipText(std::string_view bytes)
{
    return toolTipText(shortText(bytes, kToolTipChars));
}

QString toolTipText(const QString& plainText)
{
    const QString text = shortened(plainText, kToolTipChars);
    QString html;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype length = std::min<qsizetype>(kToolTipLine, text.size() - at);
        const qsizetype newline = text.indexOf(QLatin1Char('\n'), at);
        const bool breaksHere = newline >= 0 && newline <= at + length;
        if (breaksHere) {
            length = newline - at;
        } else if (at + length < text.size()) {
            length = wholeWords(QStringView(text).sliced(at, length));
        }
        if (at > 0) {
            html += QLatin1String("<br>");
        }
        html += text.mid(at, length).toHtmlEscaped();
        at += length + (breaksHere ? 1 : 0);
    }
    return kToolTipStart + html + QLatin1String("</p>");
}

QString plainToolTip(const QString& toolTip)
{
    return toolTip.startsWith(kToolTipStart) ? QTextDocumentFragment::fromHtml(toolTip).toPlainText() : toolTip;
}

QString menuText(std::string_view bytes, int maxChars)
{
    return shortText(bytes, maxChars).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setText(text);
    return label;
}

QString shortClient(std::string_view client)
{
    if (client.size() != kUuidLength) {
        return shortText(client, 16);
    }
    return displayText(client.substr(0, 4)) + kEllipsis + displayText(client.substr(kUuidLength - 2));
}

QString holderText(const Holder& holder)
{
    if (holder.client().empty()) {
        return shortText(holder.owner, 24);
    }
    return shortClient(holder.client()) + QLatin1Char(':') + QString::number(holder.thread());
}

QString otherHolders(const LockState& state)
{
    const std::size_t total = holding_threads(state);
    return total <= 1 ? QString() : QStringLiteral(" +%1").arg(total - 1);
}

QString withOtherHolders(const QString& first, const LockState& state)
{
    return first + otherHolders(state);
}

QString ownerText(std::string_view ownerField)
{
    const std::optional<OwnerField> owner = OwnerField::parse(ownerField);
    if (!owner) {
        return shortText(ownerField, 24);
    }
    return shortClient(owner->client) + QLatin1Char(':') + QString::number(owner->thread);
}

bool isPartOfShortClient(const QString& text, std::string_view client)
{
    return text.contains(kEllipsis) && shortClient(client).contains(text, Qt::CaseInsensitive);
}

bool isPartOfShortOwner(const QString& text, std::string_view ownerField)
{
    return text.contains(kEllipsis) && ownerText(ownerField).contains(text, Qt::CaseInsensitive);
}

} // namespace lockscope::ui
