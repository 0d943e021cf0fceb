// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QWidget;

namespace lockscope::ui {

/// On production servers: the rows of a form in which the lock's name has to be typed. The whole of it stands above the
/// field, because nobody can type what is cut off.
class TypedName : public QObject
{
    Q_OBJECT

public:
    /// @param width of the fields, which says how many lines a name takes
    TypedName(QFormLayout& form, int width, QWidget* dialog);

    /// What is to be typed; nothing counts as right while it is empty.
    void setLock(const std::string& name);
    /// In the order of the Tab key.
    void comeAfter(QWidget& field);
    /// Typed as it is shown, or pasted as it was copied.
    [[nodiscard]] bool isRight() const;
    [[nodiscard]] QLineEdit& field() const { return *m_field; }

signals:
    void edited();

private:
    void showName();

    int m_width;
    std::string m_lock;
    QPlainTextEdit* m_whole;
    QLineEdit* m_field;
};

} // namespace lockscope::ui
