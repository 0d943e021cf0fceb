// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <string>

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QWidget;

namespace lockscope::ui {

/// On production servers: the rows of a form in which a name has to be typed. That is the lock's; with several of them,
/// how many they are and the server's, because what goes wrong then is a selection of too many, or the wrong window.
/// The whole of it stands above the field, because nobody can type what is cut off.
class TypedName : public QObject
{
    Q_OBJECT

public:
    enum class Of { lock, several };
    /// @param width of the fields, which says how many lines a name takes
    TypedName(Of what, QFormLayout& form, int width, QWidget* dialog);

    /// What is to be typed; nothing counts as right while it is empty.
    void setLock(const std::string& name);
    /// @param server what it is called here; empty: only the number is typed
    void setSeveral(int count, const QString& server);
    /// In the order of the Tab key.
    void comeAfter(QWidget& field);
    /// Typed as it is shown, or pasted as it was copied.
    [[nodiscard]] bool isRight() const;
    [[nodiscard]] QLineEdit& field() const { return *m_field; }

    /// What still has to be typed before anything is done, in a sentence; empty: nothing.
    /// @param reason for the audit log
    /// @param name null where none is asked for
    [[nodiscard]] static QString stillToType(const QString& reason, const TypedName* name);

signals:
    void edited();

private:
    void expect(const QString& shown, const QStringList& right);

    Of m_what;
    int m_width;
    std::string m_lock;
    QStringList m_right; ///< Any of them; nothing is while there is none.
    QPlainTextEdit* m_whole;
    QLineEdit* m_field;
};

} // namespace lockscope::ui
