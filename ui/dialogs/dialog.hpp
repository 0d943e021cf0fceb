// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/live_text.hpp"

#include <QDialog>
#include <QDialogButtonBox>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace lockscope::ui {

/// What all dialogs share: margins, buttons whose texts follow the language, and contents that scroll, with the buttons
/// always in sight, where text is so large that the screen cannot show them at once. Where Return would cancel, it does
/// not do so to what was typed; see ReturnKey. Deletes itself when closed.
class Dialog : public QDialog
{
    Q_OBJECT

public:
    explicit Dialog(QWidget* parent);

    /// What would not be done, or be forgotten, if its window closed now, in a few words; empty: nothing.
    [[nodiscard]] virtual Text unfinished() const { return {}; }
    void setVisible(bool visible) override;

protected:
    [[nodiscard]] QVBoxLayout& contents() { return *m_contents; }
    /// Puts @p note right above the buttons, in sight with them: what is missing before one can be pressed, and what
    /// became of it.
    void addNote(QWidget& note);
    /// How it says so. Strong: somebody has just tried to go on without what it asks for.
    enum class Stress { none, strong };
    void setNoteStress(QLabel& note, Stress stress);
    /// Return was pressed where it does not lead on.
    virtual void stressWhatIsMissing() {}
    /// @param iconName of the theme; empty: none. A button that rejects is connected.
    QPushButton* addButton(QDialogButtonBox::ButtonRole role, const Text& text, const QString& iconName = {});
    /// Enables or disables a button. A key that was meant for it, and comes when it just cannot be pressed any more,
    /// must not press its neighbour, which cancels: it goes to @p instead, if that takes keys.
    static void setUsable(QPushButton& button, bool usable, QWidget& instead);
    /// Room for so many characters, but no more than the screen has.
    [[nodiscard]] int widthOf(int characters) const;
    /// Not only for what is said later, for which it grows by itself.
    void makeRoom();
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// With all that it says, at the width that it has.
    [[nodiscard]] QSize neededSize() const;
    void takeRoom();

    QScrollArea* m_area;
    QVBoxLayout* m_contents;
    QVBoxLayout* m_below;
    QDialogButtonBox* m_buttons;
    int m_needed = 0; ///< The height of that, when it was last looked at.
};

} // namespace lockscope::ui
