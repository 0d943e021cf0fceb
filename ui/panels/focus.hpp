// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QFocusEvent;
class QKeyEvent;
class QLineEdit;
class QWidget;

namespace lockscope::ui {

/// Brings the keys into what @p part is made of, which takes none itself: to the first that takes them.
void focusFirstOf(QWidget& part);

/// The keys have come to a view in which nothing is selected: then they are at a row that can be seen, the last one
/// where the view is at its end. To be called before the view takes the event.
void bringKeysToSight(QAbstractItemView& view, const QFocusEvent& event);

/// From now on, when keys bring the keys to the view and nothing is selected there, the row that they come to is: keys
/// that act on what is selected act on it. Not for a view in which a key deletes.
void selectWhereKeysCome(QAbstractItemView& view);

/// The keys come to the first row of a view without selecting it: then the first step up or down is to select it, not
/// to leave it. Of an only row there is no other step. To be asked before the view takes the key.
/// @returns whether it was such a step, and is done
[[nodiscard]] bool selectCurrentRowByKey(const QAbstractItemView& view, const QKeyEvent& event);

/// Home and End, with Ctrl or without, lead to the first and to the last row: where rows are selected, columns are no
/// places to go to. To be asked before the view takes the key.
/// @returns whether it was one of them, and is done
[[nodiscard]] bool goToEndByKey(QAbstractItemView& view, const QKeyEvent& event);

/// Return and the arrow down lead from the field in which one searches to what was found: to the selected row, or the
/// first. Where nothing was found, or the view is not to be seen, they do nothing.
void leadDown(QLineEdit& field, QAbstractItemView& view);

} // namespace lockscope::ui
