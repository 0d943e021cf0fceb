// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockscope::ui {
namespace {

constexpr int kSweeps = 6;
constexpr int kBackLanes = 6;

using Place = std::size_t;

class Layouter
{
public:
    Layouter(const WaitPicture& picture, const WaitLayoutSizes& sizes)
        : m_picture(picture)
        , m_sizes(sizes)
        , m_out(picture.nodes.size())
        , m_in(picture.nodes.size())
        , m_layer(picture.nodes.size(), 0)
        , m_state(picture.nodes.size(), State::unseen)
    {
        m_result.nodes.resize(picture.nodes.size());
        m_result.under.resize(picture.edges.size());
    }

    WaitLayout run() &&
    {
        findRings();
        assignLayers();
        std::vector<std::vector<Place>> parts = connectedParts();
        std::vector<QSizeF> blocks;
        blocks.reserve(parts.size());
        for (const std::vector<Place>& part : parts) {
            blocks.push_back(layOutPart(part));
        }
        pack(parts, blocks);
        return std::move(m_result);
    }

private:
    enum class State { unseen, open, done };

    /// Marks edges that lead back to where a walk came from; without them there is no ring left.
    void findRings()
    {
        for (Place edge = 0; edge < m_picture.edges.size(); ++edge) {
            m_out[m_picture.edges[edge].from].push_back(edge);
            m_in[m_picture.edges[edge].to].push_back(edge);
        }
        for (const bool sourcesOnly : {true, false}) {
            for (Place node = 0; node < m_out.size(); ++node) {
                if (m_state[node] == State::unseen && (!sourcesOnly || m_in[node].empty())) {
                    walk(node);
                }
            }
        }
    }

    /// As deep as the picture has nodes at most, and those are few.
    void walk(Place node)
    {
        m_state[node] = State::open;
        for (const Place edge : m_out[node]) {
            const Place to = m_picture.edges[edge].to;
            if (m_state[to] == State::open) {
                m_result.under[edge] = 0;
            } else if (m_state[to] == State::unseen) {
                walk(to);
            }
        }
        m_state[node] = State::done;
        m_finished.push_back(node);
    }

    void assignLayers()
    {
        // Finished last means that nothing comes before.
        for (auto node = m_finished.rbegin(); node != m_finished.rend(); ++node) {
            for (const Place edge : m_out[*node]) {
                if (!m_result.under[edge]) {
                    int& layer = m_layer[m_picture.edges[edge].to];
                    layer = std::max(layer, m_layer[*node] + 1);
                }
            }
        }
        // Who only waits stands right before what it waits for, however deep that is.
        for (Place node = 0; node < m_out.size(); ++node) {
            if (!m_in[node].empty() || m_out[node].empty()) {
                continue;
            }
            int nearest = m_layer[m_picture.edges[m_out[node].front()].to];
            for (const Place edge : m_out[node]) {
                nearest = std::min(nearest, m_layer[m_picture.edges[edge].to]);
            }
            m_layer[node] = std::max(0, nearest - 1);
        }
    }

    std::vector<std::vector<Place>> connectedParts() const
    {
        std::vector<Place> leader(m_out.size());
        std::iota(leader.begin(), leader.end(), Place{0});
        const auto find = [&leader](Place node) {
            while (leader[node] != node) {
                node = leader[node] = leader[leader[node]];
            }
            return node;
        };
        for (const WaitPicture::Edge& edge : m_picture.edges) {
            const Place a = find(edge.from);
            const Place b = find(edge.to);
            leader[std::max(a, b)] = std::min(a, b);
        }
        std::vector<std::vector<Place>> parts;
        std::vector<Place> partOf(m_out.size(), m_out.size());
        for (Place node = 0; node < m_out.size(); ++node) {
            Place& part = partOf[find(node)];
            if (part == m_out.size()) {
                part = parts.size();
                parts.emplace_back();
            }
            parts[part].push_back(node);
        }
        return parts;
    }

    [[nodiscard]] const QSizeF& sizeOf(Place node) const
    {
        return m_picture.nodes[node].kind == WaitPicture::Node::Kind::lock ? m_sizes.lock : m_sizes.party;
    }

    /// Places the nodes relative to the part's own corner. @return its size
    QSizeF layOutPart(const std::vector<Place>& part)
    {
        std::vector<std::vector<Place>> layers;
        for (const Place node : part) {
            layers.resize(std::max(layers.size(), static_cast<std::size_t>(m_layer[node]) + 1));
            layers[static_cast<std::size_t>(m_layer[node])].push_back(node);
        }
        layers.erase(std::remove_if(layers.begin(), layers.end(), [](const auto& layer) { return layer.empty(); }),
                     layers.end());
        order(layers);
        std::vector<qreal> heights;
        qreal tallest = 0;
        for (const std::vector<Place>& layer : layers) {
            qreal height = -m_sizes.rowGap;
            for (const Place node : layer) {
                height += sizeOf(node).height() + m_sizes.rowGap;
            }
            heights.push_back(height);
            tallest = std::max(tallest, height);
        }
        qreal x = 0;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            qreal y = (tallest - heights[i]) / 2;
            qreal widest = 0;
            for (const Place node : layers[i]) {
                m_result.nodes[node] = QRectF(QPointF(x, y), sizeOf(node));
                y += sizeOf(node).height() + m_sizes.rowGap;
                widest = std::max(widest, sizeOf(node).width());
            }
            x += widest + m_sizes.layerGap;
        }
        const qreal ringRoom = leadBack(part);
        return {x - m_sizes.layerGap, tallest + ringRoom};
    }

