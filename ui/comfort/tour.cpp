// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/tour.hpp"

#include "panels/heading.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kSteps = 3;
constexpr int kCardChars = 52;
constexpr double kDarkness = 0.62;
constexpr int kRim = 3;

} // namespace

Tour::Tour(Places places, QWidget* window)
    : QWidget(window)
    , m_places(std::move(places))
    , m_card(new QWidget(this))
    , m_title(new Heading(1.25, m_card))
    , m_text(plainLabel({}, m_card))
    , m_count(plainLabel({}, m_card))
    , m_skip(new QPushButton(m_card))
    , m_back(new QPushButton(m_card))
    , m_next(new QPushButton(m_card))
{
    hide();
    setFocusPolicy(Qt::StrongFocus);
    m_card->setAutoFillBackground(true);
    m_card->setBackgroundRole(QPalette::Base);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::NoTextInteraction);
    m_count->setTextInteractionFlags(Qt::NoTextInteraction);
    for (QPushButton* button : {m_skip, m_back, m_next}) {
        button->setAutoDefault(true); // Enter presses the one that has the focus
        button->installEventFilter(this);
    }
    connect(m_skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(m_step + 1); });

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count);
    buttons->addStretch(1);
    buttons->addWidget(m_skip);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* layout = new QVBoxLayout(m_card);
    const int pad = fontMetrics().height();
    layout->setContentsMargins(pad, pad, pad, pad);
    layout->setSpacing(pad / 2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    window->installEventFilter(this);
}

void Tour::start()
{
    m_focusBefore = QApplication::focusWidget();
    m_step = 0;
    show();
    raise();
    showStep();
    m_next->setFocus(Qt::OtherFocusReason);
}

void Tour::go(int step)
{
    if (step >= kSteps) {
        end();
        return;
    }
    m_step = std::max(0, step);
    showStep();
    m_next->setFocus(Qt::OtherFocusReason);
}

void Tour::end()
{
    if (!isVisible()) {
        return;
    }
    if (m_focusBefore) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
    hide();
    emit finished();
}

QWidget* Tour::place() const
{
    QWidget* place = m_step == 0 ? m_places.table : m_step == 1 ? m_places.detail : m_places.unlock;
    return place && place->isVisible() ? place : nullptr;
}

QRect Tour::placeRect() const
{
    const QWidget* widget = place();
    if (!widget) {
        return {};
    }
    const QRect rect(widget->mapTo(window(), QPoint(0, 0)), widget->size());
    return rect.adjusted(-kRim, -kRim, kRim, kRim) & this->rect();
}

void Tour::showStep()
{
    switch (m_step) {
    case 0:
        m_title->setText(tr("Every lock, as it is now"));
        m_text->setText(tr("Each row is a lock of this server. The filter above finds locks by name, state, holder or "
                           "time left, for example state:stuck or ttl<5s. Click a column to sort by it."));
        break;
    case 1:
        m_title->setText(tr("One lock in detail"));
        m_text->setText(tr("Select a row: here you see who holds the lock, who waits in which order, how its lease is "
                           "renewed, and the keys exactly as Redis has them."));
        break;
    default:
        if (m_places.barrier != Barrier::none) {
            m_title->setText(tr("Nothing is changed from this window"));
            m_text->setText(barrierText(m_places.barrier));
            break;
        }
        m_title->setText(tr("Nothing changes until you unlock it"));
        m_text->setText(
            tr("Each session starts read-only. To release a stuck lock, unlock actions here first; before each "
               "one you are told what will happen, and it is done only if the lock is still as you saw it."));
        break;
    }
    m_count->setText(tr("%1 of %2", "step of the tour").arg(m_step + 1).arg(kSteps));
    m_skip->setText(tr("&Skip"));
    m_back->setText(tr("&Back"));
    m_next->setText(m_step + 1 < kSteps ? tr("&Next") : tr("&Done"));
    m_back->setEnabled(m_step > 0);
    m_skip->setVisible(m_step + 1 < kSteps);
    setAccessibleName(tr("Tour"));
    m_card->setAccessibleName(m_title->text());
    m_next->setAccessibleDescription(tr("%1. %2", "title and text of a step").arg(m_title->text(), m_text->text()));
    arrange();
}

