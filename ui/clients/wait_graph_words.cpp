// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_words.hpp"

#include "models/lock_facts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/owner.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kLongestName = 48;
constexpr std::size_t kMostLinks = 6;

struct WaitWords
{
    Q_DECLARE_TR_FUNCTIONS(WaitWords)
};

QString separator()
{
    return QStringLiteral(" · ");
}

QString lockName(const std::string& name)
{
    return shortText(name, kLongestName);
}

/// "9f45…e1:57 (orders-1)"
QString partyName(const std::string& owner, const std::string& client, const ClientNames& names)
{
    const QString id = owner == client ? shortClient(owner) : ownerText(owner);
    const QString name = client.empty() || !names ? QString() : names(client);
    return name.isEmpty() ? id : WaitWords::tr("%1 (%2)", "id and name of a client").arg(id, name);
}

std::string clientOf(const std::string& owner)
{
    const auto field = OwnerField::parse(owner);
    return field ? field->client : owner;
}

QString waitersText(const WaitPicture::Node& node)
{
    const std::optional<std::int64_t> waiting = living_waiters(*node.lock);
    return waiting ? WaitWords::tr("%Ln waiting", "clients that wait for a lock", pluralCount(*waiting))
                   : WaitWords::tr("waiters unknown");
}

QString hiddenText(const WaitPicture::Node& node)
{
    return WaitWords::tr("%Ln more not drawn", "holders and waiters of a lock", pluralCount(node.hidden));
}

WaitNodeText lockText(const WaitPicture& picture, std::size_t place, const ClientNames& names)
{
    const WaitPicture::Node& node = picture.nodes[place];
    WaitNodeText text;
    text.title = lockName(node.name);
    QStringList detail{typeText(*node.lock), waitersText(node)};
    if (node.unknown_waiters > 0) {
        detail << WaitWords::tr("%Ln unknown", "of the clients that wait for a lock",
                                pluralCount(node.unknown_waiters));
    }
    if (node.hidden > 0) {
        detail << hiddenText(node);
    }
    text.detail = detail.join(separator());
    QStringList holders;
    for (const WaitPicture::Edge& edge : picture.edges) {
        if (edge.kind == WaitPicture::Edge::Kind::held_by && edge.from == place) {
            const WaitPicture::Node& holder = picture.nodes[edge.to];
            holders << partyName(holder.name, holder.client, names);
        }
    }
    QStringList spoken{WaitWords::tr("Lock %1", "node of the wait-for graph").arg(text.title), text.detail,
                       holders.isEmpty() ? WaitWords::tr("held by nobody")
                                         : WaitWords::tr("held by %1").arg(QLocale().createSeparatedList(holders))};
    if (node.deadlock) {
        spoken << deadlockWord(*node.deadlock);
    }
    text.spoken = spoken.join(separator());
    return text;
}

QString edgeText(const WaitPicture::Edge& edge, const QString& lock)
{
    switch (edge.kind) {
    case WaitPicture::Edge::Kind::held_by:
        return edge.mode == LockMode::read  ? WaitWords::tr("reads %1", "a thread and a lock").arg(lock)
             : edge.mode == LockMode::write ? WaitWords::tr("writes %1", "a thread and a lock").arg(lock)
                                            : WaitWords::tr("holds %1", "a thread and a lock").arg(lock);
    case WaitPicture::Edge::Kind::waits_for: return WaitWords::tr("waits for %1", "a thread and a lock").arg(lock);
    case WaitPicture::Edge::Kind::may_wait_for:
        return WaitWords::tr("may wait for %1", "a thread and a lock").arg(lock);
    case WaitPicture::Edge::Kind::part_of: break;
    }
    return {};
}

WaitNodeText partyText(const WaitPicture& picture, std::size_t place, const ClientNames& names)
{
    const WaitPicture::Node& node = picture.nodes[place];
    const bool isClient = node.kind == WaitPicture::Node::Kind::client;
    WaitNodeText text;
    text.title = isClient ? shortClient(node.name) : ownerText(node.name);
    const QString name = node.client.empty() || !names ? QString() : names(node.client);
    text.detail = isClient && name.isEmpty() ? WaitWords::tr("thread unknown", "of a client that may wait") : name;
    QStringList spoken{(isClient ? WaitWords::tr("Client %1", "node of the wait-for graph")
                                 : WaitWords::tr("Thread %1", "node of the wait-for graph"))
                           .arg(partyName(node.name, node.client, names))};
    for (const WaitPicture::Edge& edge : picture.edges) {
        if (edge.kind == WaitPicture::Edge::Kind::part_of || (edge.from != place && edge.to != place)) {
            continue;
        }
        spoken << edgeText(edge, lockName(picture.nodes[edge.from == place ? edge.to : edge.from].name));
    }
    if (node.deadlock) {
        spoken << deadlockWord(*node.deadlock);
    }
    text.spoken = spoken.join(separator());
    return text;
}

QString linkText(const WaitCycle::Link& link, const ClientNames& names)
{
    const QString owner = partyName(link.owner, clientOf(link.owner), names);
    const QString holds = lockName(link.holds);
    const QString wants = lockName(link.wants);
    if (link.exact) {
        return WaitWords::tr("%1 holds %2 and waits for %3", "part of a deadlock").arg(owner, holds, wants);
    }
    if (link.waiter != link.owner) {
        return WaitWords::tr("%1 holds %2 and its client may wait for %3", "part of a deadlock")
            .arg(owner, holds, wants);
    }
    return WaitWords::tr("%1 holds %2 and may wait for %3", "part of a deadlock").arg(owner, holds, wants);
}

} // namespace

WaitNodeText waitNodeText(const WaitPicture& picture, std::size_t node, const ClientNames& names)
{
    return picture.nodes[node].kind == WaitPicture::Node::Kind::lock ? lockText(picture, node, names)
                                                                     : partyText(picture, node, names);
}

QString deadlockWord(WaitCycle::Certainty certainty)
{
    return certainty == WaitCycle::Certainty::certain
             ? WaitWords::tr("deadlock", "threads wait for each other for ever")
             : WaitWords::tr("possible deadlock", "threads may wait for each other for ever");
}

QString cycleSentence(const WaitCycle& cycle, const ClientNames& names)
{
    if (cycle.links.size() == 1) {
        const WaitCycle::Link& link = cycle.links.front();
        return WaitWords::tr("Possible deadlock with itself: %1 reads %2 and may wait to write it.")
            .arg(partyName(link.owner, clientOf(link.owner), names), lockName(link.wants));
    }
    QStringList parts;
    for (std::size_t i = 0; i < std::min(cycle.links.size(), kMostLinks); ++i) {
        parts << linkText(cycle.links[i], names);
    }
    if (cycle.links.size() > kMostLinks) {
        parts << WaitWords::tr("and %Ln more", "parts of a deadlock", pluralCount(cycle.links.size() - kMostLinks));
    }
    const QString ring = parts.join(WaitWords::tr("; ", "between the parts of a deadlock"));
    switch (cycle.certainty) {
    case WaitCycle::Certainty::certain: return WaitWords::tr("Deadlock: %1.").arg(ring);
    case WaitCycle::Certainty::unconfirmed:
        return WaitWords::tr("Possible deadlock, being read again to be sure: %1.").arg(ring);
    case WaitCycle::Certainty::possible: break;
    }
    return WaitWords::tr("Possible deadlock: %1.").arg(ring);
}

} // namespace lockscope::ui
