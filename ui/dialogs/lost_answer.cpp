// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/lost_answer.hpp"

#include "text/words.hpp"

#include <QCoreApplication>

#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

struct LostAnswerText
{
    Q_DECLARE_TR_FUNCTIONS(LostAnswer)
};

} // namespace

bool isOnlyUnwatched(const LockChange& change)
{
    return change.kind == LockChange::Kind::removed && change.state->is_held();
}

LostAnswer::LostAnswer(AdminResult answer, IsAsSeen isAsSeen)
    : m_answer(std::move(answer))
    , m_isAsSeen(std::move(isAsSeen))
{
    if (m_answer.state) {
        see(std::make_shared<const LockState>(*m_answer.state));
    }
}

void LostAnswer::see(const LockChange& change)
{
    if (!isOnlyUnwatched(change)) {
        see(change.kind == LockChange::Kind::removed ? nullptr : change.state);
    }
}

void LostAnswer::see(LockStatePtr now)
{
    m_isSeen = now == nullptr || !now->is_out_of_reach();
    m_instead.reset();
    if (now == nullptr || !m_isAsSeen(*now)) {
        m_instead = std::move(now);
    }
}

QStringList LostAnswer::texts(const ChangedText& changedText) const
{
    QStringList texts{outcomeText(m_answer)};
    if (m_instead) {
        texts << changedText(m_instead->get());
    }
    return texts;
}

QString LostAnswer::whatNextText() const
{
    if (m_instead) {
        return {};
    }
    return m_isSeen ? LostAnswerText::tr("So far, nobody has come or gone. If it stays so, close this and try again.")
                    : LostAnswerText::tr("What became of it is said here once the server answers.");
}

} // namespace lockscope::ui
