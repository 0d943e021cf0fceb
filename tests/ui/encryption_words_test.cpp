// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of an encryption, and how loudly.
#include "panels/status_strip.hpp"
#include "text/encryption_words.hpp"
#include "theme/theme.hpp"

#include <QApplication>
#include <QLabel>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace std::chrono_literals;

namespace {

Encryption good()
{
    Encryption encryption;
    encryption.protocol = "TLS 1.3";
    encryption.cipher = "TLS_AES_256_GCM_SHA384";
    encryption.verified = true;
    encryption.subject = "CN=cache.example";
    encryption.issuer = "CN=Our CA";
    encryption.valid_until = std::chrono::system_clock::now() + 24h * 90;
    return encryption;
}

bool says(const QWidget& widget, const QString& part)
{
    for (const QLabel* each : widget.findChildren<QLabel*>()) {
        if (each->isVisibleTo(&widget) && each->text().contains(part)) {
            return true;
        }
    }
    return false;
}

} // namespace

class EncryptionWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void warningsComeInTime_data();
    void warningsComeInTime();
    void hostileNamesAreHarmless();
    void stripSaysNothingOfPlainConnections();
    void stripSaysItQuietlyWhenAllIsWell();
    void stripIsLoudWithoutVerification();
    void stripTellsOfTheEnd();
};

void EncryptionWordsTest::warningsComeInTime_data()
{
    QTest::addColumn<int>("server");
    QTest::addColumn<int>("own");
    QTest::addColumn<QString>("warning");
    QTest::newRow("both far") << 90 << 90 << "";
    QTest::newRow("none of ours") << 30 << -99 << "";
    QTest::newRow("theirs") << 29 << 90 << "the server's certificate ends in 29 day(s)";
    QTest::newRow("ours") << 29 << 3 << "our certificate ends in 3 day(s)";
    QTest::newRow("today") << 0 << 90 << "the server's certificate ends in 0 day(s)";
    QTest::newRow("over") << -1 << 90 << "the server's certificate has ended";
    QTest::newRow("ours is over") << 90 << -2 << "our certificate has ended";
}

void EncryptionWordsTest::warningsComeInTime()
{
    QFETCH(int, server);
    QFETCH(int, own);
    QFETCH(QString, warning);
    const auto now = std::chrono::system_clock::now();
    Encryption encryption = good();
    encryption.valid_until = now + 24h * server + 1h;
    if (own != -99) {
        encryption.own_valid_until = now + 24h * own + 1h;
    }
    const QString said = certificateWarning(encryption, now);
    // Without translations Qt leaves "(s)" or not; both are read.
    QCOMPARE(QString(said).remove(QStringLiteral("(s)")), QString(warning).remove(QStringLiteral("(s)")));
}

void EncryptionWordsTest::hostileNamesAreHarmless()
{
    Encryption encryption = good();
    encryption.subject = "CN=a\n\x1b[31m" + std::string(100'000, 'x');
    const QString said = encryptionExplanation(encryption);
    QVERIFY(said.size() < 1000);
    QVERIFY(!said.contains(QLatin1Char('\n')) && !said.contains(QChar(0x1b)));
}

void EncryptionWordsTest::stripSaysNothingOfPlainConnections()
{
    StatusStrip strip;
    strip.setStatus({});
    QVERIFY(!says(strip, QStringLiteral("ncrypted")));
}

void EncryptionWordsTest::stripSaysItQuietlyWhenAllIsWell()
{
    StatusStrip strip;
    MonitorStatus status;
    status.encryption = good();
    strip.setStatus(status);
    QVERIFY(says(strip, QStringLiteral("encrypted, TLS 1.3")));
    QVERIFY(!says(strip, QStringLiteral("certificate")));
    const auto* label = strip.findChild<QLabel*>(QStringLiteral("encryption"));
    QVERIFY(label->toolTip().contains(QStringLiteral("cache.example")));
    QCOMPARE(label->palette().color(QPalette::WindowText), Theme::of(strip.palette()).mutedText);
    strip.setStatus({});
    QVERIFY(!says(strip, QStringLiteral("ncrypted")));
}

void EncryptionWordsTest::stripIsLoudWithoutVerification()
{
    StatusStrip strip;
    MonitorStatus status;
    status.encryption = good();
    status.encryption->verified = false;
    strip.setStatus(status);
    QVERIFY(says(strip, QStringLiteral("encrypted, NOT VERIFIED")));
    const auto* label = strip.findChild<QLabel*>(QStringLiteral("encryption"));
    QCOMPARE(label->palette().color(QPalette::WindowText), Theme::of(strip.palette()).warning);
    QVERIFY(label->font().bold());
    QVERIFY(label->toolTip().contains(QStringLiteral("switched off")));
}

void EncryptionWordsTest::stripTellsOfTheEnd()
{
    StatusStrip strip;
    MonitorStatus status;
    status.encryption = good();
    status.encryption->valid_until = std::chrono::system_clock::now() + 24h * 7 + 1h;
    strip.setStatus(status); // lost or not there yet: the server may have another one by now, and the reason says so
    QVERIFY(!says(strip, QStringLiteral("certificate ends")));
    status.link = MonitorStatus::Link::live;
    strip.setStatus(status);
    QVERIFY(says(strip, QStringLiteral("the server's certificate ends in 7 day")));
}

QTEST_MAIN(EncryptionWordsTest)
#include "encryption_words_test.moc"
