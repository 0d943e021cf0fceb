// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/secrets.hpp"

#include "lockscope/escape.hpp"

#include <utility>

namespace lockscope::ui {
namespace {

/// A shorter password is only looked for between quotes: it may well be a part of a common word.
constexpr qsizetype kShort = 4;
/// Servers cut off what they quote.
constexpr qsizetype kQuotedAtLeast = 32;
const QString kHidden = QStringLiteral("•••");

bool isOfAWord(QChar character)
{
    return character.isLetterOrNumber() || character == QLatin1Char('_');
}

/// Only where it is a whole word: a user may well be called like a part of one.
QString withoutWord(QString sentence, const std::string& hidden)
{
    const QString word = QString::fromStdString(escape(hidden));
    if (word.isEmpty()) {
        return sentence;
    }
    for (qsizetype at = sentence.indexOf(word); at >= 0; at = sentence.indexOf(word, at)) {
        const qsizetype end = at + word.size();
        const bool isPart =
            (at > 0 && isOfAWord(sentence[at - 1])) || (end < sentence.size() && isOfAWord(sentence[end]));
        if (isPart) {
            ++at;
        } else {
            sentence.replace(at, word.size(), kHidden);
            at += kHidden.size();
        }
    }
    return sentence;
}

} // namespace

QString withoutSecret(QString sentence, const std::string& password)
{
    if (password.empty()) {
        return sentence;
    }
    const QString secret = QString::fromStdString(escape(password)); // as it stands in messages
    if (secret.size() < kShort) {
        for (const QChar quote : {QLatin1Char('\''), QLatin1Char('"'), QLatin1Char('`')}) {
            sentence.replace(quote + secret + quote, quote + kHidden + quote);
        }
        return sentence;
    }
    sentence.replace(secret, kHidden);
    const QString beginning = secret.left(kQuotedAtLeast);
    for (qsizetype at = sentence.indexOf(beginning); at >= 0 && secret.size() > kQuotedAtLeast;
         at = sentence.indexOf(beginning)) {
        qsizetype end = at;
        while (end < sentence.size() && end - at < secret.size() && sentence[end] == secret[end - at]) {
            ++end;
        }
        sentence.replace(at, end - at, kHidden);
    }
    return sentence;
}

QString withoutSecrets(QString sentence, const Endpoint& endpoint)
{
    for (const std::string* secret : {&endpoint.password, &endpoint.sentinel_password, &endpoint.tls.key_passphrase}) {
        sentence = withoutSecret(std::move(sentence), *secret);
    }
    return sentence;
}

QString withoutIdentity(QString sentence, const Endpoint& endpoint)
{
    sentence = withoutSecrets(std::move(sentence), endpoint);
    for (const std::string* user : {&endpoint.user, &endpoint.sentinel_user}) {
        sentence = withoutWord(std::move(sentence), *user);
    }
    return sentence;
}

QString withoutLock(QString sentence, const std::string& lock)
{
    return withoutWord(withoutSecret(std::move(sentence), lock), lock); // a short one is no secret, but a word
}

} // namespace lockscope::ui
