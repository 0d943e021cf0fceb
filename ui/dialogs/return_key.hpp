// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QVariant>

class QDialog;
class QDialogButtonBox;
class QKeyEvent;
class QWidget;

namespace lockscope::ui {

/// What Return does in a dialog whose default is to cancel. It cancels where the button that does so has the focus, or
/// where nothing was typed or chosen and no field has it; otherwise it leads on, from field to field, and from the last
/// one to the button that confirms. From an empty field it does not, nor to a button that cannot be pressed: see
/// missed(). Of the other buttons below it presses those that may become the default by the focus
/// (QPushButton::autoDefault), and of the rest it says what does; one that is held down does nothing.
class ReturnKey : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the dialog.
    ReturnKey(QDialog& dialog, QDialogButtonBox& buttons);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// It was pressed, and does not lead on: something is missing.
    void missed();

private:
    [[nodiscard]] bool rejectsByDefault() const;
    /// What stands in all that can be filled in.
    [[nodiscard]] QHash<const QWidget*, QVariant> inputs() const;
    /// What is typed can still be used: after the action it cannot.
    [[nodiscard]] bool isFilledIn() const;
    /// The keys are where something is typed or chosen.
    [[nodiscard]] bool isInField() const;
    /// @return whether the key has had its effect
    bool press(QObject& watched, const QKeyEvent& key);
    void leadOn();
    void leadToButtons();
    void explain(const QWidget& button);

    QDialog& m_dialog;
    QDialogButtonBox& m_buttons;
    QHash<const QWidget*, QVariant> m_first; ///< When it was shown.
};

} // namespace lockscope::ui
