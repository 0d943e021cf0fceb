// SPDX-License-Identifier: GPL-3.0-or-later
// What failed is said in the language of the window, whatever it was.
#include "marked_language.hpp"
#include "text/error_words.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QSet>
#include <QTest>
#include <QTranslator>

#include <stdexcept>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

/// The values of Errc, as far as it has any.
QList<Errc> everyCode()
{
    QList<Errc> codes;
    for (int value = 0; error_category().message(value) != "unknown error"; ++value) {
        codes << static_cast<Errc>(value);
    }
    return codes;
}

/// Says what stands in the brackets behind a sentence, as the comment tells a translator.
class BracketTranslator : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* source, const char* comment, int) const override
    {
        if (qstrcmp(source, "%1 (%2)") != 0) {
            return {};
        }
        const bool isEnglish = QByteArrayView(comment).contains("English words");
        return isEnglish ? QStringLiteral("%1 <English words> %2")
                         : QStringLiteral("%1 <the language of the window> %2");
    }
};

} // namespace

class ErrorWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        QCoreApplication::removeTranslator(&m_marked);
        QLocale::setDefault(QLocale::c());
    }

    void aCauseStandsBehindWhatFailed()
    {
        const QString sentence = QStringLiteral("The trace ended.");
        QCOMPARE(withCause(sentence, "ERR no."), QStringLiteral("The trace ended. ERR no."));
        QCOMPARE(withCause(sentence, {}), sentence);
        speakChinese();
        QCOMPARE(withCause(sentence, "ERR no."), QStringLiteral("文The trace ended. (ERR no.)"));
        QCOMPARE(withCause(sentence, {}), sentence);
    }

    void everyCodeHasWordsOfItsOwn()
    {
        speakChinese();
        const QList<Errc> codes = everyCode();
        QVERIFY(codes.contains(Errc::not_replicated));
        QSet<QString> sentences;
        for (const Errc code : codes) {
            const QString sentence = errorText(code, {});
            QVERIFY2(sentence.startsWith(QStringLiteral("文")),
                     error_category().message(static_cast<int>(code)).data());
            sentences << sentence;
        }
        QCOMPARE(sentences.size(), codes.size());
    }

    void coreIsQuotedInBrackets()
    {
        const Error error(Errc::authentication, "The server answered: WRONGPASS.");
        QCOMPARE(errorText(error), QStringLiteral("The server answered: WRONGPASS."));
        speakChinese();
        const QString text = errorText(error);
        QVERIFY2(text.contains(QStringLiteral("refused the user or the password")), qPrintable(text));
        QVERIFY2(text.endsWith(QStringLiteral(" (The server answered: WRONGPASS.)")), qPrintable(text));
        QVERIFY(errorText(std::runtime_error("no such file")).endsWith(QStringLiteral(" (no such file)")));
    }

    void whoCannotConnectLearnsWhatToDo()
    {
        const char* why = "No connection to a:1: Connection refused";
        const QString advice = QStringLiteral("Check the address, and whether the server runs.");
        QCOMPARE(connectFailureText(Errc::connection_failed, why),
                 QStringLiteral("No connection to a:1: Connection refused. ") + advice);
        QCOMPARE(connectFailureText(Errc::connection_failed, "It said no."), QStringLiteral("It said no. ") + advice);
        QCOMPARE(connectFailureText(Errc::authentication, "WRONGPASS."), QStringLiteral("WRONGPASS."));
        const char* full = "No connection to a:1: The connection was refused by the server: ERR max number of clients";
        QCOMPARE(connectFailureText(Errc::connection_failed, full), QString::fromLatin1(full));
        speakChinese();
        const QString text = connectFailureText(Errc::connection_failed, why);
        QCOMPARE(text.count(advice), 1);
        QVERIFY2(text.endsWith(QStringLiteral(" (文No connection to a:1: 文Connection refused)")), qPrintable(text));
    }

    /// A translation can say which of the two they are.
    void detailsAreToldFromEnglishWords()
    {
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        BracketTranslator translator;
        QCoreApplication::installTranslator(&translator);
        QCOMPARE(withDetail(QStringLiteral("It failed."), "Connection refused"),
                 QStringLiteral("It failed. <the language of the window> Connection refused"));
        QCOMPARE(withDetail(QStringLiteral("It failed."), "ERR no."),
                 QStringLiteral("It failed. <English words> ERR no."));
    }

    void whatIsNotUnderstoodIsSaidOnce()
    {
        const Error error(Errc::invalid_argument, "The option key is given twice.");
        QCOMPARE(errorText(error), QStringLiteral("The option key is given twice."));
        speakChinese();
        QCOMPARE(errorText(error), QStringLiteral("文The option key is given twice."));
        const QString other = errorText(Errc::invalid_argument, "Nobody knows this one.");
        QVERIFY2(other.endsWith(QStringLiteral("(Nobody knows this one.)")), qPrintable(other));
    }

    void whyAClusterRefusesEverythingIsSaidOnce()
    {
        const char* why = "The cluster refuses commands (CLUSTERDOWN): nobody serves a part of it, or this master has "
                          "lost sight of most others. It goes on by itself when they are back.";
        QCOMPARE(errorText(Errc::master_down, why), QString::fromLatin1(why));
        speakChinese();
        QCOMPARE(errorText(Errc::master_down, why), QStringLiteral("文") + QString::fromLatin1(why));
    }

    void escapedBytesAreNotEscapedAgain()
    {
        QCOMPARE(errorText(Errc::server, "ERR a\\x0ab"), QStringLiteral("ERR a\\x0ab"));
    }

    void failedActionSaysWhyOnce()
    {
        AdminResult result;
        result.outcome = AdminResult::Outcome::failed;
        result.code = Errc::timeout;
        result.unknown = true;
        result.message = "No reply from a:1.";
        QCOMPARE(outcomeText(result), QStringLiteral("Whether it has happened is not known: No reply from a:1."));
        speakChinese();
        QVERIFY(outcomeText(result).contains(QStringLiteral("did not answer in time")));
        result.outcome = AdminResult::Outcome::refused;
        result.message = "This session is read-only.";
        QVERIFY(outcomeText(result).contains(QStringLiteral("文nothing was done.")));
    }

    void whatIsNotRecordedIsSaidOnce()
    {
        AdminResult result;
        QVERIFY(unrecordedText(result).isEmpty());
        result.unrecorded = "The audit log a.jsonl cannot be written: No space left on device.";
        QCOMPARE(unrecordedText(result), QStringLiteral("The audit log a.jsonl cannot be written: No space left on "
                                                        "device. It does not say what became of this."));
        result.outcome = AdminResult::Outcome::failed;
        result.message = "No reply from a:1.";
        QCOMPARE(outcomeText(result).count(QStringLiteral("No space left")), 1);
        speakChinese();
        QVERIFY(unrecordedText(result).contains(QStringLiteral("文The audit log cannot be written")));
        QVERIFY(unrecordedText(result).contains(QStringLiteral("No space left on device")));
    }

private:
    void speakChinese()
    {
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        QCoreApplication::installTranslator(&m_marked);
    }

    MarkedLanguage m_marked;
};

QTEST_MAIN(ErrorWordsTest)
#include "error_words_test.moc"
