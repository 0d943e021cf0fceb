// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_header.hpp"

#include "panels/elided_label.hpp"
#include "panels/flow_layout.hpp"
#include "panels/lock_sentences.hpp"
#include "panels/marked_line.hpp"
#include "session/shown_time.hpp"
#include "text/server_text.hpp"
#include "text/shown_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

/// The first of its queue is the only one without a deadline, and dead: then that is all there is to say.
bool isOnlyDeadHead(const LockState& state)
{
    const auto hasDeadline = [](const Waiter& waiter) { return waiter.deadline.has_value(); };
    return head_never_goes(state) && state.anomalies.contains(Anomaly::dead_head)
        && std::all_of(state.waiters.begin() + 1, state.waiters.end(), hasDeadline);
}

} // namespace

LockHeader::LockHeader(const ShownTime& time, QWidget* parent)
    : QWidget(parent)
    , m_time(time)
    , m_several(plainLabel({}, this))
    , m_name(new ElidedLabel(this))
    , m_copy(new QToolButton(this))
    , m_condition(new MarkedLine(this))
    , m_ended(plainLabel({}, this))
    , m_actionMenu(new QMenu(this))
    , m_act(new QToolButton(this))
    , m_standstillLabel(plainLabel({}, this))
    , m_leftOut(plainLabel({}, this))
{
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this, &LockHeader::copyName);
    m_actionMenu->setToolTipsVisible(true); // they say why something cannot be done
    m_act->setMenu(m_actionMenu);
    m_act->setPopupMode(QToolButton::InstantPopup);
    m_act->setFocusPolicy(Qt::StrongFocus);
    m_act->hide();
    m_several->setWordWrap(true);
    m_several->hide();
    m_ended->setWordWrap(true);
    m_standstillLabel->setWordWrap(true);
    m_leftOut->setWordWrap(true);
    m_leftOut->hide();

    auto* title = new QHBoxLayout;
    title->addWidget(m_name, 1);
    title->addWidget(m_copy);

    auto* facts = new QGridLayout;
    facts->setColumnStretch(1, 1);
    facts->setHorizontalSpacing(fontMetrics().averageCharWidth() * 2);
    facts->setVerticalSpacing(2);
    m_type = addFact(*facts, 0);
    m_lease = addFact(*facts, 1);
    m_held = addFact(*facts, 2);
    m_waiting = addFact(*facts, 3);
    m_token = addFact(*facts, 4);

    m_warningLines = new QVBoxLayout;
    m_warningLines->setSpacing(4);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(6);
    layout->addWidget(m_several);
    layout->addLayout(title);
    auto* conditionLine = new FlowLayout;
    conditionLine->setContentsMargins({});
    conditionLine->addWidget(m_condition);
    conditionLine->addStretch();
    conditionLine->addWidget(m_act);
    layout->addLayout(conditionLine);
    layout->addWidget(m_ended);
    layout->addWidget(m_standstillLabel);
    layout->addWidget(m_leftOut);
    layout->addLayout(facts);
    layout->addLayout(m_warningLines);
    retranslate();
    adoptTheme();
}

void LockHeader::setActions(const QList<QAction*>& actions)
{
    m_actionMenu->addActions(actions);
    m_act->setVisible(!actions.isEmpty());
}

LockHeader::Fact LockHeader::addFact(QGridLayout& grid, int row)
{
    const Fact fact{plainLabel({}, this), plainLabel({}, this)};
    fact.name->setTextInteractionFlags(Qt::NoTextInteraction);
    fact.value->setWordWrap(true);
    grid.addWidget(fact.name, row, 0, Qt::AlignLeft | Qt::AlignTop);
    grid.addWidget(fact.value, row, 1);
    return fact;
}

void LockHeader::setLock(const LockStatePtr& state, const std::optional<LockEnding>& ending)
{
    m_state = state;
    m_ending = ending;
    m_name->setText(state ? shortText(state->name, 1000) : QString());
    m_copy->setEnabled(state != nullptr);
    const auto number = !state ? std::nullopt : state->permits ? state->permits : state->fencing_token;
    m_token.name->setVisible(number.has_value());
    m_token.value->setVisible(number.has_value());
    nameToken();
    tick();
}

void LockHeader::setInTable(InTable inTable)
{
    m_leftOut->setVisible(inTable == InTable::leftOutByFilter);
}

void LockHeader::setStandstill(const QString& sentence)
{
    m_standstill = sentence;
    tick();
}

void LockHeader::tick()
{
    showText(*m_standstillLabel, m_standstill);
    if (!m_state) {
        showWarnings({});
        return;
    }
    const auto [now, wall] = m_time.now();
    const LockCondition condition = isUnfollowed() ? LockCondition::unknown
                                  : m_ending && m_ending->leavesNothing
                                      ? LockCondition::free
                                      : condition_of(*m_state, m_thresholds, now, wall);
    m_condition->setCondition(condition, m_standstill.isEmpty() ? MarkedLine::Age::present : MarkedLine::Age::past);
    showWarnings(warnings(condition, now));
    showText(*m_ended, endText(wall));
    showText(*m_type.value, typeSentence(*m_state));
    const QString none = QStringLiteral("—");
    showText(*m_lease.value, m_ending ? none : leaseSentence(*m_state, now));
    showText(*m_held.value, m_ending ? none : heldSentence(*m_state, wall));
    showText(*m_waiting.value, m_ending && m_ending->leavesNothing ? none : waitingSentence(*m_state));
    if (m_state->permits) {
        showText(*m_token.value, countSentence(*m_state, now));
    } else if (m_state->fencing_token) {
        showText(*m_token.value, QString::number(*m_state->fencing_token));
    }
}