void Tour::arrange()
{
    setGeometry(parentWidget()->rect());
    const int margin = fontMetrics().height();
    const int width = std::min(characterWidth(fontMetrics()) * kCardChars, this->width() - 2 * margin);
    m_card->setFixedWidth(std::max(1, width));
    const int height = std::max(m_card->layout()->heightForWidth(width), m_card->layout()->minimumSize().height());
    m_card->resize(width, height);

    // Beside what it speaks of where there is room, otherwise on it.
    const QRect part = placeRect();
    QPoint corner(rect().center().x() - width / 2, rect().center().y() - height / 2);
    if (!part.isNull()) {
        if (part.bottom() + margin + height <= rect().bottom()) {
            corner = {part.center().x() - width / 2, part.bottom() + margin};
        } else if (part.left() - margin - width >= 0) {
            corner = {part.left() - margin - width, part.top() + margin};
        } else if (part.right() + margin + width <= rect().right()) {
            corner = {part.right() + margin, part.top() + margin};
        } else {
            corner = {part.center().x() - width / 2, part.bottom() - height - margin};
        }
    }
    corner.setX(std::clamp(corner.x(), margin, std::max(margin, rect().right() - width - margin)));
    corner.setY(std::clamp(corner.y(), margin, std::max(margin, rect().bottom() - height - margin)));
    m_card->move(corner);
    update();
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    QPainterPath shade;
    shade.addRect(rect());
    const QRect part = placeRect();
    if (!part.isNull()) {
        QPainterPath hole;
        hole.addRect(part);
        shade = shade.subtracted(hole);
    }
    QColor dark = theme.kind == Theme::Kind::light ? theme.text : theme.base;
    dark.setAlphaF(static_cast<float>(kDarkness));
    painter.fillPath(shade, dark);
    painter.setPen(QPen(theme.accent, kRim));
    if (!part.isNull()) {
        painter.drawRect(part.adjusted(1, 1, -2, -2));
    }
    painter.setPen(QPen(theme.border, 2));
    painter.drawRect(m_card->geometry().adjusted(-1, -1, 1, 1));
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape: end(); break;
    case Qt::Key_Right:
    case Qt::Key_Return:
    case Qt::Key_Enter: go(m_step + 1); break;
    case Qt::Key_Left: go(m_step - 1); break;
    default: break;
    }
    event->accept(); // Nothing below may act while it is covered.
}

void Tour::mousePressEvent(QMouseEvent* event)
{
    event->accept();
}

/// The focus stays on the card.
bool Tour::focusNextPrevChild(bool next)
{
    QList<QPushButton*> order;
    for (QPushButton* button : {m_skip, m_back, m_next}) {
        if (button->isVisible() && button->isEnabled()) {
            order << button;
        }
    }
    if (order.isEmpty()) {
        return false; // while it goes
    }
    const qsizetype now = order.indexOf(qobject_cast<QPushButton*>(focusWidget()));
    const qsizetype step = next ? 1 : -1;
    order.at((now + step + order.size()) % order.size())->setFocus(Qt::TabFocusReason);
    return true;
}

/// What may still be a shortcut: of one of the buttons, or to leave altogether.
bool Tour::isOurs(const QKeySequence& keys) const
{
    const QList<QPushButton*> buttons{m_skip, m_back, m_next};
    return std::any_of(buttons.begin(), buttons.end(),
                       [&](const QPushButton* button) { return QKeySequence::mnemonic(button->text()) == keys; })
        || QKeySequence::keyBindings(QKeySequence::Quit).contains(keys)
        || QKeySequence::keyBindings(QKeySequence::Close).contains(keys);
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != parentWidget() && event->type() == QEvent::KeyPress) {
        // Arrows would only move between the buttons.
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
            keyPressEvent(key);
            return true;
        }
    }
    if (watched != parentWidget() && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!isOurs(QKeySequence(key->keyCombination()))) {
            event->accept(); // or it would be taken for an action that the tour covers
            return true;
        }
    }
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

void Tour::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (isVisible() && (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)) {
        showStep();
    }
}

} // namespace lockscope::ui
