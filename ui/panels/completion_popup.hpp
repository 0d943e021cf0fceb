// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter_completion.hpp"

#include <QTreeWidget>

namespace lockscope::ui {

/// A list below a field that keeps the focus: the field moves in it by moveBy(), the mouse chooses by itself.
class CompletionPopup : public QTreeWidget
{
    Q_OBJECT

public:
    explicit CompletionPopup(QWidget* field);

    /// Below the field, beside @p offset pixels of its text. Nothing is chosen yet.
    void showChoices(const QList<FilterCompletions::Choice>& choices, int offset);
    void moveBy(int rows);
    /// What is chosen, or the first where nothing is; empty without choices.
    [[nodiscard]] QString chosenOrFirst() const;
    [[nodiscard]] bool hasChosen() const { return currentItem() != nullptr; }

signals:
    void chosen(const QString& insert);

private:
    void fit(int offset);
};

} // namespace lockscope::ui
