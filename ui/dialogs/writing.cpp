// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/writing.hpp"

#include "dialogs/progress_dialog.hpp"
#include "dialogs/save_file.hpp"

#include <QElapsedTimer>
#include <QIODevice>

#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

/// As long as nobody notices.
constexpr std::size_t kAtOnce = 2000;
/// Half of the time between two pictures: what happens meanwhile is seen, and keys are heard.
constexpr std::chrono::milliseconds kSlice{8};
/// Who waits for less needs no dialog.
constexpr std::chrono::milliseconds kPatience{500};

} // namespace

Writing::Writing(RecordText text, std::unique_ptr<QIODevice> to, Words words, QWidget& window)
    : QObject(&window)
    , m_text(std::move(text))
    , m_to(std::move(to))
    , m_words(std::move(words))
    , m_window(window)
{
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, [this] {
        QElapsedTimer time;
        time.start();
        write([&time](std::size_t) { return time.hasExpired(kSlice.count()); });
    });
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &Writing::showProgress);
}

Writing::~Writing() = default;

void Writing::start()
{
    write([](std::size_t pieces) { return pieces >= kAtOnce; });
    if (!m_isOver) {
        m_next.start();
        m_patience.start();
    }
}

void Writing::write(const std::function<bool(std::size_t pieces)>& enough)
{
    for (std::size_t pieces = 0; !m_text.atEnd() && !enough(pieces); ++pieces) {
        const QByteArray piece = m_text.next();
        if (m_to->write(piece) != piece.size()) {
            const QString error = whyNotWritten(*m_to);
            end();
            emit failed(error);
            return;
        }
    }
    emit progressed(percent());
    if (m_text.atEnd()) {
        end();
        emit finished(*m_to);
    }
}

void Writing::cancel()
{
    end();
}

void Writing::end()
{
    m_isOver = true;
    m_next.stop();
    m_patience.stop();
    if (m_dialog) {
        m_dialog->disconnect(this);
        m_dialog->close();
    }
    deleteLater();
}

void Writing::showProgress()
{
    m_dialog = new ProgressDialog(m_words.title, m_words.sentence, &m_window);
    m_dialog->setPercent(percent());
    connect(this, &Writing::progressed, m_dialog, &ProgressDialog::setPercent);
    connect(m_dialog, &QDialog::rejected, this, &Writing::cancel);
    m_dialog->show();
}

} // namespace lockscope::ui
