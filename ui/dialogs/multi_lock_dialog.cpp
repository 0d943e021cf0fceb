// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/multi_lock_dialog.hpp"

#include "delegates/text_delegate.hpp"
#include "dialogs/server_line.hpp"
#include "dialogs/standstill.hpp"
#include "dialogs/typed_name.hpp"
#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "panels/form_layout.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "panels/whole_row.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/fusion_style.hpp"
#include "theme/text_color.hpp"
#include "theme/theme.hpp"

#include "lockscope/escape.hpp"

#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

using State = MultiLockModel::State;
constexpr int kWidthChars = 150;
constexpr int kRowsShown = 9;
// Characters of the columns, whatever they hold.
constexpr int kLeastName = 32;
constexpr int kMostHolder = 36;
constexpr int kMostSentence = 44;

} // namespace

MultiLockDialog::MultiLockDialog(Session& session, const QString& server, QWidget* parent)
    : Dialog(parent)
    , m_session(session)
    , m_server(server)
    , m_sentence(plainLabel({}, this))
    , m_where(serverLabel(this))
    , m_standstill(standstillLabel(this))
    , m_page(new TablePage(this))
    , m_form(new FormLayout)
    , m_reason(new QLineEdit(this))
    , m_progress(new QProgressBar(this))
    , m_message(plainLabel({}, this))
{
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { lookAt(*batch); });
    connect(&m_session, &Session::actionFinished, this, &MultiLockDialog::finish);
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            conclude([] { return tr("The connection was closed. Nothing more can be done here."); });
        }
    });
    connect(&m_session, &Session::adminModeChanged, this, [this] {
        if (!m_session.mayAct() && !isWorking() && m_session.endpoint()) {
            conclude([barrier = m_session.barrier()] {
                return barrier == Barrier::none ? tr("The session is read-only again. Nothing more is done.")
                                                : barrierText(barrier);
            });
        } else {
            followServerKind();
        }
    });
    connect(&m_session, &Session::statusChanged, this, &MultiLockDialog::followStandstill);
    connect(&m_session, &Session::pausedChanged, this, &MultiLockDialog::followStandstill);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &MultiLockDialog::showEffects);
}

MultiLockDialog::~MultiLockDialog() = default;

void MultiLockDialog::addRow(const Text& label, QWidget* field)
{
    ui::addRow(*m_form, label, field);
    m_fields << field;
}

void MultiLockDialog::build(const std::vector<LockStatePtr>& locks, const Text& title, const QString& iconName)
{
    m_title = title;
    m_sentence->setWordWrap(true);
    m_where->setVisible(!m_server.isEmpty());
    m_message->setWordWrap(true);
    m_page->setModel(&m_model);
    m_page->table().setItemDelegateForColumn(MultiLockModel::Lock, new TextDelegate(&m_page->table()));
    m_page->table().viewport()->installEventFilter(this);
    // By the rows in sight: it is done with each result, and there may be a thousand.
    m_page->table().horizontalHeader()->setResizeContentsPrecision(0);
    m_page->hideIfEmpty(MultiLockModel::Result); // what happens has its room until it has happened
    m_page->setMinimumWidth(widthOf(kWidthChars));
    m_progress->hide();

    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    ui::addRow(
        *m_form, [] { return tr("&Reason:"); }, m_reason);
    connect(m_reason, &QLineEdit::textChanged, this, &MultiLockDialog::checkReady);

    m_cancel = addButton(QDialogButtonBox::RejectRole, [this] { return m_isOver ? tr("Close") : tr("Cancel"); });
    m_confirm = addButton(
        QDialogButtonBox::DestructiveRole, [this] { return verb(m_count); }, iconName);
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    connect(m_confirm, &QPushButton::clicked, this, &MultiLockDialog::confirm);

    contents().addWidget(m_sentence);
    contents().addWidget(m_where);
    contents().addWidget(m_standstill);
    contents().addWidget(m_page, 1);
    contents().addWidget(wholeRowLabel(m_page->table(), this));
    contents().addLayout(m_form);
    contents().addWidget(m_progress);
    addNote(*m_message);
    m_reason->setFocus();

    addRows(locks);
    const int rows = std::min(kRowsShown, m_model.rowCount() + 2); // with the titles, and room for one more to breathe
    m_page->table().setMinimumHeight(rows * tableRowHeight(fontMetrics()));
    m_page->table().setCurrentIndex(m_model.index(0, 0)); // what stands below the list is about it
    m_clock.start();
    keepTranslated(*this, [this] { retranslate(); });
    followServerKind();
    checkReady();
}

