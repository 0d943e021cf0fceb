// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/server_line.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/text_color.hpp"

#include <QCoreApplication>
#include <QLabel>

namespace lockscope::ui {
namespace {

struct ServerLine
{
    Q_DECLARE_TR_FUNCTIONS(ServerLine)
};

} // namespace

QLabel* serverLabel(QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setWordWrap(true);
    colorText(*label, &Theme::mutedText);
    return label;
}

QString serverText(const QString& server, Session::ServerKind kind)
{
    return kind == Session::ServerKind::production
             ? ServerLine::tr("on %1, a production server", "where the lock is that is acted on").arg(server)
             : ServerLine::tr("on %1", "where the lock is that is acted on").arg(server);
}

} // namespace lockscope::ui
