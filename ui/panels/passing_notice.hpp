// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.hpp"

#include <QString>
#include <QTimer>

#include <functional>

namespace lockscope::ui {

/// What became of something, said for some seconds in the place of what a label says otherwise: news that come
/// meanwhile do not hide it.
class PassingNotice
{
public:
    /// @param show writes inPlaceOf() into the label; called when a sentence comes, and when it goes
    explicit PassingNotice(std::function<void()> show);

    void say(const QString& sentence);
    /// The same in the colour of what is wrong.
    void sayFailure(const QString& sentence);
    /// The sentence while there is one, otherwise @p usual.
    [[nodiscard]] QString inPlaceOf(const QString& usual) const { return m_sentence.isEmpty() ? usual : m_sentence; }
    /// In which colour that is to be written; @p usual where nothing is wrong. For colorText().
    [[nodiscard]] QColor Theme::*colorOr(QColor Theme::*usual = &Theme::text) const;

private:
    enum class Kind { done, failed };
    void say(const QString& sentence, Kind kind);

    std::function<void()> m_show;
    QString m_sentence;
    Kind m_kind = Kind::done; ///< Of the sentence.
    QTimer m_timer;
};

} // namespace lockscope::ui
