// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_filter_terms.hpp"

#include "models/glob.hpp"
#include "models/lock_facts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/escape.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace lockscope::ui {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(LockFilter)
};

[[noreturn]] void fail(const QString& message)
{
    throw FilterTermError{message};
}

const std::array kConditions{LockCondition::free,     LockCondition::held,  LockCondition::contended,
                             LockCondition::expiring, LockCondition::stuck, LockCondition::unknown};
const std::array kTypes{LockType::reentrant,   LockType::fair,      LockType::read_write,
                        LockType::fenced,      LockType::spin,      LockType::multi,
                        LockType::transaction, LockType::semaphore, LockType::latch};
const std::array kModes{LockMode::read, LockMode::write};
const std::array kAnomalies{Anomaly::never_expires, Anomaly::queue_without_score, Anomaly::score_without_entry,
                            Anomaly::dead_head,     Anomaly::free_but_queued,     Anomaly::dead_reader,
                            Anomaly::mixed_types,   Anomaly::foreign_queue,       Anomaly::truncated,
                            Anomaly::torn};
const QString kAnyAnomaly = QStringLiteral("any");
const QString kNever = QStringLiteral("never");

QString english(std::string_view word)
{
    return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

template <typename Values>
QStringList words(const Values& values)
{
    QStringList list;
    for (const auto value : values) {
        list << english(to_string(value));
    }
    return list;
}

/// The value that people call @p word, in English or in the language of the window.
template <typename Values, typename InWindow>
auto valueNamed(const Values& values, const QString& word, const InWindow& inWindow)
    -> std::optional<typename Values::value_type>
{
    for (const auto value : values) {
        if (word.compare(english(to_string(value)), Qt::CaseInsensitive) == 0
            || word.compare(inWindow(value), Qt::CaseInsensitive) == 0) {
            return value;
        }
    }
    return std::nullopt;
}

enum class Comparison { less, lessOrEqual, equal, greaterOrEqual, greater };
struct Measure
{
    Comparison comparison;
    QString value;
};

std::optional<Measure> measureOf(QStringView rest)
{
    static const std::array<std::pair<QLatin1String, Comparison>, 6> signs{{
        {QLatin1String("<="), Comparison::lessOrEqual},
        {QLatin1String(">="), Comparison::greaterOrEqual},
        {QLatin1String("<"), Comparison::less},
        {QLatin1String(">"), Comparison::greater},
        {QLatin1String("="), Comparison::equal},
        {QLatin1String(":"), Comparison::equal},
    }};
    for (const auto& [sign, comparison] : signs) {
        if (rest.startsWith(sign)) {
            return Measure{comparison, rest.mid(sign.size()).toString()};
        }
    }
    return std::nullopt;
}

bool compare(Comparison comparison, std::int64_t left, std::int64_t right)
{
    switch (comparison) {
    case Comparison::less: return left < right;
    case Comparison::lessOrEqual: return left <= right;
    case Comparison::equal: return left == right;
    case Comparison::greaterOrEqual: return left >= right;
    case Comparison::greater: break;
    }
    return left > right;
}

// lupdate loses its place behind the comparisons above, and would take these texts for another context's.
std::int64_t number(const QString& field, const QString& value)
{
    bool valid = false;
    const qint64 result = value.toLongLong(&valid);
    if (!valid) {
        fail(QCoreApplication::translate("LockFilter", "“%1” needs a number, as in %1>3.").arg(field));
    }
    return result;
}

std::int64_t duration(const QString& field, const QString& value)
{
    static const std::array<std::pair<QLatin1String, double>, 4> units{{
        {QLatin1String("ms"), 1},
        {QLatin1String("s"), 1000},
        {QLatin1String("m"), 60'000},
        {QLatin1String("h"), 3'600'000},
    }};
    constexpr double kLongest = 1e15;
    for (const auto& [unit, factor] : units) {
        if (!value.endsWith(unit)) {
            continue;
        }
        bool valid = false;
        const double amount = value.left(value.size() - unit.size()).toDouble(&valid);
        if (valid && amount >= 0 && amount < kLongest / factor) {
            return static_cast<std::int64_t>(amount * factor);
        }
        break;
    }
    fail(
        field == QLatin1String("ttl")
            ? QCoreApplication::translate("LockFilter", "“ttl” needs a duration, as in ttl<5s; units are ms, s, m and "
                                                        "h. What never expires is ttl:never.")
            : QCoreApplication::translate("LockFilter", "“%1” needs a duration, as in %1<5s; units are ms, s, m and h.")
                  .arg(field));
}

/// In English or in the language of the window.
bool isNever(const Measure& measure)
{
    return measure.comparison == Comparison::equal
        && (measure.value.compare(kNever, Qt::CaseInsensitive) == 0
            || measure.value.compare(leaseText(milliseconds(-1)), Qt::CaseInsensitive) == 0);
}

/// Whom a term is about: owners that contain a text, in full or as they are shown, and the clients that are called so.
struct Whom
{
    std::string needle; ///< As loweredText() makes it.
    QString shown;      ///< The same as it was typed, or copied from a cell.
    std::shared_ptr<const ClientSet> clients;

    /// @p owners holders or waiters
    template <typename Owners>
    [[nodiscard]] bool isAmong(const Owners& owners) const
    {
        return std::any_of(owners.begin(), owners.end(), [this](const auto& owner) {
            return containsIgnoringCase(owner.owner, needle) || isPartOfShortOwner(shown, owner.owner)
                || (!clients->empty() && clients->contains(owner.client()));
        });
    }
};

FilterTerm clientTerm(const QString& field, const QString& value, const ClientSearch& search)
{
    const Whom whom{loweredText(unescape(value.toStdString())), value,
                    std::make_shared<const ClientSet>(search ? search(value) : ClientSet())};
    const bool mayHold = field != QLatin1String("waiter");
    const bool mayWait = field != QLatin1String("holder");
    return {[whom, mayHold, mayWait](const LockState& state, const FilterMoment&) {
                return (mayHold && whom.isAmong(state.holders)) || (mayWait && whom.isAmong(state.waiters));
            },
            false, whom.clients};
}

FilterTerm anomalyTerm(const QString& value)
{
    if (value.compare(kAnyAnomaly, Qt::CaseInsensitive) == 0) {
        return {[](const LockState& state, const FilterMoment&) { return !state.anomalies.empty(); }};
    }
    const auto anomaly = valueNamed(kAnomalies, value, [](Anomaly) { return QString(); });
    if (!anomaly) {
        fail(Texts::tr("There is no anomaly “%1”. Anomalies are: %2.")
                 .arg(value, namesText(filterValues(QStringLiteral("anomaly")))));
    }
    return {[anomaly](const LockState& state, const FilterMoment&) { return state.anomalies.contains(*anomaly); }};
}

/// For fields with few values.
FilterTerm valueTerm(const QString& field, const QString& value)
{
    if (field == QLatin1String("type")) {
        const auto type = valueNamed(kTypes, value, [](LockType each) { return typeText(each); });
        if (!type) {
            fail(Texts::tr("There is no type “%1”. Types are: %2.").arg(value, namesText(words(kTypes))));
        }
        return {[type](const LockState& state, const FilterMoment&) { return state.type == *type; }};
    }
    if (field == QLatin1String("mode")) {
        const auto mode = valueNamed(kModes, value, modeText);
        if (!mode) {
            fail(Texts::tr("There is no mode “%1”. Modes are: %2.").arg(value, namesText(words(kModes))));
        }
        return {[mode](const LockState& state, const FilterMoment&) { return state.mode == *mode; }};
    }
    if (field == QLatin1String("anomaly")) {
        return anomalyTerm(value);
    }
    const auto condition = valueNamed(kConditions, value, conditionText);
    if (!condition) {
        fail(Texts::tr("There is no state “%1”. States are: %2.").arg(value, namesText(words(kConditions))));
    }
    return {[condition](const LockState& state, const FilterMoment& moment) {
                return condition_of(state, moment.thresholds, moment.steady, moment.wall) == *condition;
            },
            true};
}

FilterTerm wordTerm(const QString& field, const QString& value, const ClientSearch& search)
{
    if (value.isEmpty()) {
        const QStringList values = filterValues(field);
        fail(Texts::tr("“%1:” needs a value, as in %1:%2.")
                 .arg(field, !values.isEmpty()                ? values.front()
                             : field == QLatin1String("name") ? QStringLiteral("order*")
                                                              : QStringLiteral("9f45")));
    }
    if (field == QLatin1String("name")) {
        return nameTerm(value);
    }
    if (namesClients(field)) {
        return clientTerm(field, value, search);
    }
    return valueTerm(field, value);
}

FilterTerm measureTerm(const QString& field, const Measure& measure)
{
    const Comparison comparison = measure.comparison;
    if (field == QLatin1String("waiters")) {
        return {[comparison, limit = number(field, measure.value)](const LockState& state, const FilterMoment&) {
            const std::optional<std::int64_t> waiters = living_waiters(state);
            return waiters && compare(comparison, *waiters, limit);
        }};
    }
    if (field == QLatin1String("count")) {
        return {[comparison, limit = number(field, measure.value)](const LockState& state, const FilterMoment&) {
            return compare(comparison, entryCount(state), limit);
        }};
    }
    if (field == QLatin1String("token")) {
        return {[comparison, limit = number(field, measure.value)](const LockState& state, const FilterMoment&) {
            return state.fencing_token && compare(comparison, *state.fencing_token, limit);
        }};
    }
    if (field == QLatin1String("ttl") && isNever(measure)) {
        return {[](const LockState& state, const FilterMoment&) { return state.is_held() && state.ttl.count() == -1; }};
    }
    const std::int64_t limit = duration(field, measure.value);
    if (field == QLatin1String("ttl")) {
        return {[comparison, limit](const LockState& state, const FilterMoment& moment) {
                    const std::optional<milliseconds> left = state.remaining(moment.steady);
                    return left && compare(comparison, left->count(), limit);
                },
                true};
    }
    if (field == QLatin1String("renewed")) {
        return {[comparison, limit](const LockState& state, const FilterMoment& moment) {
                    const std::optional<milliseconds> ago = renewedAgo(state, moment.steady);
                    return ago && compare(comparison, ago->count(), limit);
                },
                true};
    }
    return {[comparison, limit](const LockState& state, const FilterMoment& moment) {
                const std::optional<milliseconds> held = heldFor(state, moment.wall);
                return held && compare(comparison, held->count(), limit);
            },
            true};
}

/// The field that @p word was perhaps meant to be: one letter missing, too much, wrong, or two swapped.
QString fieldLike(const QString& word)
{
    const auto oneOff = [](const QString& a, const QString& b) {
        qsizetype start = 0;
        while (start < a.size() && start < b.size() && a.at(start) == b.at(start)) {
            ++start;
        }
        qsizetype end = 0;
        while (end < a.size() - start && end < b.size() - start
               && a.at(a.size() - 1 - end) == b.at(b.size() - 1 - end)) {
            ++end;
        }
        const QString restA = a.mid(start, a.size() - start - end);
        const QString restB = b.mid(start, b.size() - start - end);
        const bool swapped =
            restA.size() == 2 && restB.size() == 2 && restA.at(0) == restB.at(1) && restA.at(1) == restB.at(0);
        return swapped || (restA.size() <= 1 && restB.size() <= 1);
    };
    for (const QString& field : wordFields() + measureFields()) {
        if (oneOff(field, word)) {
            return field;
        }
    }
    return {};
}

/// Only the stars and question marks that were typed stand for others.
std::string patternOf(const QString& value)
{
    std::string pattern;
    qsizetype from = 0;
    for (qsizetype at = 0; at <= value.size(); ++at) {
        if (at < value.size() && value.at(at) != QLatin1Char('*') && value.at(at) != QLatin1Char('?')) {
            continue;
        }
        pattern += globLiteral(unescape(value.mid(from, at - from).toStdString()));
        if (at < value.size()) {
            pattern += value.at(at).toLatin1();
        }
        from = at + 1;
    }
    return pattern;
}

} // namespace

FilterTerm nameTerm(const QString& value)
{
    // What is typed is what the table shows: escaped text, so \x00 finds a NUL, and \x2a a star.
    if (value.contains(QLatin1Char('*')) || value.contains(QLatin1Char('?'))) {
        return {[pattern = patternOf(value)](const LockState& state, const FilterMoment&) {
            return globMatches(pattern, state.name);
        }};
    }
    return {[needle = loweredText(unescape(value.toStdString()))](const LockState& state, const FilterMoment&) {
        return containsIgnoringCase(state.name, needle);
    }};
}

FilterTerm filterTerm(const QString& term, const ClientSearch& search)
{
    qsizetype end = 0;
    while (end < term.size() && term.at(end).isLetter()) {
        ++end;
    }
    const QString field = term.left(end).toLower();
    const QStringView rest = QStringView(term).mid(end);
    if (wordFields().contains(field) && rest.startsWith(QLatin1Char(':'))) {
        return wordTerm(field, rest.mid(1).toString(), search);
    }
    if (measureFields().contains(field)) {
        if (const std::optional<Measure> measure = measureOf(rest)) {
            return measureTerm(field, *measure);
        }
    }
    // Names have colons and equals signs, but hardly ever these.
    const bool compares = rest.startsWith(QLatin1Char('<')) || rest.startsWith(QLatin1Char('>'));
    if (end == 0 && (compares || rest == QLatin1String("="))) { // waiters > 3, say, which are three terms
        fail(Texts::tr(
                 "“%1” has nothing in front of it. Write it without spaces, as in waiters>3; put a name in quotes.")
                 .arg(term));
    }
    if (end > 0 && compares) {
        const QString meant = fieldLike(field);
        fail(meant.isEmpty() ? Texts::tr("“%1” cannot be compared. These can: %2. For a name, put it in quotes.")
                                   .arg(field, namesText(measureFields()))
                             : Texts::tr("There is no “%1”. Did you mean %2?").arg(field, meant));
    }
    return nameTerm(term);
}

const QStringList& wordFields()
{
    static const QStringList fields{QStringLiteral("name"),   QStringLiteral("type"),   QStringLiteral("state"),
                                    QStringLiteral("mode"),   QStringLiteral("holder"), QStringLiteral("waiter"),
                                    QStringLiteral("client"), QStringLiteral("anomaly")};
    return fields;
}

bool namesClients(const QString& field)
{
    return field == QLatin1String("holder") || field == QLatin1String("waiter") || field == QLatin1String("client");
}

const QStringList& measureFields()
{
    static const QStringList fields{QStringLiteral("waiters"), QStringLiteral("count"), QStringLiteral("token"),
                                    QStringLiteral("ttl"),     QStringLiteral("held"),  QStringLiteral("renewed")};
    return fields;
}

QStringList filterValues(const QString& field)
{
    if (field == QLatin1String("type")) {
        return words(kTypes);
    }
    if (field == QLatin1String("state")) {
        return words(kConditions);
    }
    if (field == QLatin1String("mode")) {
        return words(kModes);
    }
    if (field == QLatin1String("ttl")) {
        return {kNever};
    }
    return field == QLatin1String("anomaly") ? QStringList(kAnyAnomaly) + words(kAnomalies) : QStringList();
}

QString quotedIfNeeded(const QString& word)
{
    const bool plain = std::none_of(word.begin(), word.end(), [](QChar character) {
        return character.isSpace() || QStringLiteral("()\"").contains(character);
    });
    return plain ? word
                 : QLatin1Char('"') + QString(word).replace(QLatin1Char('"'), QLatin1String("\\\"")) + QLatin1Char('"');
}

QString termForName(const QString& text)
{
    const auto letters = std::find_if_not(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    const QString field = text.left(letters - text.begin()).toLower();
    const bool isMore = wordFields().contains(field) || measureFields().contains(field)
                     || (letters != text.end() && QStringLiteral("<>-").contains(*letters))
                     || text == QLatin1String("=");
    return isMore ? QLatin1Char('"') + text + QLatin1Char('"') : quotedIfNeeded(text);
}

QString literalText(std::string_view bytes)
{
    return displayText(bytes)
        .replace(QLatin1Char('"'), QLatin1String("\\x22"))
        .replace(QLatin1Char('*'), QLatin1String("\\x2a"))
        .replace(QLatin1Char('?'), QLatin1String("\\x3f"));
}

QString filterValue(std::string_view bytes)
{
    return quotedIfNeeded(literalText(bytes));
}

QString beginningValue(std::string_view prefix)
{
    return quotedIfNeeded(literalText(prefix) + QLatin1Char('*'));
}

QString fieldMeaning(const QString& field)
{
    static const std::array<std::pair<QLatin1String, const char*>, 15> meanings{{
        {QLatin1String("name"), QT_TRANSLATE_NOOP("LockFilter", "name of the lock, with * and ?")},
        {QLatin1String("type"), QT_TRANSLATE_NOOP("LockFilter", "type of the lock")},
        {QLatin1String("state"), QT_TRANSLATE_NOOP("LockFilter", "its state now")},
        {QLatin1String("mode"), QT_TRANSLATE_NOOP("LockFilter", "how a read-write lock is held")},
        {QLatin1String("holder"), QT_TRANSLATE_NOOP("LockFilter", "client or thread that holds it")},
        {QLatin1String("waiter"), QT_TRANSLATE_NOOP("LockFilter", "client or thread in its queue")},
        {QLatin1String("client"), QT_TRANSLATE_NOOP("LockFilter", "holds it or waits for it")},
        {QLatin1String("anomaly"), QT_TRANSLATE_NOOP("LockFilter", "something is wrong with it")},
        {QLatin1String("waiters"), QT_TRANSLATE_NOOP("LockFilter", "how many wait, without the dead")},
        {QLatin1String("count"), QT_TRANSLATE_NOOP("LockFilter", "how often it was entered")},
        {QLatin1String("token"), QT_TRANSLATE_NOOP("LockFilter", "fencing token")},
        {QLatin1String("ttl"), QT_TRANSLATE_NOOP("LockFilter", "what is left of its lease")},
        {QLatin1String("ttl:never"), QT_TRANSLATE_NOOP("LockFilter", "its lease never ends")},
        {QLatin1String("held"), QT_TRANSLATE_NOOP("LockFilter", "how long it has been held")},
        {QLatin1String("renewed"), QT_TRANSLATE_NOOP("LockFilter", "how long ago its lease was renewed")},
    }};
    for (const auto& [name, meaning] : meanings) {
        if (field == name) {
            return QCoreApplication::translate("LockFilter", meaning);
        }
    }
    return {};
}

} // namespace lockscope::ui