void MultiLockDialog::retranslate()
{
    setWindowTitle(m_title());
    showServer();
    m_page->table().setAccessibleName(tr("Locks and what happens to them"));
    m_progress->setAccessibleName(tr("Progress"));
    m_reason->setPlaceholderText(tr("For the audit log"));
    std::vector<MultiLockModel::Row> rows = m_model.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].effect = effectOn(*rows[i].latest);
        const auto result = m_results.constFind(static_cast<int>(i));
        rows[i].result = result != m_results.constEnd() ? (*result)() : QString();
    }
    m_model.setRows(std::move(rows));
    fitColumns();
    m_message->setText(m_says ? m_says() : QString());
    refresh();
    makeRoom();
}

void MultiLockDialog::addRows(const std::vector<LockStatePtr>& locks)
{
    std::vector<MultiLockModel::Row> rows;
    for (const LockStatePtr& lock : locks) {
        m_rowOf.insert(QByteArray::fromStdString(lock->name), static_cast<int>(rows.size()));
        MultiLockModel::Row row;
        row.seen = lock;
        row.latest = lock;
        row.effect = effectOn(*lock);
        rows.push_back(std::move(row));
    }
    m_model.setRows(std::move(rows));
}

/// As wide as what is in them. Where there is less room, names get what is left of it.
void MultiLockDialog::fitColumns()
{
    const QAbstractItemView& table = m_page->table();
    const QHeaderView& header = *m_page->table().horizontalHeader();
    const int character = characterWidth(table.fontMetrics());
    const auto wanted = [&](int column) {
        return std::max(table.sizeHintForColumn(column), header.sectionSizeHint(column)) + character;
    };
    int rest = table.viewport()->width();
    for (const int column : {MultiLockModel::Holder, MultiLockModel::Effect, MultiLockModel::Result}) {
        const int most = column == MultiLockModel::Holder ? kMostHolder : kMostSentence;
        const int width = std::min(wanted(column), most * character);
        m_page->columns().setFirstWidth(column, width);
        rest -= header.isSectionHidden(column) ? 0 : width;
    }
    const int name = wanted(MultiLockModel::Lock);
    m_page->columns().setFirstWidth(MultiLockModel::Lock,
                                    std::clamp(rest, std::min(kLeastName * character, name), name));
}

bool MultiLockDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_page->table().viewport()) {
        fitColumns();
    }
    return Dialog::eventFilter(watched, event);
}

void MultiLockDialog::setClientNamer(ClientNamer namer)
{
    m_model.setClientNamer(std::move(namer));
    fitColumns();
    showEffects();
}

void MultiLockDialog::showEffects()
{
    if (m_isOver || isWorking()) {
        return;
    }
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const MultiLockModel::Row& each = m_model.rows()[static_cast<std::size_t>(row)];
        if (each.state == State::pending) {
            m_model.setEffect(row, effectOn(*each.latest));
        }
    }
    if (pending() != m_count) {
        refresh();
    } else {
        m_sentence->setText(sentence(m_count));
    }
}

void MultiLockDialog::lookAt(const MonitorBatch& batch)
{
    for (const LockChange& change : batch.changes) {
        const std::string& name = change.state->name;
        const auto found = m_rowOf.constFind(QByteArray::fromRawData(name.data(), static_cast<qsizetype>(name.size())));
        if (found != m_rowOf.constEnd()) {
            lookAt(*found, change);
        }
    }
    if (!m_isOver && !isWorking() && pending() != m_count) {
        refresh();
        if (pending() == 0 && m_failed + m_askedAgain > 0) {
            settle(); // nothing is left that could be confirmed again
        }
    }
}

