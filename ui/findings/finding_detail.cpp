// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_detail.hpp"

#include "delegates/severity_delegate.hpp"
#include "findings/finding_words.hpp"
#include "panels/flow_layout.hpp"
#include "panels/heading.hpp"
#include "session/shown_time.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/shown_text.hpp"
#include "text/words.hpp"
#include "theme/style_parts.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QStyleOption>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {
FindingDetail::FindingDetail(const ShownTime& time, QAction* repair, QAction* show, QWidget* parent)
    : QScrollArea(parent)
    , m_time(time)
    , m_page(new QWidget(this))
    , m_mark(plainLabel({}, m_page))
    , m_title(new Heading(1.1, m_page))
    , m_lock(plainLabel({}, m_page))
    , m_sentence(plainLabel({}, m_page))
    , m_hint(plainLabel({}, m_page))
    , m_repair(new QToolButton(m_page))
    , m_show(new QToolButton(m_page))
{
    auto* title = new QHBoxLayout;
    title->addWidget(m_mark, 0, Qt::AlignTop);
    title->addWidget(m_title, 1);
    m_title->setWordWrap(true);
    for (QLabel* label : {m_lock, m_sentence, m_hint}) {
        label->setWordWrap(true);
    }
    auto* buttons = new FlowLayout;
    for (const auto& [button, action] : {std::pair(m_repair, repair), std::pair(m_show, show)}) {
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        buttons->addWidget(button);
    }

    auto* layout = new QVBoxLayout(m_page);
    layout->addLayout(title);
    layout->addWidget(m_lock);
    layout->addWidget(m_sentence);
    layout->addWidget(m_hint);
    layout->addLayout(buttons); // before what is to be read, so that a low window shows them, too
    m_meaning = addPart(*layout);
    m_cost = addPart(*layout);
    m_advice = addPart(*layout);
    layout->addStretch(1);

    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_page);
    adoptTheme();
    showAll();
}

FindingDetail::Part FindingDetail::addPart(QLayout& layout)
{
    const Part part{new Heading(1, m_page), plainLabel({}, m_page)};
    part.text->setWordWrap(true);
    layout.addWidget(part.title);
    layout.addWidget(part.text);
    return part;
}

void FindingDetail::setClientNamer(ClientNamer namer)
{
    m_namer = std::move(namer);
    tick();
}

void FindingDetail::setFinding(const FindingsBook::Row* row)
{
    const bool another = row == nullptr || !m_row || m_row->id != row->id;
    m_row = row ? std::optional(*row) : std::nullopt;
    m_several = {};
    showAll();
    if (another) {
        ensureVisible(0, 0);
    }
}

void FindingDetail::setSeveral(int findings, int queues)
{
    const Several several{findings, queues};
    if (m_row || m_several != several) {
        m_row.reset();
        m_several = several;
        showAll();
        ensureVisible(0, 0);
    }
}

void FindingDetail::setOffer(Offer offer)
{
    if (std::exchange(m_offer, offer) != offer) {
        showAll();
    }
}

void FindingDetail::setHindrance(Hindrance hindrance, Barrier barrier)
{
    const bool isOther = std::exchange(m_hindrance, hindrance) != hindrance;
    if (std::exchange(m_barrier, barrier) != barrier || isOther) {
        showAll();
    }
}

void FindingDetail::tick()
{
    if (!m_row) {
        return;
    }
    const Moment moment = m_time.now();
    showText(*m_sentence, findingSentence(m_row->finding, moment, m_namer));
    showText(*m_cost.text, findingCost(m_row->finding, moment));
}

