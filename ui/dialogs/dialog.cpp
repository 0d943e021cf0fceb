// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/dialog.hpp"

#include "dialogs/return_key.hpp"
#include "panels/roomy_area.hpp"
#include "text/character_width.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAccessible>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kSide = 20;
constexpr double kMostOfTheScreen = 0.9;
constexpr double kMostOfALine = 0.6;

} // namespace

Dialog::Dialog(QWidget* parent) : QDialog(parent), m_buttons(new QDialogButtonBox(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    auto* page = new QWidget;
    m_contents = new QVBoxLayout(page);
    m_contents->setContentsMargins(kSide, 18, kSide, 6);
    m_contents->setSpacing(12);
    m_area = new RoomyArea(page, this);
    m_below = new QVBoxLayout;
    m_below->setContentsMargins(kSide, 6, kSide, 16);
    m_below->setSpacing(12);
    m_below->addWidget(m_buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_area, 1);
    layout->addLayout(m_below);
    const QScrollBar* bar = m_area->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(bar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(new ReturnKey(*this, *m_buttons), &ReturnKey::missed, this, &Dialog::stressWhatIsMissing);
}

QPushButton* Dialog::addButton(QDialogButtonBox::ButtonRole role, const Text& text, const QString& iconName)
{
    QPushButton* button = m_buttons->addButton(QString(), role);
    keepTranslated(*button, [button, text] { button->setText(text()); });
    if (!iconName.isEmpty()) {
        button->setIcon(icon(iconName));
    }
    return button;
}

void Dialog::addNote(QWidget& note)
{
    m_below->insertWidget(m_below->indexOf(m_buttons), &note);
}

void Dialog::setNoteStress(QLabel& note, Stress stress)
{
    QFont font; // of which only what is set here counts: its size follows that of all text
    if (stress == Stress::strong) {
        font.setBold(true);
    }
    note.setFont(font);
    if (stress == Stress::strong) {
        QAccessibleEvent event(&note, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    makeRoom();
}

void Dialog::setUsable(QPushButton& button, bool usable, QWidget& instead)
{
    if (!usable && button.window()->focusWidget() == &button && instead.isEnabled()) {
        instead.setFocus(Qt::OtherFocusReason);
    }
    button.setEnabled(usable);
}

int Dialog::widthOf(int characters) const
{
    const int most = static_cast<int>(screen()->availableSize().width() * kMostOfALine) - 2 * kSide;
    return std::min(characters * characterWidth(fontMetrics()), most);
}

QSize Dialog::neededSize() const
{
    const int wide = std::max(width(), layout()->minimumSize().width());
    const int below =
        m_below->hasHeightForWidth() ? m_below->totalHeightForWidth(wide) : m_below->totalMinimumSize().height();
    const int tall =
        m_contents->hasHeightForWidth() ? m_contents->totalHeightForWidth(wide) : m_area->widget()->sizeHint().height();
    return {wide, tall + below};
}

void Dialog::makeRoom()
{
    if (isVisible()) {
        takeRoom();
    }
}

void Dialog::takeRoom()
{
    const QSize most = screen()->availableSize() * kMostOfTheScreen;
    const QSize wanted = neededSize().boundedTo(most).expandedTo(size());
    if (wanted != size()) {
        resize(wanted);
    }
}

/// A window manager may answer to a size that is asked for once it is shown with the one that it was shown with.
void Dialog::setVisible(bool visible)
{
    if (visible && !isVisible()) {
        m_buttons->setFocusProxy(nullptr); // it would lead Tab from its last button to its first, and round and round
        ensurePolished();
        if (!testAttribute(Qt::WA_Resized)) {
            adjustSize();
        }
        takeRoom();
    }
    QDialog::setVisible(visible);
}

/// What is said may get longer at any time. Who made the dialog smaller keeps it so until then.
bool Dialog::event(QEvent* event)
{
    const bool taken = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && isVisible()) {
        const int needed = neededSize().height();
        if (needed > std::exchange(m_needed, needed)) {
            makeRoom();
        }
    }
    return taken;
}

/// Where contents go on below what is in sight of them, a line keeps them apart from what stands there instead.
void Dialog::paintEvent(QPaintEvent* event)
{
    QDialog::paintEvent(event);
    const QScrollBar* bar = m_area->verticalScrollBar();
    if (bar->value() < bar->maximum()) {
        QPainter painter(this);
        painter.fillRect(0, m_area->geometry().bottom() + 1, width(), 1, Theme::of(palette()).border);
    }
}

void Dialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    makeRoom();
}

} // namespace lockscope::ui
