// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"
#include "text/live_text.hpp"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class QIODevice;

namespace lockscope::ui {

class ProgressDialog;

/// Writes a text piece by piece, between the events of the window, which goes on meanwhile. What is short is done when
/// start() returns; where it takes long, a dialog shows how far it is, and lets it be cancelled. Deletes itself when it
/// is over.
class Writing : public QObject
{
    Q_OBJECT

public:
    struct Words
    {
        Text title;    ///< Of the dialog.
        Text sentence; ///< What is being done.
    };

    /// @param to      open; if the text does not become whole, it is deleted as it is
    /// @param window  the dialog's, which it does not outlive
    Writing(RecordText text, std::unique_ptr<QIODevice> to, Words words, QWidget& window);
    ~Writing() override;

    void start();
    void cancel();
    [[nodiscard]] int percent() const { return m_text.percent(); }
    /// What is being done.
    [[nodiscard]] const Text& sentence() const { return m_words.sentence; }

signals:
    void progressed(int percent);
    /// All of it is in @p to.
    void finished(QIODevice& to);
    void failed(const QString& error);

private:
    /// Goes on until @p enough says so.
    void write(const std::function<bool(std::size_t pieces)>& enough);
    void end();
    void showProgress();

    RecordTextReader m_text;
    std::unique_ptr<QIODevice> m_to;
    Words m_words;
    QWidget& m_window;
    QTimer m_next;
    QTimer m_patience;
    bool m_isOver = false;
    QPointer<ProgressDialog> m_dialog;
};

} // namespace lockscope::ui
