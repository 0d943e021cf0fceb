// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/passing_notice.hpp"

#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

/// Long enough to read what the system says of a file.
constexpr std::chrono::seconds kStays{8};

} // namespace

PassingNotice::PassingNotice(std::function<void()> show) : m_show(std::move(show))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kStays);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
        m_sentence.clear();
        m_show();
    });
}

void PassingNotice::say(const QString& sentence)
{
    say(sentence, Kind::done);
}

void PassingNotice::sayFailure(const QString& sentence)
{
    say(sentence, Kind::failed);
}

QColor Theme::*PassingNotice::colorOr(QColor Theme::*usual) const
{
    return !m_sentence.isEmpty() && m_kind == Kind::failed ? &Theme::danger : usual;
}

void PassingNotice::say(const QString& sentence, Kind kind)
{
    m_sentence = sentence;
    m_kind = kind;
    m_timer.start();
    m_show();
}

} // namespace lockscope::ui