void MultiLockDialog::lookAt(int row, const LockChange& change)
{
    const bool isLeftOut = m_leftOut.contains(row); // what is there instead may be something else by now
    if (isWorking() && !isLeftOut) {
        m_missed.insert_or_assign(row, change); // The answer says more.
        return;
    }
    if (const auto lost = m_lost.find(row); lost != m_lost.end()) {
        lost->second.see(change);
        showLost(row);
        return;
    }
    const MultiLockModel::Row& known = m_model.rows()[static_cast<std::size_t>(row)];
    const bool gone = change.kind == LockChange::Kind::removed;
    const bool isOpen = known.state == State::pending && !m_isOver;
    if (isOnlyUnwatched(change) || (!isOpen && !isLeftOut)) {
        return;
    }
    if (!isLeftOut && !gone && isAsSeen(*known.seen, *change.state)) {
        m_model.setLatest(row, change.state);
        m_model.setEffect(row, effectOn(*change.state));
        return;
    }
    m_leftOut.insert(row);
    setResult(row, State::changed, [this, now = gone ? nullptr : change.state] {
        return tr("left out: %1", "what is there instead").arg(changedText(now.get()));
    });
}

/// @returns the rows that can be acted on, and have to be
std::vector<int> MultiLockDialog::leaveOutTheRest()
{
    std::vector<int> places;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const MultiLockModel::Row& each = m_model.rows()[static_cast<std::size_t>(row)];
        if (each.state != State::pending) {
            continue;
        }
        if (each.latest->is_out_of_reach()) {
            setResult(row, State::failed, [] { return tr("left out: it cannot be read now"); });
        } else if (isNothingToDo(*each.latest)) {
            setResult(row, State::changed, [] { return tr("left out: nothing to do"); });
        } else {
            places.push_back(row);
        }
    }
    return places;
}

void MultiLockDialog::confirm()
{
    if (!m_confirm->isEnabled()) {
        return;
    }
    const std::vector<int> places = leaveOutTheRest();
    if (places.empty()) {
        settle();
        return;
    }
    const bool isTyped = m_typedName != nullptr && m_typedName->isRight();
    std::vector<Target> targets;
    for (const int row : places) {
        const MultiLockModel::Row& each = m_model.rows()[static_cast<std::size_t>(row)];
        Target target{each.seen, each.latest, m_reason->text().trimmed().toStdString(), {}};
        if (isTyped) {
            target.typedName = escape(each.seen->name); // the line that was typed stands for all names of the list
        }
        targets.push_back(std::move(target));
    }
    m_askedAgain = 0;
    m_failed = 0;
    m_progress->setRange(0, static_cast<int>(places.size()));
    m_progress->setValue(0);
    m_progress->show();
    const std::vector<Session::Ticket> tickets = perform(targets);
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        m_tickets.insert(tickets[i], places[i]);
        setResult(places[i], State::working, [] { return tr("waiting for its turn"); });
    }
    say({}, &Theme::text);
    m_clock.stop();
    refresh();
    m_cancel->setFocus();
}

