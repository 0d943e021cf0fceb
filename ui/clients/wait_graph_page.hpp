// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/wait_graph_words.hpp"

#include "lockscope/wait_graph.hpp"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <string>

class QAction;
class QLabel;
class QListWidget;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class ClientWatch;
class FlowBar;
class WaitGraphView;

/// Deadlocks in sentences, and the wait-for graph beside them: around what is selected, or what matters most.
class WaitGraphPage : public QWidget
{
    Q_OBJECT

public:
    /// @param watch not owned, outlives the page
    WaitGraphPage(const ClientWatch& watch, ClientNames names, QWidget* parent);

    /// What the graph is drawn around, if it has a part in it; empty: nothing in particular.
    void setFocusLock(const std::string& name);
    void setFocusClient(const std::string& uuid);
    /// The names of clients have changed.
    void refresh();

    [[nodiscard]] WaitGraphView& view() const { return *m_view; }
    [[nodiscard]] QListWidget& sentences() const { return *m_sentences; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] QSplitter& splitter() const { return *m_splitter; }
    /// Zoom in, out, fit, only around the selection.
    [[nodiscard]] QList<QAction*> actions() const { return {m_zoomIn, m_zoomOut, m_fit, m_around}; }

signals:
    void lockActivated(const std::string& name);
    void clientActivated(const std::string& uuid);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildLayout();
    void focusOn(const WaitFocus& focus);
    void showSentences();
    void markSentences();
    void showPicture();
    void showNote();
    void showCycle(int row);
    void retranslate();
    void adoptPalette();
    void adoptFont();

    const ClientWatch& m_watch;
    ClientNames m_names;
    WaitFocus m_focus;
    bool m_isMarked = false; ///< The lock, once it is in the picture; from then on the keys may move on.
    WaitCycles m_shown;      ///< The cycles behind the sentences.
    QStringList m_shownSentences;
    QTimer m_timer;

    QAction* m_zoomIn;
    QAction* m_zoomOut;
    QAction* m_fit;
    QAction* m_around;
    QWidget* m_list; ///< The summary and the sentences.
    QLabel* m_summary;
    QListWidget* m_sentences;
    QLabel* m_note;
    WaitGraphView* m_view;
    FlowBar* m_bar;
    QLabel* m_empty;
    QStackedWidget* m_pages;
    QSplitter* m_splitter;
};

} // namespace lockscope::ui
