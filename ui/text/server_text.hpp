// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

class QLabel;
class QWidget;

namespace lockscope {
struct Holder;
struct LockState;
} // namespace lockscope

namespace lockscope::ui {

// The one way in which bytes of a server become text and reach a widget. What comes out is one harmless line: control,
// invisible and direction-changing characters stand as \xNN. It must still never be given to a rich-text sink; tool
// tips, which have no plain mode, go through toolTipText(), labels through plainLabel().

/// The whole of @p bytes, escaped, and the spaces at its ends, too. For copying and for views of bounded values.
[[nodiscard]] QString displayText(std::string_view bytes);

/// What can be pasted where a name is asked for: the bytes themselves where they are text, the escaped form otherwise.
/// For the clipboard and for comparing; never shown.
[[nodiscard]] QString pastableText(std::string_view bytes);

/// At most @p maxChars of @p bytes, escaped, the middle left out. Costs the same for a name of 512 MB.
[[nodiscard]] QString shortText(std::string_view bytes, int maxChars = 200);

/// @p text with its middle replaced by "…" if it is longer than @p maxChars.
[[nodiscard]] QString shortened(const QString& text, int maxChars);

/// For setToolTip(): HTML that shows the bytes literally, broken into lines, bounded.
[[nodiscard]] QString toolTipText(std::string_view bytes);
[[nodiscard]] QString toolTipText(const QString& plainText);
/// What such a tool tip says, as plain text; any other is plain text already.
[[nodiscard]] QString plainToolTip(const QString& toolTip);

/// For actions, tabs and combo boxes, where a single '&' would mark a shortcut.
[[nodiscard]] QString menuText(std::string_view bytes, int maxChars = 60);

/// A label that shows its text literally (Qt::PlainText), selectable with mouse and keyboard.
[[nodiscard]] QLabel* plainLabel(const QString& text, QWidget* parent = nullptr);

/// "9f45…e1" for a UUID; anything else shortened.
[[nodiscard]] QString shortClient(std::string_view client);

/// "9f45…e1:57", for writers with "(write)" nowhere: the mode has its own column.
[[nodiscard]] QString holderText(const Holder& holder);

/// How many hold it besides the first: " +2". Empty if nobody does.
[[nodiscard]] QString otherHolders(const LockState& state);

/// @p first, which is what the first holder is called, and how many more there are: "9f45…e1:57 +2".
[[nodiscard]] QString withOtherHolders(const QString& first, const LockState& state);

/// An owner field as it stands in events and the audit log: "9f45…e1:57".
[[nodiscard]] QString ownerText(std::string_view ownerField);

/// Is @p text, whatever its case, a part of what shortClient() or ownerText() makes of it with the "…" in it? That is
/// what people see and copy; the whole does not contain it. Cheap for a text without.
[[nodiscard]] bool isPartOfShortClient(const QString& text, std::string_view client);
[[nodiscard]] bool isPartOfShortOwner(const QString& text, std::string_view ownerField);

} // namespace lockscope::ui
