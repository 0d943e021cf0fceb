// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// Keeps passwords under the id of their profile, somewhere that is made for secrets. Everything is answered later, on
/// the GUI thread, and not at all once @p context is gone.
class PasswordVault : public QObject
{
    Q_OBJECT

public:
    struct Answer
    {
        std::optional<QString> password; ///< Of read(); absent: none is kept, or see error.
        QString error;                   ///< One sentence; empty: it worked.
    };
    using Callback = std::function<void(const Answer&)>;

    using QObject::QObject;

    enum class State { asking, present, absent };
    /// Whether this machine keeps passwords at all.
    [[nodiscard]] virtual State state() const = 0;
    virtual void read(const QString& profile, QObject* context, Callback done) = 0;
    virtual void write(const QString& profile, const QString& password, QObject* context, Callback done) = 0;
    /// It worked also if there was none.
    virtual void remove(const QString& profile, QObject* context, Callback done) = 0;

signals:
    void stateChanged(lockscope::ui::PasswordVault::State state);
};

} // namespace lockscope::ui
