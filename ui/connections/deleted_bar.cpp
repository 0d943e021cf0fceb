// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/deleted_bar.hpp"

#include "text/server_text.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lockscope::ui {
namespace {

constexpr int kNameChars = 40;
constexpr auto kTime = std::chrono::seconds(20);

} // namespace

DeletedBar::DeletedBar(QWidget* parent) : QWidget(parent), m_text(plainLabel({}, this)), m_undo(new QPushButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_text->setTextInteractionFlags(Qt::NoTextInteraction);
    row->addWidget(m_text);
    row->addWidget(m_undo);
    row->addStretch(1);
    hide();
    m_time.setSingleShot(true);
    m_time.setInterval(kTime);
    connect(&m_time, &QTimer::timeout, this, [this] {
        withdraw();
        emit expired();
    });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        withdraw();
        emit undone();
    });
    retranslate();
}

void DeletedBar::offer(const QString& name)
{
    m_name = name;
    retranslate();
    m_time.start();
    show();
    emit shapeChanged();
}

void DeletedBar::withdraw()
{
    m_time.stop();
    hide();
    emit shapeChanged();
}

void DeletedBar::retranslate()
{
    m_text->setText(tr("“%1” was deleted.").arg(shortText(m_name.toStdString(), kNameChars)));
    m_undo->setText(tr("Undo"));
    m_undo->setShortcut(QKeySequence::Undo); // a new text takes it away
}

void DeletedBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
