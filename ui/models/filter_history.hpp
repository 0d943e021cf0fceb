// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// Filters one after the other, to go back and forth between as between pages.
class FilterHistory
{
public:
    /// @param newestFirst as recent() gave them
    void restore(const QStringList& newestFirst);
    /// The filter now in force. What was ahead is forgotten, as after following a link.
    /// @return false if it is still the same
    bool note(const QString& filter);

    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_filters.size(); }
    [[nodiscard]] QString back();
    [[nodiscard]] QString forward();

    /// The newest first, each once, without the empty one.
    [[nodiscard]] QStringList recent() const;

private:
    QStringList m_filters{QString()}; ///< Oldest first.
    qsizetype m_at = 0;
};

} // namespace lockscope::ui
