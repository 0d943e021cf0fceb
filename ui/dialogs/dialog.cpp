// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/dialog.hpp"

#include "dialogs/return_key.hpp"
#include "panels/roomy_area.hpp"
#include "text/character_width.hpp"
#include "theme/icons.hpp"

#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

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
    auto* below = new QVBoxLayout;
    below->setContentsMargins(kSide, 6, kSide, 16);
    below->addWidget(m_buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_area, 1);
    layout->addLayout(below);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    new ReturnKey(*this, *m_buttons);
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

int Dialog::widthOf(int characters) const
{
    const int most = static_cast<int>(screen()->availableSize().width() * kMostOfALine) - 2 * kSide;
    return std::min(characters * characterWidth(fontMetrics()), most);
}

void Dialog::makeRoom()
{
    if (!isVisible()) {
        return;
    }
    const QSize most = screen()->availableSize() * kMostOfTheScreen;
    const int buttons = layout()->minimumSize().height() - m_area->minimumSizeHint().height();
    QSize wanted(std::max(width(), layout()->minimumSize().width()), 0);
    const int tall = m_contents->hasHeightForWidth() ? m_contents->totalHeightForWidth(wanted.width())
                                                     : m_area->widget()->sizeHint().height();
    wanted.setHeight(tall + buttons);
    wanted = wanted.boundedTo(most).expandedTo(size());
    if (wanted != size()) {
        resize(wanted);
    }
}

void Dialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    makeRoom();
}

} // namespace lockscope::ui