void MultiLockDialog::finish(quint64 ticket, const AdminResult& answer)
{
    using Outcome = AdminResult::Outcome;
    const auto found = m_tickets.constFind(ticket);
    if (found == m_tickets.constEnd()) {
        return;
    }
    const int row = *found;
    m_tickets.erase(found);
    m_progress->setValue(m_progress->maximum() - static_cast<int>(m_tickets.size()));
    const MultiLockModel::Row& known = m_model.rows()[static_cast<std::size_t>(row)];
    const AdminResult result = withMemory(answer, *known.latest);
    const bool isCancelled = result.code == Errc::cancelled;
    const bool isRefused = result.outcome == Outcome::refused && !isCancelled;
    if (mayBeAskedAgain(*known.seen, result)) {
        m_model.setLatest(row, std::make_shared<const LockState>(*result.state));
        m_missed.erase(row);
        setResult(row, State::pending, [this] { return askedAgainText(); });
        ++m_askedAgain;
    } else if (isRefused || (result.outcome == Outcome::failed && !result.unknown)) {
        setResult(row, State::pending, [result] { return outcomeText(result); });
        ++m_failed;
    } else if (result.outcome == Outcome::done) {
        setResult(row, State::done, [result, done = doneText(result)] {
            return result.unrecorded.empty() ? done() : done() + QStringLiteral(" · ") + unrecordedText(result);
        });
    } else if (result.unknown) {
        m_lost.insert_or_assign(
            row, LostAnswer(result, [this, seen = known.seen](const LockState& now) { return isAsSeen(*seen, now); }));
        showLost(row);
    } else {
        setResult(row, State::failed, [this, result, isCancelled] {
            return isCancelled                        ? tr("not begun: cancelled before its turn")
                 : result.outcome == Outcome::changed ? notDoneText(result)
                                                      : outcomeText(result);
        });
    }
    if (!isWorking()) {
        settle();
    }
}

void MultiLockDialog::showLost(int row)
{
    setResult(row, State::failed, [this, lost = m_lost.at(row)] {
        return lost.texts([this](const LockState* now) { return changedText(now); }).join(QStringLiteral(" · "));
    });
}

/// With what was seen while it worked, of locks whose answer does not say more.
void MultiLockDialog::catchUp()
{
    for (const auto& [row, change] : std::exchange(m_missed, {})) {
        lookAt(row, change);
    }
    std::vector<std::string> names;
    for (const auto& [row, lost] : m_lost) {
        names.push_back(m_model.rows()[static_cast<std::size_t>(row)].seen->name);
    }
    m_session.refresh(std::move(names));
}

/// All have answered: the dialog is over, unless some may be confirmed once more.
void MultiLockDialog::settle()
{
    catchUp();
    const int unknown = static_cast<int>(m_lost.size());
    if (pending() > 0 && !m_isOver && m_session.mayAct()) {
        say(
            [this, again = m_askedAgain, failed = m_failed, unknown] {
                return inARow({unknownText(unknown), again > 0 ? askedAgainText(again) : QString(),
                               failed > 0
                                   ? tr("%Ln lock(s) could not be acted on; the list says why. Nothing was done to "
                                        "them. Confirm again to try once more.",
                                        nullptr, failed)
                                   : QString()});
            },
            &Theme::text);
        m_clock.start();
        refresh();
        return;
    }
    const auto& rows = m_model.rows();
    const auto count =
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.state == State::done; });
    conclude([count, of = m_model.rowCount(), unknown] {
        const QString finished = tr("Finished: %1 of %2 done. The list says what became of each.", "numbers")
                                     .arg(numberText(count), numberText(of));
        return inARow({finished, unknownText(unknown)});
    });
}

QString MultiLockDialog::unknownText(int count)
{
    return count == 0 ? QString()
                      : tr("Of %Ln lock(s) it is not known whether it has happened: look at them before you repeat it.",
                           nullptr, count);
}

bool MultiLockDialog::isAsSeen(const LockState& seen, const LockState& now) const
{
    return isSameHold(seen, now);
}

QString MultiLockDialog::changedText(const LockState* now) const
{
    return now != nullptr && now->is_held() ? tr("now held by %1").arg(namedHolders(*now, namer()))
                                            : tr("nobody holds it any more");
}

QString MultiLockDialog::notDoneText(const AdminResult& result) const
{
    return tr("nothing done: %1", "what is there instead").arg(changedText(result.state ? &*result.state : nullptr));
}

bool MultiLockDialog::mayBeAskedAgain(const LockState& seen, const AdminResult& result) const
{
    return result.renewed && result.state && isAsSeen(seen, *result.state);
}

QString MultiLockDialog::askedAgainText(int count) const
{
    return tr(
        "%Ln lock(s) were renewed since they were read, or released and taken anew by the same owner. Nothing was "
        "done to them. Confirm again to act on them as they are now.",
        nullptr, count);
}

QString MultiLockDialog::askedAgainText() const
{
    return tr("nothing done: renewed, or taken anew; confirm again");
}

