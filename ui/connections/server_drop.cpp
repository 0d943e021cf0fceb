// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_drop.hpp"

#include "theme/theme.hpp"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QUrl>
#include <QWidget>

#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kEdge = 3;

/// Above everything, and for the eyes only.
class Edge final : public QWidget
{
public:
    explicit Edge(QWidget* parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(QPen(Theme::of(palette()).accent, kEdge, Qt::DashLine));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
};

} // namespace

ServerDrop::ServerDrop(QWidget& target, std::function<bool()> isWanted)
    : QObject(&target)
    , m_target(target)
    , m_isWanted(std::move(isWanted))
    , m_edge(new Edge(&target))
{
    target.setAcceptDrops(true);
    target.installEventFilter(this);
}

std::optional<ServerDrop::Dropped> ServerDrop::droppedOf(const QMimeData& data)
{
    for (const QUrl& url : data.urls()) {
        const QString path = url.toLocalFile();
        for (const QLatin1String ending : {QLatin1String(".yaml"), QLatin1String(".yml"), QLatin1String(".json")}) {
            if (path.endsWith(ending, Qt::CaseInsensitive)) {
                return Dropped{.file = path, .address = {}};
            }
        }
    }
    const QString text = data.text().trimmed();
    static const QRegularExpression address(QStringLiteral("^(rediss?(\\+[a-z]+)?|unix|redis-socket)://[^\\r\\n]*$"),
                                            QRegularExpression::CaseInsensitiveOption);
    if (address.match(text).hasMatch()) {
        return Dropped{.file = {}, .address = text};
    }
    return std::nullopt;
}

void ServerDrop::passThrough(QWidget& part)
{
    part.installEventFilter(this);
}

bool ServerDrop::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_target && event->type() != QEvent::DragEnter) {
        return QObject::eventFilter(watched, event);
    }
    switch (event->type()) {
    case QEvent::DragEnter: {
        auto* drag = static_cast<QDropEvent*>(event); // as QDragEnterEvent is one
        if (!m_isWanted() || !droppedOf(*drag->mimeData())) {
            return false;
        }
        if (watched != &m_target) {
            drag->ignore(); // Qt asks the parents then
            return true;
        }
        drag->acceptProposedAction();
        showEdge();
        return true;
    }
    case QEvent::DragLeave: m_edge->hide(); return false;
    case QEvent::Drop: {
        m_edge->hide();
        auto* drop = static_cast<QDropEvent*>(event);
        const std::optional<Dropped> dropped = droppedOf(*drop->mimeData());
        if (!m_isWanted() || !dropped) {
            return false;
        }
        drop->acceptProposedAction();
        if (dropped->file.isEmpty()) {
            emit addressDropped(dropped->address);
        } else {
            emit fileDropped(dropped->file);
        }
        return true;
    }
    default: return QObject::eventFilter(watched, event);
    }
}

void ServerDrop::showEdge()
{
    m_edge->setGeometry(m_target.rect());
    m_edge->raise();
    m_edge->show();
}

} // namespace lockscope::ui
