// SPDX-License-Identifier: Apache-2.0
#include "monitor/wait_graph_impl.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lockscope {
namespace {

/// Of one lock's holders, and of its waiters; more tell nothing more.
constexpr std::size_t most_beside_a_lock = 12;

using Node = WaitPicture::Node;
using Edge = WaitPicture::Edge;

template <typename Certainty>
void worsen(std::optional<Certainty>& known, Certainty other)
{
    known = known ? std::min(*known, other) : other;
}

} // namespace

/// Walks through the graph from what matters most until the picture is full.
class PictureTaker
{
public:
    using Number = WaitGraph::Impl::Number;

    PictureTaker(const WaitGraph::Impl& graph, const WaitCycles& cycles, std::size_t max_nodes)
        : m_graph(graph)
        , m_cycles(cycles)
        , m_max_nodes(std::max<std::size_t>(max_nodes, 2))
        , m_held(graph.parties.size())
    {
        for (Number lock = 0; lock < graph.locks.size(); ++lock) {
            for (const auto& holder : graph.locks[lock].holders)
                m_held[holder.to].push_back(lock);
        }
    }

    WaitPicture take(const WaitFocus& focus) &&
    {
        auto seeds = seeds_of(focus);
        if (seeds.empty())
            seeds = seeds_by_weight();
        for (const Number lock : seeds)
            spread(lock);
        connect();
        mark_cycles();
        m_picture.locks_left_out = locks_left_out();
        return std::move(m_picture);
    }

private:
    using Lock = WaitGraph::Impl::Lock;
    using Party = WaitGraph::Impl::Party;
    using Place = std::size_t;

    /// Some locks have nothing in their queue but the places of the dead.
    [[nodiscard]] std::size_t locks_left_out() const
    {
        const auto is_left_out = [this](const auto& known) {
            const Lock& lock = m_graph.locks[known.second];
            const bool is_waited_for = !lock.waiters.empty() || living_waiters(*lock.state).value_or(0) > 0;
            return is_waited_for && !m_lock_places.contains(known.second);
        };
        return static_cast<std::size_t>(
            std::count_if(m_graph.lock_numbers.begin(), m_graph.lock_numbers.end(), is_left_out));
    }

    [[nodiscard]] bool is_full() const { return m_picture.nodes.size() >= m_max_nodes; }

    [[nodiscard]] std::vector<Number> seeds_of(const WaitFocus& focus) const
    {
        std::vector<Number> seeds;
        if (const auto lock = m_graph.lock_numbers.find(focus.lock); lock != m_graph.lock_numbers.end())
            seeds.push_back(lock->second);
        for (Number number = 0; !focus.client.empty() && number < m_graph.parties.size(); ++number) {
            const Party& party = m_graph.parties[number];
            if (party.client != focus.client)
                continue;
            for (const auto& wait : party.waits)
                seeds.push_back(wait.to);
            seeds.insert(seeds.end(), m_held[number].begin(), m_held[number].end());
        }
        return seeds;
    }

    [[nodiscard]] std::vector<Number> seeds_by_weight() const
    {
        std::vector<Number> seeds;
        for (const auto& cycle : m_cycles.cycles) {
            for (const auto& link : cycle.links) {
                if (const auto lock = m_graph.lock_numbers.find(link.wants); lock != m_graph.lock_numbers.end())
                    seeds.push_back(lock->second);
            }
        }
        std::vector<Number> rest;
        for (const auto& [name, number] : m_graph.lock_numbers)
            rest.push_back(number);
        const auto heavier = [this](Number a, Number b) {
            const auto weight = [](const Lock& lock) {
                return std::max<std::int64_t>(static_cast<std::int64_t>(lock.waiters.size()),
                                              lock.state->waiting_clients.value_or(0));
            };
            const Lock& x = m_graph.locks[a];
            const Lock& y = m_graph.locks[b];
            return std::tuple(-weight(x), std::tie(x.state->name)) < std::tuple(-weight(y), std::tie(y.state->name));
        };
        const auto wanted = std::min(rest.size(), m_max_nodes);
        std::partial_sort(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(wanted), rest.end(), heavier);
        seeds.insert(seeds.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(wanted));
        return seeds;
    }

    /// Breadth first, lock by lock.
    void spread(Number seed)
    {
        std::vector<Number> next{seed};
        for (std::size_t i = 0; i < next.size(); ++i) {
            if (!add_lock(next[i]))
                continue;
            for (const Number party : add_parties(m_graph.locks[next[i]])) {
                for (const auto& wait : m_graph.parties[party].waits)
                    next.push_back(wait.to);
                next.insert(next.end(), m_held[party].begin(), m_held[party].end());
            }
        }
    }

    /// @return whether it is a new one
    bool add_lock(Number number)
    {
        // A lock without room for one of its parties would stand alone.
        if (m_picture.nodes.size() + 2 > m_max_nodes || m_lock_places.contains(number))
            return false;
        const Lock& lock = m_graph.locks[number];
        Node node;
        node.kind = Node::Kind::lock;
        node.name = lock.state->name;
        node.lock = lock.state;
        std::set<std::string_view> known;
        for (const auto& waiter : lock.waiters) {
            const Party& party = m_graph.parties[waiter.to];
            known.insert(party.client.empty() ? party.name : party.client);
        }
        node.unknown_waiters = std::max<std::int64_t>(
            lock.state->waiting_clients.value_or(0) - static_cast<std::int64_t>(known.size()), 0);
        m_lock_places.emplace(number, m_picture.nodes.size());
        m_picture.nodes.push_back(std::move(node));
        return true;
    }

