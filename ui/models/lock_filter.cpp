// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_filter.hpp"

#include "models/lock_filter_terms.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <optional>

namespace lockscope::ui {
namespace {

constexpr int kDeepest = 50;
/// As names are shown: by itself it might begin an escape.
const QString kBackslash = QStringLiteral("\\x5c");

struct Token
{
    enum class Kind { term, quotedTerm, open, close, minus, end };
    Kind kind = Kind::end;
    QString text; ///< Of a term, without its quotes.
    qsizetype start = 0;
    qsizetype length = 0;

    /// One of the words that join terms; in quotes they are names.
    [[nodiscard]] bool isWord(QLatin1String word) const
    {
        return kind == Kind::term && text.compare(word, Qt::CaseInsensitive) == 0;
    }
};

/// Reads one filter text from left to right; throws ParseError.
class Reader
{
    Q_DECLARE_TR_FUNCTIONS(LockFilter)

public:
    /// @param clients outlives the reader
    Reader(const QString& text, const ClientSearch& clients) : m_text(text), m_search(clients) { advance(); }

    std::vector<LockFilter::Term> all();
    [[nodiscard]] bool dependsOnTime() const { return m_dependsOnTime; }
    [[nodiscard]] const std::vector<std::shared_ptr<const ClientSet>>& clients() const { return m_clients; }

private:
    using Term = LockFilter::Term;

    void advance();
    Token readTerm(qsizetype start) const;
    std::vector<Term> anyOf();
    std::vector<Term> allOf();
    Term one();
    Term inParentheses();
    [[noreturn]] static void fail(const QString& message, const Token& at);

