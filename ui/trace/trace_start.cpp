// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_start.hpp"

#include "panels/form_layout.hpp"
#include "panels/heading.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapped_label.hpp"
#include "text/wrapping_check_box.hpp"
#include "theme/icons.hpp"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr double kTitleFactor = 1.25;
constexpr int kWidthChars = 84;
constexpr int kBesideChars = 88; ///< So wide is a window in which both columns are in sight.
/// From here on the loss would be felt by everybody.
constexpr qint64 kBusy = 5'000;
/// The first one sees each watchdog renew once.
constexpr std::array<int, 4> kSeconds{12, 30, 60, 300};

QLabel* labelFor(QWidget* field)
{
    QLabel* label = plainLabel({});
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    label->setBuddy(field);
    return label;
}

} // namespace

TraceStart::TraceStart(QWidget* parent)
    : QWidget(parent)
    , m_title(new Heading(kTitleFactor, this))
    , m_cost(plainLabel({}, this))
    , m_operations(plainLabel({}, this))
    , m_form(new FormLayout)
    , m_duration(new QComboBox(this))
    , m_scope(new QComboBox(this))
    , m_reads(new WrappingCheckBox(this))
    , m_start(new QPushButton(icon(QStringLiteral("resume")), {}, this))
    , m_last(new QPushButton(this))
{
    m_cost->setWordWrap(true);
    m_cost->installEventFilter(this);
    m_operations->installEventFilter(this);
    m_operations->setWordWrap(true);
    for (const int seconds : kSeconds) {
        m_duration->addItem({}, seconds);
    }
    m_scope->addItem({}, static_cast<int>(TraceOptions::Scope::locks));
    m_scope->addItem({}, static_cast<int>(TraceOptions::Scope::everything));
    m_form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    m_form->addRow(labelFor(m_duration), m_duration);
    m_form->addRow(labelFor(m_scope), m_scope);
    m_form->addRow(QString(), m_reads);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_start);
    buttons->addWidget(m_last);
    buttons->addStretch(1);

    auto* words = new QVBoxLayout;
    words->addWidget(m_title);
    words->addWidget(m_cost);
    words->addWidget(m_operations);
    words->addStretch(1);
    auto* choice = new QVBoxLayout;
    choice->addLayout(m_form);
    choice->addLayout(buttons);
    choice->addStretch(1);
    auto* columns = new QBoxLayout(QBoxLayout::LeftToRight, this); // the panel is wide and low
    columns->addLayout(words);
    columns->addLayout(choice);
    columns->addStretch(1);

    connect(m_start, &QPushButton::clicked, this, &TraceStart::startRequested);
    connect(m_last, &QPushButton::clicked, this, &TraceStart::lastTraceRequested);
    setServer(Server::none);
    setLastTrace(LastTrace::none);
    adoptFont();
    retranslate();
}

void TraceStart::setOperations(std::optional<qint64> perSecond)
{
    m_perSecond = perSecond;
    showOperations();
}

void TraceStart::setServer(Server server)
{
    m_start->setEnabled(server == Server::connected);
}

void TraceStart::setLastTrace(LastTrace last)
{
    m_last->setVisible(last == LastTrace::there);
}

TraceOptions TraceStart::options() const
{
    TraceOptions options;
    options.duration = std::chrono::seconds(m_duration->currentData().toInt());
    options.scope = static_cast<TraceOptions::Scope>(m_scope->currentData().toInt());
    options.reads = m_reads->isChecked() ? TraceOptions::Reads::kept : TraceOptions::Reads::left_out;
    return options;
}

void TraceStart::showOperations()
{
    QString text;
    if (m_perSecond) {
        text = tr("This server executes about %Ln command(s) a second now.", nullptr, pluralCount(*m_perSecond));
        if (*m_perSecond >= kBusy) {
            text = inARow({text, tr("That is many: the loss will be felt. Prefer a quieter hour or a short time.")});
        }
    }
    m_operations->setText(text);
    m_operations->setVisible(!text.isEmpty());
    makeRoom();
}

void TraceStart::adoptFont()
{
    const int pad = fontMetrics().height();
    auto* columns = static_cast<QBoxLayout*>(layout());
    columns->setContentsMargins(pad, pad / 2, pad, pad / 2);
    columns->setSpacing(pad * 2);
    for (int i = 0; i < columns->count(); ++i) {
        if (QLayout* column = columns->itemAt(i)->layout()) {
            column->setSpacing(pad / 2); // otherwise that of the columns
        }
    }
    m_form->setSpacing(pad / 2);
    const bool isNarrow = window()->width() < characterWidth(fontMetrics()) * kBesideChars;
    columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_cost->setMinimumWidth(characterWidth(fontMetrics()) * kWidthChars / 2);
    m_cost->setMaximumWidth(characterWidth(fontMetrics()) * kWidthChars);
    m_operations->setMaximumWidth(m_cost->maximumWidth());
    m_duration->setMinimumWidth(characterWidth(fontMetrics()) * 8);
    m_scope->setMinimumWidth(m_duration->minimumWidth());
}

/// Words that wrap within a greatest width: layouts reckon with the width that there is.
void TraceStart::makeRoom()
{
    for (QLabel* label : {m_cost, m_operations}) {
        reserveHeight(*label, std::min(label->width(), label->maximumWidth()));
    }
}

bool TraceStart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        makeRoom();
    }
    return QWidget::eventFilter(watched, event);
}

void TraceStart::retranslate()
{
    m_title->setText(tr("Watch what the server executes"));
    m_cost->setText(
        tr("MONITOR makes the server print every command to Lockscope, also each one inside of a script. That can cost "
           "it more than half of its throughput while it lasts. The trace stops by itself after the time you choose, "
           "and whenever too much comes. Passwords are not shown."));
    const auto label = [this](QWidget* field) { return static_cast<QLabel*>(m_form->labelForField(field)); };
    label(m_duration)->setText(tr("&Duration:"));
    label(m_scope)->setText(tr("Sho&w:"));
    for (int i = 0; i < m_duration->count(); ++i) {
        const std::chrono::seconds time(m_duration->itemData(i).toInt());
        m_duration->setItemText(i,
                                i == 0 ? tr("%1 (each watchdog renews once)").arg(limitText(time)) : limitText(time));
    }
    m_scope->setItemText(0, tr("Commands about locks"));
    m_scope->setItemText(1, tr("All commands"));
    m_reads->setText(tr("Also commands that only &read"));
    m_start->setText(tr("Start the &trace"));
    m_last->setText(tr("&Back to the last trace"));
    showOperations();
}

void TraceStart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        adoptFont();
    }
}

} // namespace lockscope::ui
