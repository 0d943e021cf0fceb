// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/error_words.hpp"

#include "text/reason_words.hpp"
#include "text/server_text.hpp"

#include <QCoreApplication>
#include <QLocale>

#include <optional>

namespace lockscope::ui {
namespace {

struct ErrorWords
{
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

/// Behind Sentinel, a sentence names every address that was tried.
constexpr int kLongestDetail = 600;

/// "C" is what the language is before the program has set one.
bool isEnglish()
{
    const QLocale::Language language = QLocale().language();
    return language == QLocale::English || language == QLocale::C;
}

QString sentenceOf(Errc code, std::string_view detail)
{
    switch (code) {
    case Errc::ok: break;
    case Errc::invalid_argument: return ErrorWords::tr("Something in it is not understood. Correct it.");
    case Errc::wrong_thread: return ErrorWords::tr("It would have waited for itself: a fault of this program.");
    case Errc::closed: return ErrorWords::tr("The connection was closed. Connect again.");
    case Errc::cancelled: return ErrorWords::tr("It was cancelled.");
    case Errc::connection_failed:
        return ErrorWords::tr("The server cannot be reached. Check the address, and whether the server runs.");
    case Errc::connection_lost:
        return ErrorWords::tr("The connection was lost meanwhile. Look at the lock before you repeat it.");
    case Errc::timeout:
        return ErrorWords::tr("The server did not answer in time. Look at the lock before you repeat it.");
    case Errc::protocol:
        return ErrorWords::tr("What answers there does not speak the protocol of Redis. Check host and port.");
    case Errc::tls:
        return ErrorWords::tr("The encrypted connection was refused. Check the certificates and the server name.");
    case Errc::authentication:
        return detail.find("NOAUTH") != std::string_view::npos
                 ? ErrorWords::tr("The server wants a password, and was given none. Enter it.")
                 : ErrorWords::tr("The server refused the user or the password. Check both.");
    case Errc::no_permission:
        return ErrorWords::tr("The server does not permit this to the user. Ask for the ACL rule that is missing.");
    case Errc::no_script: return ErrorWords::tr("The server does not know the script. Try again.");
    case Errc::wrong_type:
        return ErrorWords::tr("A key of another type has the name of the lock. It was not touched; use another name.");
    case Errc::read_only:
        return ErrorWords::tr("This server is a replica and takes no changes. Connect to the master, or try again "
                              "after the failover.");
    case Errc::loading: return ErrorWords::tr("The server is still reading its data. Try again in a moment.");
    case Errc::busy: return ErrorWords::tr("A script blocks the server. Try again when it has ended.");
    case Errc::master_down: return ErrorWords::tr("The server cannot serve at present. Try again later.");
    case Errc::out_of_memory:
        return ErrorWords::tr("The server's memory is full. Free some of it, or raise maxmemory.");
    case Errc::redirected: return ErrorWords::tr("The server belongs to a cluster. Connect to it as to a cluster.");
    case Errc::server: return ErrorWords::tr("The server answered with an error.");
    case Errc::not_held: return ErrorWords::tr("The lock is not held by this program.");
    case Errc::lost:
        return ErrorWords::tr("The hold had ended before: it expired or was taken away. Check what it protected.");
    case Errc::outcome_unknown:
        return ErrorWords::tr("Whether it has happened is not known. Look at the lock before you repeat it.");
    case Errc::already_held: return ErrorWords::tr("The same owner holds the lock already, and it is not reentrant.");
    case Errc::would_deadlock:
        return ErrorWords::tr("It would wait for itself: a reader that wants to write. Release the read lock first.");
    case Errc::not_replicated:
        return ErrorWords::tr("No replica confirmed the lock in time, so it was given back. Check the replicas.");
    }
    return ErrorWords::tr("It failed, and nobody said why.");
}

/// What the server's own words say of it is for who runs Redis, not for who only wants to free a lock.
bool needsAdvice(Errc code)
{
    return code == Errc::no_permission || code == Errc::read_only || code == Errc::out_of_memory || code == Errc::busy;
}

} // namespace

QString withDetail(const QString& sentence, std::string_view detail)
{
    if (detail.empty()) {
        return sentence;
    }
    // The core escapes what servers say before it puts it into a message.
    const QString words =
        shortened(QString::fromUtf8(detail.data(), static_cast<qsizetype>(detail.size())), kLongestDetail);
    if (isEnglish()) {
        return words;
    }
    const std::optional<QString> reason = reasonText(words);
    return reason ? ErrorWords::tr("%1 (%2)", "what failed, and the details, in the language of the window")
                        .arg(sentence, *reason)
                  : ErrorWords::tr("%1 (%2)", "what failed, and the program's English words").arg(sentence, words);
}

QString withCause(const QString& sentence, std::string_view cause)
{
    const QString words = withDetail(sentence, cause);
    return isEnglish() && !cause.empty() ? sentence + QLatin1Char(' ') + words : words;
}

QString errorText(Errc code, std::string_view detail)
{
    if (isEnglish() && needsAdvice(code)) {
        return withCause(sentenceOf(code, detail), detail);
    }
    // What was not understood, and how to write it, needs no sentence that says that something was not; nor does why a
    // cluster refuses everything.
    if (!isEnglish() && (code == Errc::invalid_argument || code == Errc::master_down)) {
        const auto bytes = static_cast<qsizetype>(detail.size());
        if (const std::optional<QString> reason = reasonText(QString::fromUtf8(detail.data(), bytes))) {
            return shortened(*reason, kLongestDetail);
        }
    }
    return withDetail(sentenceOf(code, detail), detail);
}

QString connectFailureText(Errc code, std::string_view detail)
{
    QString text = errorText(code, detail);
    // A server that answers runs, and has said itself what it wants.
    const bool wasAnswered = detail.find("refused by the server") != std::string_view::npos;
    if (code != Errc::connection_failed || detail.empty() || wasAnswered || !isEnglish()) {
        return text;
    }
    while (text.endsWith(QLatin1Char('.'))) {
        text.chop(1);
    }
    return ErrorWords::tr("%1. Check the address, and whether the server runs.", "%1: why there is no connection")
        .arg(text);
}

QString errorText(const std::exception& error)
{
    const auto* ours = dynamic_cast<const Error*>(&error);
    return errorText(ours == nullptr ? Errc::ok : ours->errc(), error.what());
}

} // namespace lockscope::ui
