// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/icons.hpp"

#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace lockscope::ui {
namespace {

// What the drawings use in place of a colour.
constexpr auto kStrokeToken = "#808080";

class ThemedIconEngine : public QIconEngine
{
public:
    explicit ThemedIconEngine(const QString& name) : m_name(name)
    {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
        if (file.open(QIODevice::ReadOnly)) {
            m_drawing = file.readAll();
        }
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        if (m_drawing.isEmpty()) {
            return;
        }
        QByteArray recoloured = m_drawing;
        recoloured.replace(kStrokeToken, color(mode, state).name().toLatin1());
        QSvgRenderer renderer(recoloured);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        if (size.isEmpty()) {
            return {}; // a button that has no room at all
        }
        // The size comes in device pixels already; QIcon sets the ratio on what it gets.
        const QString key =
            QStringLiteral("lockscope-icon/%1/%2x%3/%4")
                .arg(m_name, QString::number(size.width()), QString::number(size.height()), color(mode, state).name());
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect(QPoint(0, 0), size), mode, state);
            painter.end();
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }

    bool isNull() override { return m_drawing.isEmpty(); }
    QString iconName() override { return m_name; }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    static QColor color(QIcon::Mode mode, QIcon::State state)
    {
        const QPalette palette = QGuiApplication::palette();
        const Theme& theme = Theme::of(palette);
        switch (mode) {
        case QIcon::Disabled:
            return mixed(theme.window, theme.icon, theme.contrast == Theme::Contrast::high ? 0.7 : 0.45);
        case QIcon::Selected: return theme.accentText;
        case QIcon::Normal:
        case QIcon::Active: break;
        }
        return state == QIcon::On ? theme.onPressed(theme.icon) : theme.icon;
    }

    QString m_name;
    QByteArray m_drawing;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new ThemedIconEngine(name));
}

} // namespace lockscope::ui
