// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

/// Parts of a window or a dialog, found by what they say.
namespace lockscope::test {

/// The one with this text, whatever its mnemonic; null if there is none.
template <typename Button = QPushButton>
Button* buttonWith(const QWidget& window, const QString& text)
{
    for (Button* each : window.findChildren<Button*>()) {
        if (each->text().remove(QLatin1Char('&')) == text) {
            return each;
        }
    }
    return nullptr;
}

/// The one that asks for something by @p placeholder; null if there is none.
inline QLineEdit* fieldWith(const QWidget& window, const QString& placeholder)
{
    for (QLineEdit* each : window.findChildren<QLineEdit*>()) {
        if (each->placeholderText() == placeholder) {
            return each;
        }
    }
    return nullptr;
}

inline QLineEdit* reasonField(const QWidget& dialog)
{
    return fieldWith(dialog, QStringLiteral("For the audit log"));
}

/// Some label has @p part in it; also while the window is not shown yet.
inline bool says(const QWidget& window, const QString& part)
{
    const QList<QLabel*> labels = window.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(part); });
}

/// For the log.
inline QByteArray allSaid(const QWidget& window)
{
    QStringList texts;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        texts << label->text();
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
        texts << button->text() + (button->isEnabled() ? QString() : QStringLiteral(" (disabled)"));
    }
    return texts.join(QStringLiteral(" | ")).toLocal8Bit();
}

/// The same, where it can be seen.
inline bool shows(const QWidget& window, const QString& part)
{
    const QList<QLabel*> labels = window.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
}

} // namespace lockscope::test