void FindingDetail::showAll()
{
    const bool any = m_row.has_value();
    for (QWidget* part : std::initializer_list<QWidget*>{m_mark, m_title, m_lock, m_meaning.title, m_cost.title,
                                                         m_advice.title, m_show}) {
        part->setVisible(any);
    }
    if (!any) {
        showNone();
        return;
    }
    const Finding& finding = m_row->finding;
    m_title->setText(findingTitle(finding.kind));
    const int side = m_title->fontMetrics().ascent();
    m_mark->setPixmap(severityIcon(finding.severity, palette(), side).pixmap(side, side));
    m_mark->setAccessibleName(severityText(finding.severity));
    m_mark->setMinimumHeight(m_title->fontMetrics().height());
    showText(*m_lock, finding.certainty == Finding::Certainty::possible
                          ? tr("%1, possible, in %2", "severity of a finding, lock")
                                .arg(severityText(finding.severity), shortText(finding.lock))
                          : tr("%1, in %2", "severity of a finding, lock")
                                .arg(severityText(finding.severity), shortText(finding.lock)));
    showText(*m_meaning.title, tr("What it means"));
    showText(*m_meaning.text, findingMeaning(finding));
    showText(*m_cost.title, tr("What it costs"));
    showText(*m_advice.title, tr("What is safe to do"));
    showText(*m_advice.text, findingAdvice(finding));

    const bool repairable = finding.repair != Finding::Repair::none;
    m_repair->setVisible(repairable);
    showText(*m_hint, hintText(repairable));
    tick();
}

void FindingDetail::showNone()
{
    showText(*m_sentence, noneText());
    for (QLabel* text : {m_meaning.text, m_cost.text, m_advice.text}) {
        text->hide();
    }
    m_repair->setVisible(m_several.queues > 0);
    showText(*m_hint, hintText(m_several.queues > 0));
}

QString FindingDetail::noneText() const
{
    if (m_several.findings == 0 && m_offer == Offer::none) {
        return {}; // the list says why it is empty
    }
    if (m_several.findings == 0) {
        return tr("Select a finding to see what it means and what is safe to do about it.");
    }
    return inARow({tr("%n finding(s) are selected.", nullptr, m_several.findings),
                   m_several.queues > 0
                       ? tr("The queues of %n lock(s) can be repaired together.", nullptr, m_several.queues)
                       : tr("Only queues can be repaired together. Select one to see what is safe to do about it.")});
}

QString FindingDetail::hintText(bool repairable) const
{
    if (repairable && m_hindrance == Hindrance::readOnly) {
        return tr("This session is read-only. Unlock it to repair this.");
    }
    if (m_hindrance == Hindrance::outOfReach) {
        return tr("The master of this lock is out of reach, or this user may not read it any more: this is what was "
                  "found before.");
    }
    return repairable && m_hindrance == Hindrance::barrier ? barrierText(m_barrier) : QString();
}

void FindingDetail::adoptTheme()
{
    const Theme& theme = Theme::of(palette());
    viewport()->setAutoFillBackground(false);
    m_page->setAutoFillBackground(false);
    const int pad = fontMetrics().height() / 2;
    m_page->layout()->setContentsMargins(pad, pad, pad, pad);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    m_lock->setPalette(muted);
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme.warning);
    m_hint->setPalette(warning);
    setMinimumWidth(characterWidth(fontMetrics()) * 30);
}

void FindingDetail::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: showAll(); break;
    case QEvent::PaletteChange:
    case QEvent::FontChange:
        adoptTheme();
        showAll();
        break;
    case QEvent::StyleChange: // A new style sheet takes the labels' own colours away, after this.
        QTimer::singleShot(0, this, &FindingDetail::adoptTheme);
        break;
    default: break;
    }
}

void FindingDetail::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    adoptTheme(); // The style sheet, which reaches the page only now, takes the labels' own colours away.
}

void FindingDetail::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    viewport()->update();
}

void FindingDetail::focusOutEvent(QFocusEvent* event)
{
    QScrollArea::focusOutEvent(event);
    viewport()->update();
}

/// The keys scroll what is longer than the panel: that they are here has to be seen.
void FindingDetail::paintEvent(QPaintEvent* event)
{
    QScrollArea::paintEvent(event);
    if (hasFocus()) {
        QPainter painter(viewport());
        QStyleOption option;
        option.initFrom(this);
        drawFocusRing(option, viewport()->rect(), painter);
    }
}

} // namespace lockscope::ui