    std::vector<Number> add_parties(const Lock& lock)
    {
        const Place place = m_picture.nodes.size() - 1;
        std::vector<Number> added;
        std::size_t hidden = 0;
        for (const auto* side : {&lock.holders, &lock.waiters}) {
            std::size_t shown = 0;
            // Who leads on to other locks comes first; the rest keep their order.
            auto edges = *side;
            std::stable_partition(edges.begin(), edges.end(), [this](const auto& edge) {
                const Party& party = m_graph.parties[edge.to];
                return party.holds > 0 && m_graph.can_wait(party);
            });
            for (const auto& edge : edges) {
                const bool room = shown < most_beside_a_lock && !is_full();
                if (m_party_places.contains(edge.to) || (room && ++shown > 0))
                    added.push_back(add_party(edge.to));
                else
                    ++hidden;
            }
        }
        m_picture.nodes[place].hidden = hidden;
        return added;
    }

    Number add_party(Number number)
    {
        const auto [place, is_new] = m_party_places.try_emplace(number, m_picture.nodes.size());
        if (is_new) {
            const Party& party = m_graph.parties[number];
            Node node;
            node.kind = party.is_client ? Node::Kind::client : Node::Kind::thread;
            node.name = party.name;
            node.client = party.client;
            m_picture.nodes.push_back(std::move(node));
        }
        return number;
    }

    void connect()
    {
        for (const auto& [number, place] : m_lock_places) {
            const Lock& lock = m_graph.locks[number];
            for (const auto& holder : lock.holders) {
                if (const auto party = m_party_places.find(holder.to); party != m_party_places.end())
                    m_picture.edges.push_back(hold(lock, place, party->second));
            }
            for (const auto& waiter : lock.waiters) {
                const auto party = m_party_places.find(waiter.to);
                if (party == m_party_places.end())
                    continue;
                Edge edge;
                edge.kind = waiter.exact ? Edge::Kind::waits_for : Edge::Kind::may_wait_for;
                edge.from = party->second;
                edge.to = place;
                m_picture.edges.push_back(edge);
            }
        }
        for (const auto& [number, place] : m_party_places) {
            const auto* client = m_graph.client_of(m_graph.parties[number]);
            if (client == nullptr || !m_party_places.contains(*client))
                continue;
            Edge edge;
            edge.kind = Edge::Kind::part_of;
            edge.from = place;
            edge.to = m_party_places.at(*client);
            m_picture.edges.push_back(edge);
        }
    }

    [[nodiscard]] Edge hold(const Lock& lock, Place from, Place to) const
    {
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.mode = lock.state->mode;
        const Node& owner = m_picture.nodes[to];
        for (const auto& holder : lock.state->holders) {
            const bool same =
                holder.client().empty()
                    ? holder.owner == owner.name
                    : holder.client() == owner.client && owner.name.ends_with(':' + std::to_string(holder.thread()));
            if (!same)
                continue;
            edge.count = holder.count;
            if (edge.mode != LockMode::none)
                edge.mode = holder.is_writer() ? LockMode::write : LockMode::read;
            break;
        }
        return edge;
    }

    void mark_cycles()
    {
        std::map<std::string_view, Place> locks, parties;
        for (Place place = 0; place < m_picture.nodes.size(); ++place) {
            const Node& node = m_picture.nodes[place];
            (node.kind == Node::Kind::lock ? locks : parties).emplace(node.name, place);
        }
        std::map<std::pair<Place, Place>, WaitCycle::Certainty> rings;
        const auto mark = [&](std::map<std::string_view, Place>& from, const std::string& a,
                              std::map<std::string_view, Place>& to, const std::string& b,
                              WaitCycle::Certainty certainty) {
            const auto x = from.find(a);
            const auto y = to.find(b);
            if (x == from.end() || y == to.end())
                return;
            worsen(m_picture.nodes[x->second].deadlock, certainty);
            worsen(m_picture.nodes[y->second].deadlock, certainty);
            const auto [ring, is_new] = rings.try_emplace({x->second, y->second}, certainty);
            ring->second = std::min(ring->second, certainty);
        };
        for (const auto& cycle : m_cycles.cycles) {
            for (std::size_t i = 0; i < cycle.links.size(); ++i) {
                const auto& link = cycle.links[i];
                const auto& next = cycle.links[(i + 1) % cycle.links.size()];
                mark(parties, link.waiter, locks, link.wants, cycle.certainty);
                mark(locks, link.wants, parties, next.owner, cycle.certainty);
                if (link.waiter != link.owner)
                    mark(parties, link.owner, parties, link.waiter, cycle.certainty);
            }
        }
        for (auto& edge : m_picture.edges) {
            if (const auto ring = rings.find({edge.from, edge.to}); ring != rings.end())
                edge.deadlock = ring->second;
        }
    }

    const WaitGraph::Impl& m_graph;
    const WaitCycles& m_cycles;
    const std::size_t m_max_nodes;
    std::vector<std::vector<Number>> m_held; ///< By party.
    std::map<Number, Place> m_lock_places, m_party_places;
    WaitPicture m_picture;
};

WaitPicture WaitGraph::picture(const WaitFocus& focus, const WaitCycles& cycles, std::size_t max_nodes) const
{
    return PictureTaker(*m_impl, cycles, max_nodes).take(focus);
}

} // namespace lockscope
