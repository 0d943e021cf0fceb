// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter_completion.hpp"
#include "models/filter_history.hpp"

#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <functional>

namespace lockscope::ui {

class CompletionPopup;
class FilterHelp;

/// The line in which filters are written: marks what is wrong in its place, suggests what could stand at the cursor
/// (Ctrl+Space, Down, Enter or Tab, Esc), goes back and forth between filters (Alt+Left, Alt+Right), opens the saved
/// ones (Alt+Down) and explains the language (F1).
class FilterField : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterField(QWidget* parent = nullptr);
    ~FilterField() override;

    /// Asked for words when it suggests some, at most every few seconds.
    void setVocabularySource(std::function<FilterVocabulary()> source) { m_source = std::move(source); }
    /// Opened by the sign at the left of the field, and by Alt+Down. Not owned.
    void setMenu(QMenu* menu) { m_menu = menu; }
    /// A filter from elsewhere: at once a step of the history.
    void useFilter(const QString& text);
    void restoreRecent(const QStringList& newestFirst);
    [[nodiscard]] QStringList recent() const { return m_history.recent(); }

    [[nodiscard]] QAction* backAction() const { return m_back; }
    [[nodiscard]] QAction* forwardAction() const { return m_forward; }
    [[nodiscard]] QAction* helpAction() const { return m_help; }

    /// What is wrong with the text, and what to write instead; empty if nothing is.
    [[nodiscard]] QString error() const { return m_error; }

signals:
    /// One more step of the history.
    void filterNoted(const QString& filter);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Asked { byTyping, byKey };
    void suggest(Asked asked);
    void accept(const QString& choice);
    bool takeKey(const QKeyEvent& event);
    void check();
    void mark(qsizetype position, qsizetype length);
    void noteFilter();
    void go(const QString& filter);
    void updateActions();
    void openHelp();
    void openMenu();
    void retranslate();

    std::function<FilterVocabulary()> m_source;
    FilterVocabulary m_words;
    std::chrono::steady_clock::time_point m_wordsAt;
    FilterCompletions m_completions;
    CompletionPopup* m_popup;
    QPointer<FilterHelp> m_helpPage;
    FilterHistory m_history;
    QTimer m_noteTimer;
    QAction* m_back;
    QAction* m_forward;
    QAction* m_help;
    QAction* m_menuSign;
    QPointer<QMenu> m_menu;
    QString m_error;
    bool m_marked = false;
};

} // namespace lockscope::ui
