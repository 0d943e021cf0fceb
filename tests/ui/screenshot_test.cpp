// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope --screenshot, as a script sees it.
#include "lockscope/sandbox.hpp"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;

class ScreenshotTest : public QObject
{
    Q_OBJECT

private slots:
    void itTellsWhetherThereWasAConnection_data()
    {
        QTest::addColumn<bool>("answers");
        QTest::newRow("a server") << true;
        QTest::newRow("nobody") << false;
    }
    void itTellsWhetherThereWasAConnection()
    {
        QFETCH(const bool, answers);
        const Sandbox sandbox;
        const QTemporaryDir folder;
        const QString picture = folder.filePath(QStringLiteral("window.png"));
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        for (const char* const place : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}) {
            environment.insert(QString::fromLatin1(place), folder.path());
        }
        program.setProcessEnvironment(environment);
        const QString address = answers ? QString::fromStdString(sandbox.endpoint().uri_without_password())
                                        : QStringLiteral("redis://127.0.0.1:1");
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM), {QStringLiteral("--screenshot"), picture,
                                                          QStringLiteral("--after"), QStringLiteral("6"), address});
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), answers ? 0 : 1);
        QVERIFY(!QImage(picture).isNull()); // either way
        QCOMPARE(program.readAllStandardError().contains("no connection"), !answers);
    }
};

QTEST_MAIN(ScreenshotTest)
#include "screenshot_test.moc"
