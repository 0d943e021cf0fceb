// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope_shots FOLDER [--theme light|dark|…] [--language en|zh_CN] [--zoom PERCENT] [--size WxH] [--review] [SCENE
// …]
#include "guide.hpp"
#include "review.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>

#include <cstdio>

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    lockscope::ui::initResources();
    QCommandLineParser parser;
    const QCommandLineOption theme(QStringLiteral("theme"), {}, QStringLiteral("name"), QStringLiteral("light"));
    const QCommandLineOption language(QStringLiteral("language"), {}, QStringLiteral("code"), QStringLiteral("en"));
    const QCommandLineOption zoom(QStringLiteral("zoom"), {}, QStringLiteral("percent"), QStringLiteral("100"));
    const QCommandLineOption size(QStringLiteral("size"), {}, QStringLiteral("WxH"), QStringLiteral("1360x860"));
    const QCommandLineOption review(QStringLiteral("review")); // not the guide's pictures: all that there is to look at
    parser.addOptions({theme, language, zoom, size, review});
    parser.process(application);
    QStringList names = parser.positionalArguments();
    if (names.isEmpty()) {
        std::fputs("lockscope_shots: where to? Name a folder.\n", stderr);
        return 2;
    }
    const QString folder = names.takeFirst();
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "lockscope_shots: %s cannot be made.\n", qUtf8Printable(folder));
        return 1;
    }
    lockscope::shots::Look look;
    look.theme = parser.value(theme);
    look.language = parser.value(language);
    look.zoomPercent = parser.value(zoom).toInt();
    const QStringList sides = parser.value(size).split(QLatin1Char('x'));
    look.size = QSize(sides.value(0).toInt(), sides.value(1).toInt());
    lockscope::shots::Stage stage(look);
    const auto shots = parser.isSet(review) ? lockscope::shots::reviewShots() : lockscope::shots::guideShots();
    for (const QString& file : lockscope::shots::take(shots, stage, folder, names)) {
        std::printf("%s\n", qUtf8Printable(file));
    }
    return 0;
}