void MultiLockDialog::say(const Text& message, QColor Theme::*color)
{
    m_says = message;
    colorText(*m_message, color);
    m_message->setText(message ? message() : QString());
    setNoteStress(*m_message, Stress::none);
}

void MultiLockDialog::setResult(int row, State state, const Text& text)
{
    m_results[row] = text;
    m_model.setResult(row, state, text());
    m_page->hideIfEmpty(MultiLockModel::Result);
    fitColumns();
}

/// Another window may have the profile say that it is a production server, while this stands open.
void MultiLockDialog::followServerKind()
{
    if (m_typedName != nullptr || m_isOver || m_session.serverKind() != Session::ServerKind::production) {
        return;
    }
    showServer();
    m_typedName = new TypedName(TypedName::Of::several, *m_form, widthOf(kWidthChars), this);
    m_typedName->comeAfter(*m_reason);
    // Of the list as it was first, or whoever types has to begin anew each time when one of them changes.
    m_typedName->setSeveral(m_model.rowCount(), m_server);
    connect(m_typedName, &TypedName::edited, this, &MultiLockDialog::checkReady);
    checkReady();
    makeRoom();
}

void MultiLockDialog::showServer()
{
    m_where->setText(serverText(m_server, m_session.serverKind()));
}

/// From here on the dialog can only be closed.
void MultiLockDialog::conclude(const Text& message)
{
    if (m_isOver) {
        return;
    }
    m_isOver = true;
    m_clock.stop();
    m_sentence->hide(); // It said what would happen, and the button to how many.
    m_confirm->hide();
    say(message, &Theme::text);
    m_cancel->setText(tr("Close"));
    refresh();
    m_cancel->setFocus();
}

void MultiLockDialog::reject()
{
    if (isWorking() && !m_isOver) {
        m_session.cancelBatch();
        m_cancel->setEnabled(false); // The one that has begun ends first.
        return;
    }
    QDialog::reject();
}

Text MultiLockDialog::unfinished() const
{
    return isWorking() ? m_title : Text();
}

int MultiLockDialog::pending() const
{
    const auto& rows = m_model.rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [this](const auto& row) {
        return row.state == State::pending && !isNothingToDo(*row.latest);
    }));
}

QString MultiLockDialog::whatIsMissing() const
{
    const QString wrong = problem();
    return wrong.isEmpty() ? TypedName::stillToType(m_reason->text(), m_typedName) : wrong;
}

void MultiLockDialog::stressWhatIsMissing()
{
    checkReady(); // it may have been said of the last try instead
    if (!m_isOver && !isWorking() && m_says) {
        colorText(*m_message, &Theme::danger);
        setNoteStress(*m_message, Stress::strong);
    }
}

/// What was said of the last try is over, as soon as somebody changes something.
void MultiLockDialog::checkReady()
{
    if (!m_isOver && !isWorking()) {
        say(
            whatIsMissing().isEmpty() ? Text() : [this] { return whatIsMissing(); }, &Theme::mutedText);
    }
    refresh();
}

void MultiLockDialog::refresh()
{
    const bool isOpen = !m_isOver && !isWorking();
    m_reason->setEnabled(isOpen);
    if (m_typedName != nullptr) {
        m_typedName->field().setEnabled(isOpen);
    }
    for (QWidget* field : std::as_const(m_fields)) {
        field->setEnabled(isOpen);
    }
    followStandstill();
    m_cancel->setEnabled(true);
    if (isOpen) {
        m_count = pending();
    }
    m_sentence->setText(sentence(m_count));
    m_confirm->setText(verb(m_count));
}

void MultiLockDialog::followStandstill()
{
    const bool isOpen = !m_isOver && !isWorking();
    const QString why = m_isOver ? QString() : standstillText(m_session);
    m_standstill->setText(why);
    m_standstill->setVisible(!why.isEmpty());
    setUsable(*m_confirm, isOpen && pending() > 0 && isInReach(m_session) && whatIsMissing().isEmpty(), *m_reason);
}

} // namespace lockscope::ui
