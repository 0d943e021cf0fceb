// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/acl_request.hpp"

#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

AclRequest::AclRequest(QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_watching = addRow(Purpose::watching);
    m_acting = addRow(Purpose::acting);
    keepTranslated(*this, [this] { fill(); });
}

AclRequest::Row AclRequest::addRow(Purpose purpose)
{
    auto* all = new QWidget(this);
    const Row row{all, plainLabel({}, all), new QLineEdit(all), new QPushButton(all)};
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    row.label->setWordWrap(true);
    row.label->setTextInteractionFlags(Qt::NoTextInteraction);
    row.label->setBuddy(row.field);
    row.field->setReadOnly(true);
    row.copy->setIcon(icon(QStringLiteral("copy")));
    row.copy->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    line->addWidget(row.field, 1);
    line->addWidget(row.copy);
    column->addWidget(row.label);
    column->addLayout(line);
    layout()->addWidget(all);
    connect(row.copy, &QPushButton::clicked, this,
            [this, purpose] { QGuiApplication::clipboard()->setText(this->line(purpose)); });
    return row;
}

void AclRequest::setReport(const PermissionReport& report, const std::string& user)
{
    m_report = report;
    m_user = user;
    fill();
}

QString AclRequest::line(Purpose purpose) const
{
    const std::string rules = m_report.acl_line(purpose);
    if (rules.empty()) {
        return {};
    }
    const QString user = m_user.empty() ? QStringLiteral("default") : displayText(m_user);
    return QStringLiteral("ACL SETUSER %1 %2").arg(user, displayText(rules));
}

void AclRequest::fill()
{
    const QString watching = line(Purpose::watching);
    const QString acting = line(Purpose::acting);
    const bool isOne = watching == acting;
    fillRow(m_watching,
            isOne ? tr("The line to send to the server's administrator:")
                  : tr("The line to send to the server's administrator, for watching only:"),
            watching);
    fillRow(m_acting, tr("The line to send to the server's administrator, for watching and acting:"),
            isOne ? QString() : acting);
    setVisible(!acting.isEmpty());
}

void AclRequest::fillRow(const Row& row, const QString& label, const QString& line)
{
    row.label->setText(label);
    row.field->setText(line);
    row.field->setCursorPosition(0);
    row.copy->setText(tr("Copy"));
    row.all->setVisible(!line.isEmpty());
}

} // namespace lockscope::ui