    /// Edges that lead back pass under everything between their ends, one under the other. @return room that they take
    qreal leadBack(const std::vector<Place>& part)
    {
        int count = 0;
        for (const Place node : part) {
            for (const Place edge : m_out[node]) {
                if (!m_result.under[edge]) {
                    continue;
                }
                const QRectF& from = m_result.nodes[node];
                const QRectF& to = m_result.nodes[m_picture.edges[edge].to];
                qreal floor = std::max(from.bottom(), to.bottom());
                for (const Place between : part) {
                    const QRectF& place = m_result.nodes[between];
                    if (place.right() >= to.left() && place.left() <= from.right()) {
                        floor = std::max(floor, place.bottom());
                    }
                }
                m_result.under[edge] = floor + m_sizes.rowGap * (0.8 + 0.5 * (count++ % kBackLanes));
            }
        }
        return count > 0 ? m_sizes.rowGap * (1 + 0.5 * std::min(count, kBackLanes)) : 0;
    }

    void order(std::vector<std::vector<Place>>& layers)
    {
        std::vector<qreal> position(m_out.size(), 0);
        const auto number = [&position](const std::vector<Place>& layer) {
            for (std::size_t i = 0; i < layer.size(); ++i) {
                position[layer[i]] = static_cast<qreal>(i) - static_cast<qreal>(layer.size() - 1) / 2;
            }
        };
        std::for_each(layers.begin(), layers.end(), number);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            const bool forwards = sweep % 2 == 0;
            for (std::size_t i = 0; i < layers.size(); ++i) {
                std::vector<Place>& layer = layers[forwards ? i : layers.size() - 1 - i];
                const std::vector<qreal> before = position;
                std::stable_sort(layer.begin(), layer.end(), [&](Place a, Place b) {
                    return barycentre(a, forwards, before) < barycentre(b, forwards, before);
                });
                number(layer);
            }
        }
    }

    [[nodiscard]] qreal barycentre(Place node, bool ofThoseBefore, const std::vector<qreal>& position) const
    {
        const std::vector<Place>& edges = ofThoseBefore ? m_in[node] : m_out[node];
        if (edges.empty()) {
            return position[node];
        }
        qreal sum = 0;
        for (const Place edge : edges) {
            sum += position[ofThoseBefore ? m_picture.edges[edge].from : m_picture.edges[edge].to];
        }
        return sum / static_cast<qreal>(edges.size());
    }

    /// In rows like words, as wide as the whole should be.
    void pack(const std::vector<std::vector<Place>>& parts, const std::vector<QSizeF>& blocks)
    {
        qreal area = 0;
        qreal width = 0;
        for (const QSizeF& block : blocks) {
            area += (block.width() + m_sizes.blockGap) * (block.height() + m_sizes.blockGap);
            width = std::max(width, block.width());
        }
        qreal wanted = std::sqrt(area * m_sizes.aspect);
        if (m_sizes.maxWidth > 0) {
            wanted = std::min(wanted, m_sizes.maxWidth);
        }
        width = std::max(width, wanted);
        QPointF corner(0, 0);
        qreal rowHeight = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (corner.x() > 0 && corner.x() + blocks[i].width() > width) {
                corner = QPointF(0, corner.y() + rowHeight + m_sizes.blockGap);
                rowHeight = 0;
            }
            for (const Place node : parts[i]) {
                m_result.nodes[node].translate(corner);
                for (const Place edge : m_out[node]) {
                    if (m_result.under[edge]) {
                        *m_result.under[edge] += corner.y();
                    }
                }
            }
            m_result.bounds |= QRectF(corner, blocks[i]);
            corner.rx() += blocks[i].width() + m_sizes.blockGap;
            rowHeight = std::max(rowHeight, blocks[i].height());
        }
    }

    const WaitPicture& m_picture;
    const WaitLayoutSizes& m_sizes;
    std::vector<std::vector<Place>> m_out, m_in; ///< Edges of each node.
    std::vector<int> m_layer;
    std::vector<State> m_state;
    std::vector<Place> m_finished;
    WaitLayout m_result;
};

} // namespace

WaitLayout layOut(const WaitPicture& picture, const WaitLayoutSizes& sizes)
{
    return Layouter(picture, sizes).run();
}

} // namespace lockscope::ui