/// A semaphore or latch whose holders are not known is seen only as long as somebody waits for it.
bool LockHeader::isUnfollowed() const
{
    return m_ending && m_ending->kind == LockEvent::Kind::waiter_left && is_counter(m_state->type);
}

QString LockHeader::endText(SystemTime wall) const
{
    if (!m_ending) {
        return {};
    }
    const auto ago = std::chrono::duration_cast<milliseconds>(wall - m_ending->at);
    return isUnfollowed() ? unfollowedSentence(ago) : endSentence(m_ending->kind, ago, m_ending->actor);
}

/// The worst first.
QList<LockRemark> LockHeader::warnings(LockCondition condition, SteadyTime now) const
{
    QList<LockRemark> all;
    if (!m_state || isUnfollowed() || (m_ending && condition == LockCondition::free)) {
        return all; // It is gone, or being handed over.
    }
    // What was left out is said where the rest is listed.
    const bool isSaid =
        m_state->waiters_total > m_state->waiters.size() || m_state->holders_total > m_state->holders.size();
    const bool isUntaken = is_untaken(*m_state, longest_hand_over);
    if (isUntaken) {
        const bool isStuck = is_untaken(*m_state, m_thresholds.stuck_after);
        all << LockRemark{isStuck ? Severity::critical : Severity::warning, untakenSentence(*m_state, now)};
    }
    for (const Anomaly anomaly : m_state->anomalies) {
        if (anomaly == Anomaly::truncated && isSaid) {
            continue;
        }
        if ((anomaly == Anomaly::free_but_queued && isUntaken)
            || (anomaly == Anomaly::queue_without_score && isOnlyDeadHead(*m_state))) {
            continue; // said
        }
        all << LockRemark{severityOf(anomaly, *m_state, now, m_thresholds), anomalyText(anomaly, *m_state)};
    }
    if (m_remarks && m_standstill.isEmpty()) {
        all << m_remarks(*m_state);
    }
    if (all.isEmpty() && condition == LockCondition::stuck) {
        all << LockRemark{Severity::warning, tr("Held for longer than %1, from when on a lock counts as stuck here.")
                                                 .arg(limitText(m_thresholds.stuck_after))};
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const LockRemark& a, const LockRemark& b) { return a.severity > b.severity; });
    return all;
}

/// Most of them only count seconds: the lines stay.
void LockHeader::showWarnings(const QList<LockRemark>& warnings)
{
    while (m_warnings.size() > warnings.size()) {
        MarkedLine* line = m_warnings.takeLast();
        line->deleteLater();
        line->hide();
    }
    while (m_warnings.size() < warnings.size()) {
        m_warnings << new MarkedLine(this);
        m_warningLines->addWidget(m_warnings.back());
    }
    for (qsizetype place = 0; place < warnings.size(); ++place) {
        m_warnings[place]->setWarning(warnings[place].sentence, warnings[place].severity);
    }
}

void LockHeader::retranslate()
{
    m_copy->setText(tr("Copy name"));
    m_copy->setToolTip(toolTipText(tr("Copy the lock's name")));
    m_copy->setAccessibleName(tr("Copy the lock's name"));
    nameActions();
    m_leftOut->setText(tr("The filter leaves this lock out of the table."));
    m_type.name->setText(tr("Type", "of a lock"));
    m_lease.name->setText(tr("Lease", "what is left of it"));
    m_held.name->setText(tr("Held for"));
    m_waiting.name->setText(tr("Waiting", "who waits for the lock"));
    nameToken();
}

void LockHeader::setSelected(std::size_t locks)
{
    m_selected = locks;
    nameActions();
}

void LockHeader::nameActions()
{
    const bool isForMany = m_selected > 1;
    const QString what = isForMany
                           ? tr("What can be done to the %Ln selected lock(s)", nullptr, pluralCount(m_selected))
                           : tr("What can be done to this lock");
    m_act->setText(isForMany ? tr("Actions (%1)", "%1: how many locks they are for").arg(numberText(m_selected))
                             : tr("Actions"));
    m_several->setText(tr("%Ln lock(s) are selected. Only one is shown here.", nullptr, pluralCount(m_selected)));
    m_several->setVisible(isForMany);
    m_act->setToolTip(toolTipText(what));
    m_act->setAccessibleName(what);
}

/// Locks have tokens, semaphores permits, latches a count.
void LockHeader::nameToken()
{
    const bool counts = m_state && m_state->permits;
    m_token.name->setText(!counts                            ? tr("Fencing token")
                          : m_state->type == LockType::latch ? tr("Left to count down", "of a latch")
                                                             : tr("Free permits"));
}

void LockHeader::adoptTheme()
{
    const Theme& theme = Theme::of(palette());
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    for (QLabel* label : {m_type.name, m_lease.name, m_held.name, m_waiting.name, m_token.name, m_ended, m_leftOut}) {
        label->setPalette(muted);
    }
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme.warning);
    m_standstillLabel->setPalette(warning);

    QFont title = font();
    title.setPointSizeF(font().pointSizeF() * 1.25);
    title.setBold(true);
    m_name->setFont(title);
    QFont bold = font();
    bold.setBold(true);
    m_condition->setFont(bold);
}

void LockHeader::copyName() const
{
    QGuiApplication::clipboard()->setText(pastableText(m_state->name));
}

void LockHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        retranslate();
        tick();
        break;
    case QEvent::PaletteChange:
    case QEvent::FontChange: adoptTheme(); break;
    case QEvent::StyleChange: // A new style sheet takes the labels' own colours away, after this.
        QTimer::singleShot(0, this, &LockHeader::adoptTheme);
        break;
    default: break;
    }
}

} // namespace lockscope::ui