    QString m_text;
    const ClientSearch& m_search;
    std::vector<std::shared_ptr<const ClientSet>> m_clients;
    Token m_token;
    qsizetype m_next = 0;
    int m_open = 0;    ///< Parentheses.
    int m_nesting = 0; ///< Parentheses and negations.
    bool m_dependsOnTime = false;
};

LockFilter::Term together(std::vector<LockFilter::Term> terms)
{
    if (terms.size() == 1) {
        return std::move(terms.front());
    }
    return [terms = std::move(terms)](const LockState& state, const FilterMoment& moment) {
        return std::all_of(terms.begin(), terms.end(), [&](const auto& term) { return term(state, moment); });
    };
}

void Reader::fail(const QString& message, const Token& at)
{
    throw LockFilter::ParseError{message, at.start, at.length};
}

void Reader::advance()
{
    while (m_next < m_text.size() && m_text.at(m_next).isSpace()) {
        ++m_next;
    }
    const qsizetype start = m_next;
    if (start >= m_text.size()) {
        m_token = {Token::Kind::end, {}, m_text.size(), 0};
        return;
    }
    const QChar first = m_text.at(start);
    const bool more = start + 1 < m_text.size() && !m_text.at(start + 1).isSpace();
    if (first == QLatin1Char('(')) {
        m_token = {Token::Kind::open, {}, start, 1};
    } else if (first == QLatin1Char(')') && m_open > 0) {
        m_token = {Token::Kind::close, {}, start, 1};
    } else if (first == QLatin1Char('-') && more) {
        m_token = {Token::Kind::minus, {}, start, 1};
    } else {
        m_token = readTerm(start);
    }
    m_next = start + m_token.length;
}

/// Up to a space outside quotes, or to the parenthesis that closes an open one; names may have pairs of their own. In
/// quotes, a backslash in front of a quotation mark or of another backslash makes it a part of the name.
Token Reader::readTerm(qsizetype start) const
{
    Token token{Token::Kind::term, {}, start, 0};
    if (m_text.at(start) == QLatin1Char('"')) {
        token.kind = Token::Kind::quotedTerm;
    }
    qsizetype quote = -1;
    int inner = 0;
    qsizetype at = start;
    for (; at < m_text.size(); ++at) {
        const QChar character = m_text.at(at);
        const QChar next = at + 1 < m_text.size() ? m_text.at(at + 1) : QChar();
        if (quote >= 0 && character == QLatin1Char('\\') && (next == QLatin1Char('"') || next == character)) {
            token.text += next == QLatin1Char('"') ? QStringLiteral("\"") : kBackslash;
            ++at;
            continue;
        }
        if (character == QLatin1Char('"')) {
            quote = quote < 0 ? at : -1;
            continue;
        }
        if (quote < 0) {
            if (character.isSpace() || (character == QLatin1Char(')') && inner == 0 && m_open > 0)) {
                break;
            }
            inner += character == QLatin1Char('(') ? 1 : character == QLatin1Char(')') ? -1 : 0;
        }
        token.text += character;
    }
    token.length = at - start;
    if (quote >= 0) {
        throw LockFilter::ParseError{tr("A quotation mark is open: close it with another one."), quote,
                                     m_text.size() - quote};
    }
    return token;
}

std::vector<LockFilter::Term> Reader::all()
{
    std::vector<Term> terms;
    if (m_token.kind != Token::Kind::end) {
        terms = anyOf();
    }
    return terms;
}

std::vector<LockFilter::Term> Reader::anyOf()
{
    std::vector<Term> first = allOf();
    if (!m_token.isWord(QLatin1String("or"))) {
        return first;
    }
    std::vector<Term> choices;
    choices.push_back(together(std::move(first)));
    while (m_token.isWord(QLatin1String("or"))) {
        advance();
        choices.push_back(together(allOf()));
    }
    return {[choices = std::move(choices)](const LockState& state, const FilterMoment& moment) {
        return std::any_of(choices.begin(), choices.end(), [&](const Term& term) { return term(state, moment); });
    }};
}

std::vector<LockFilter::Term> Reader::allOf()
{
    std::vector<Term> terms;
    terms.push_back(one());
    for (;;) {
        if (m_token.isWord(QLatin1String("and"))) {
            advance();
        } else if (m_token.kind == Token::Kind::end || m_token.kind == Token::Kind::close
                   || m_token.isWord(QLatin1String("or"))) {
            return terms;
        }
        terms.push_back(one());
    }
}

LockFilter::Term Reader::one()
{
    const Token token = m_token;
    if (token.kind == Token::Kind::minus || token.isWord(QLatin1String("not"))) {
        advance();
        if (++m_nesting > kDeepest) {
            fail(tr("This is nested too deeply."), token);
        }
        Term term = one();
        --m_nesting;
        return [term = std::move(term)](const LockState& state, const FilterMoment& moment) {
            return !term(state, moment);
        };
    }
    if (token.kind == Token::Kind::open) {
        return inParentheses();
    }
    const bool joins = token.isWord(QLatin1String("or")) || token.isWord(QLatin1String("and"));
    if (joins) {
        fail(tr("“%1” stands between two terms, as in state:stuck or type:fair; put it in quotes if it is a name.")
                 .arg(token.text),
             token);
    }
    if (token.kind == Token::Kind::end || token.kind == Token::Kind::close) {
        fail(tr("Something is missing here: a name, or a term like type:fair."), token);
    }
    try {
        FilterTerm term =
            token.kind == Token::Kind::quotedTerm ? nameTerm(token.text) : filterTerm(token.text, m_search);
        m_dependsOnTime = m_dependsOnTime || term.dependsOnTime;
        if (term.clients) {
            m_clients.push_back(term.clients);
        }
        advance();
        return std::move(term.test);
    } catch (const FilterTermError& error) {
        fail(error.message, token);
    }
}

LockFilter::Term Reader::inParentheses()
{
    const Token open = m_token;
    if (++m_nesting > kDeepest) {
        fail(tr("This is nested too deeply."), open);
    }
    ++m_open;
    advance();
    Term term = together(anyOf());
    if (m_token.kind != Token::Kind::close) {
        fail(tr("A parenthesis is open: close it with )."), open);
    }
    --m_open;
    --m_nesting;
    advance();
    return term;
}

} // namespace

std::variant<LockFilter, LockFilter::ParseError> LockFilter::parse(const QString& text, const ClientSearch& clients)
{
    LockFilter filter;
    try {
        Reader reader(text, clients);
        filter.m_terms = reader.all();
        filter.m_dependsOnTime = reader.dependsOnTime();
        filter.m_clients = reader.clients();
    } catch (const ParseError& error) {
        return error;
    }
    return filter;
}

std::optional<QString> LockFilter::rightPartOf(QString text)
{
    for (;;) {
        const auto parsed = parse(text);
        const auto* error = std::get_if<ParseError>(&parsed);
        if (!error) {
            return text;
        }
        if (error->length == 0 || !text.at(error->position).isLetter()) {
            return std::nullopt; // a sign that belongs to its neighbours
        }
        qsizetype start = error->position;
        while (start > 0 && text.at(start - 1) == QLatin1Char('-')) {
            --start; // its own sign
        }
        text.remove(start, error->position + error->length - start);
    }
}

bool LockFilter::namesTheSameAs(const LockFilter& other) const
{
    return std::equal(m_clients.begin(), m_clients.end(), other.m_clients.begin(), other.m_clients.end(),
                      [](const auto& mine, const auto& its) { return *mine == *its; });
}

bool LockFilter::matches(const LockState& state, const FilterMoment& shown) const
{
    const FilterMoment moment = shown.of(state);
    switch (m_quick) {
    case QuickFilter::all: break;
    case QuickFilter::held:
        if (!state.is_held() && !is_closed(state)) {
            return false;
        }
        break;
    case QuickFilter::contended:
        if (!is_contended(state)) {
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
