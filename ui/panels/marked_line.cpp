// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/marked_line.hpp"

#include "delegates/marks.hpp"
#include "delegates/severity_delegate.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lockscope::ui {
namespace {

QColor groundOf(Severity severity, const Theme& theme)
{
    return mixed(theme.base, severityColor(severity, theme), theme.kind == Theme::Kind::light ? 0.10 : 0.16);
}

} // namespace

MarkedLine::MarkedLine(QWidget* parent) : QWidget(parent), m_words(plainLabel({}, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_words);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    arrange();
}

void MarkedLine::setCondition(LockCondition condition, Age age)
{
    m_words->setText(conditionText(condition));
    if (condition != m_condition || age != m_age) {
        m_condition = condition;
        m_age = age;
        arrange();
    }
}

QColor MarkedLine::conditionColor() const
{
    const Theme& theme = Theme::of(palette());
    return m_age == Age::past ? theme.mutedText : theme.condition(*m_condition);
}

void MarkedLine::setWarning(const QString& sentence, Severity severity)
{
    if (!m_condition && m_words->wordWrap() && sentence == text() && severity == m_severity) {
        return;
    }
    m_condition.reset();
    m_severity = severity;
    m_words->setText(sentence);
    m_words->setWordWrap(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum); // as wide as the fields of a form
    arrange();
}

QString MarkedLine::text() const
{
    return m_words->text();
}

void MarkedLine::arrange()
{
    const Theme& theme = Theme::of(palette());
    const int mark = fontMetrics().ascent();
    const int pad = m_condition ? 0 : mark / 2;
    layout()->setContentsMargins(pad + mark * 3 / 2, pad, pad, pad);
    QPalette words = m_words->palette();
    words.setColor(QPalette::WindowText, m_condition ? conditionColor() : theme.text);
    m_words->setPalette(words);
    makeRoom();
    update();
}

/// Not everything that lays out asks how high words are that wrap.
void MarkedLine::makeRoom()
{
    const int wanted = m_condition ? 0 : layout()->totalHeightForWidth(width());
    if (wanted >= 0 && wanted != minimumHeight()) {
        setMinimumHeight(wanted);
    }
}

void MarkedLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

void MarkedLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    const int mark = fontMetrics().ascent();
    if (m_condition) {
        const int side = mark * 9 / 10;
        drawConditionMark(painter, QRect(0, (height() - side) / 2, side, side), *m_condition, conditionColor());
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QColor ground = groundOf(m_severity, theme);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 4, 4);
    drawSeverityMark(painter,
                     QRect(mark / 2, mark / 2 + fontMetrics().leading() + fontMetrics().descent() / 2, mark, mark),
                     m_severity, severityColor(m_severity, theme), ground);
}

void MarkedLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        arrange();
    } else if (event->type() == QEvent::LanguageChange && m_condition) {
        m_words->setText(conditionText(*m_condition));
    }
}

} // namespace lockscope::ui
