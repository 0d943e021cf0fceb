// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace lockscope::test {

/// Every name that a test gives to hostile data has this in it, so that it is known again wherever it is shown.
inline const QString kMark = QStringLiteral("EVIL");

/// What is wrong with the texts of @p root and of everything in it: labels, buttons, actions, tabs, titles, models with
/// all their roles, tool tips, and what is said to assistive technology. A line for each fault; empty: none.
///
/// Wrong is: server data in rich text, or where Qt guesses and takes it for that; a control, invisible or
/// direction-changing character; a lone '&' of server data where it would be a shortcut.
[[nodiscard]] QStringList faultsOfTexts(const QWidget& root);

/// All these texts.
[[nodiscard]] QStringList textsOf(const QWidget& root);

/// Is something with the mark shown anywhere in @p root?
[[nodiscard]] bool showsMark(const QWidget& root);

} // namespace lockscope::test
