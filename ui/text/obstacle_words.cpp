// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/obstacle_words.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(ObstacleText)
};

constexpr int kLongestAddress = 60;

QString note(WriteObstacle obstacle)
{
    switch (obstacle) {
    case WriteObstacle::none: break;
    case WriteObstacle::snapshot_failed: return Texts::tr("the last snapshot failed: the server may refuse to write");
    case WriteObstacle::memory_full: return Texts::tr("memory is full: no lock can be taken");
    case WriteObstacle::replicas_missing:
        return Texts::tr("too few replicas: no lock can be taken, renewed or released");
    case WriteObstacle::append_failed:
        return Texts::tr("the append-only file cannot be written: no lock can be taken, renewed or released");
    }
    return {};
}

QString sentence(WriteObstacle obstacle)
{
    switch (obstacle) {
    case WriteObstacle::none: break;
    case WriteObstacle::snapshot_failed:
        return Texts::tr("The last snapshot failed: the server refuses to write, unless stop-writes-on-bgsave-error is "
                         "“no”.");
    case WriteObstacle::memory_full:
        return Texts::tr("The server's memory is full: no lock can be taken. Held ones can be renewed and released.");
    case WriteObstacle::replicas_missing:
        return Texts::tr("None of the replicas that min-replicas-to-write demands is there: no lock can be taken, "
                         "renewed or released.");
    case WriteObstacle::append_failed:
        return Texts::tr("The append-only file cannot be written: no lock can be taken, renewed or released.");
    }
    return {};
}

} // namespace

QString obstacleNote(WriteObstacle obstacle, const std::string& master)
{
    const QString text = note(obstacle);
    return text.isEmpty() || master.empty() ? text
                                            : Texts::tr("%1 (%2)", "%1: what is wrong; %2: address of a server")
                                                  .arg(text, shortText(master, kLongestAddress));
}

QString obstacleText(WriteObstacle obstacle, const std::string& master)
{
    const QString text = sentence(obstacle);
    return text.isEmpty() || master.empty() ? text
                                            : Texts::tr("%1: %2", "%1: address of a server; %2: what is wrong")
                                                  .arg(shortText(master, kLongestAddress), text);
}

} // namespace lockscope::ui
