// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_filter.hpp"

#include "models/glob.hpp"
#include "models/lock_facts.hpp"
#include "text/words.hpp"

#include "lockscope/escape.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <optional>

namespace lockscope::ui {

/// Reads one filter text; throws its ParseError inwards, parse() turns it into a value.
class LockFilterParser
{
    Q_DECLARE_TR_FUNCTIONS(LockFilter)

public:
    LockFilter filter;

    void addTerm(const QString& term);

private:
    enum class Comparison { less, lessOrEqual, equal, greaterOrEqual, greater };
    struct Measure
    {
        Comparison comparison;
        QString value;
    };

    void addWord(const QString& field, const QString& value);
    void addMeasure(const QString& field, const Measure& measure);
    void addName(const QString& value);
    void addTimeTerm(LockFilter::Term term);
    static std::optional<Measure> measureOf(QStringView rest);
    static bool compare(Comparison comparison, std::int64_t left, std::int64_t right);
    [[noreturn]] static void fail(const QString& message) { throw LockFilter::ParseError{message}; }
    static std::int64_t number(const QString& field, const QString& value);
    static std::int64_t duration(const QString& field, const QString& value);
};

namespace {

const std::array kConditions{LockCondition::free,     LockCondition::held,  LockCondition::contended,
                             LockCondition::expiring, LockCondition::stuck, LockCondition::unknown};
const std::array kTypes{LockType::reentrant,   LockType::fair,      LockType::read_write,
                        LockType::fenced,      LockType::spin,      LockType::multi,
                        LockType::transaction, LockType::semaphore, LockType::latch};
const std::array kModes{LockMode::read, LockMode::write};

QString english(std::string_view word)
{
    return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
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

template <typename Values>
QString wordList(const Values& values)
{
    QStringList words;
    for (const auto value : values) {
        words << english(to_string(value));
    }
    return words.join(QLatin1String(", "));
}

/// Splits at spaces outside quotes. Quotes are dropped; nullopt if one stays open.
std::optional<QStringList> splitTerms(const QString& text)
{
    QStringList terms;
    QString term;
    bool quoted = false;
    bool started = false;
    for (const QChar character : text) {
        if (character == QLatin1Char('"')) {
            quoted = !quoted;
            started = true;
        } else if (character.isSpace() && !quoted) {
            if (started) {
                terms << std::exchange(term, {});
            }
            started = false;
        } else {
            term += character;
            started = true;
        }
    }
    if (quoted) {
        return std::nullopt;
    }
    if (started) {
        terms << term;
    }
    return terms;
}

bool isWordField(const QString& field)
{
    static const QStringList fields{QStringLiteral("name"), QStringLiteral("type"), QStringLiteral("state"),
                                    QStringLiteral("mode"), QStringLiteral("holder")};
    return fields.contains(field);
}

bool isMeasureField(const QString& field)
{
    static const QStringList fields{QStringLiteral("waiters"), QStringLiteral("count"), QStringLiteral("ttl"),
                                    QStringLiteral("held")};
    return fields.contains(field);
}

} // namespace

std::variant<LockFilter, LockFilter::ParseError> LockFilter::parse(const QString& text)
{
    const std::optional<QStringList> terms = splitTerms(text);
    if (!terms) {
        return ParseError{QCoreApplication::translate("LockFilter", "A quotation mark is open.")};
    }
    LockFilterParser parser;
    try {
        for (const QString& term : *terms) {
            if (!term.isEmpty()) {
                parser.addTerm(term);
            }
        }
    } catch (const ParseError& error) {
        return error;
    }
    return parser.filter;
}

void LockFilterParser::addTerm(const QString& term)
{
    qsizetype end = 0;
    while (end < term.size() && term.at(end).isLetter()) {
        ++end;
    }
    const QString field = term.left(end).toLower();
    const QStringView rest = QStringView(term).mid(end);
    if (isWordField(field) && rest.startsWith(QLatin1Char(':'))) {
        addWord(field, rest.mid(1).toString());
        return;
    }
    if (isMeasureField(field)) {
        if (const std::optional<Measure> measure = measureOf(rest)) {
            addMeasure(field, *measure);
            return;
        }
    }
    addName(term);
}

void LockFilterParser::addWord(const QString& field, const QString& value)
{
    if (value.isEmpty()) {
        fail(tr("“%1:” needs a value.").arg(field));
    }
    if (field == QLatin1String("name")) {
        addName(value);
    } else if (field == QLatin1String("holder")) {
        const std::string needle = loweredText(value.toStdString());
        filter.m_terms.emplace_back([needle](const LockState& state, const FilterMoment&) {
            return std::any_of(state.holders.begin(), state.holders.end(),
                               [&](const Holder& holder) { return containsIgnoringCase(holder.owner, needle); });
        });
    } else if (field == QLatin1String("type")) {
        const auto type = valueNamed(kTypes, value, [](LockType each) { return typeText(each); });
        if (!type) {
            fail(tr("There is no type “%1”. Types are: %2.").arg(value, wordList(kTypes)));
        }
        filter.m_terms.emplace_back(
            [type](const LockState& state, const FilterMoment&) { return state.type == *type; });
    } else if (field == QLatin1String("mode")) {
        const auto mode = valueNamed(kModes, value, modeText);
        if (!mode) {
            fail(tr("There is no mode “%1”. Modes are: %2.").arg(value, wordList(kModes)));
        }
        filter.m_terms.emplace_back(
            [mode](const LockState& state, const FilterMoment&) { return state.mode == *mode; });
    } else {
        const auto condition = valueNamed(kConditions, value, conditionText);
        if (!condition) {
            fail(tr("There is no state “%1”. States are: %2.").arg(value, wordList(kConditions)));
        }
        addTimeTerm([condition](const LockState& state, const FilterMoment& moment) {
            return condition_of(state, moment.thresholds, moment.steady, moment.wall) == *condition;
        });
    }
}

void LockFilterParser::addMeasure(const QString& field, const Measure& measure)
{
    const Comparison comparison = measure.comparison;
    if (field == QLatin1String("waiters")) {
        const std::int64_t limit = number(field, measure.value);
        filter.m_terms.emplace_back([comparison, limit](const LockState& state, const FilterMoment&) {
            const std::optional<std::int64_t> waiters = waiterCount(state);
            return waiters && compare(comparison, *waiters, limit);
        });
    } else if (field == QLatin1String("count")) {
        const std::int64_t limit = number(field, measure.value);
        filter.m_terms.emplace_back([comparison, limit](const LockState& state, const FilterMoment&) {
            return compare(comparison, entryCount(state), limit);
        });
    } else if (field == QLatin1String("ttl")) {
        const std::int64_t limit = duration(field, measure.value);
        addTimeTerm([comparison, limit](const LockState& state, const FilterMoment& moment) {
            const std::optional<milliseconds> left = state.remaining(moment.steady);
            return left && compare(comparison, left->count(), limit);
        });
    } else {
        const std::int64_t limit = duration(field, measure.value);
        addTimeTerm([comparison, limit](const LockState& state, const FilterMoment& moment) {
            const std::optional<milliseconds> held = heldFor(state, moment.wall);
            return held && compare(comparison, held->count(), limit);
        });
    }
}

void LockFilterParser::addName(const QString& value)
{
    // What is typed is what the table shows: escaped text, so \x00 finds a NUL.
    const std::string bytes = unescape(value.toStdString());
    if (value.contains(QLatin1Char('*')) || value.contains(QLatin1Char('?'))) {
        filter.m_terms.emplace_back([pattern = bytes](const LockState& state, const FilterMoment&) {
            return globMatches(pattern, state.name);
        });
        return;
    }
    filter.m_terms.emplace_back([needle = loweredText(bytes)](const LockState& state, const FilterMoment&) {
        return containsIgnoringCase(state.name, needle);
    });
}

void LockFilterParser::addTimeTerm(LockFilter::Term term)
{
    filter.m_terms.push_back(std::move(term));
    filter.m_dependsOnTime = true;
}

std::optional<LockFilterParser::Measure> LockFilterParser::measureOf(QStringView rest)
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

bool LockFilterParser::compare(Comparison comparison, std::int64_t left, std::int64_t right)
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

std::int64_t LockFilterParser::number(const QString& field, const QString& value)
{
    bool valid = false;
    const qint64 result = value.toLongLong(&valid);
    if (!valid) {
        fail(tr("“%1” needs a number, as in %1>3.").arg(field));
    }
    return result;
}

std::int64_t LockFilterParser::duration(const QString& field, const QString& value)
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
    fail(tr("“%1” needs a duration, as in %1<5s; units are ms, s, m and h.").arg(field));
}

bool LockFilter::matches(const LockState& state, const FilterMoment& moment) const
{
    switch (m_quick) {
    case QuickFilter::all: break;
    case QuickFilter::held:
        if (!state.is_held()) {
            return false;
        }
        break;
    case QuickFilter::contended:
        if (!state.is_held() || !state.has_waiters()) {
            return false;
        }
        break;
    case QuickFilter::stuck:
        if (condition_of(state, moment.thresholds, moment.steady, moment.wall) != LockCondition::stuck) {
            return false;
        }
        break;
    }
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term& term) { return term(state, moment); });
}

} // namespace lockscope::ui
