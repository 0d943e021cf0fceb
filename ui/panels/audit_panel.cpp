// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/audit_panel.hpp"

#include "panels/table_page.hpp"
#include "session/session.hpp"

#include <QEvent>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

AuditPanel::AuditPanel(Session* session, QWidget* parent) : QWidget(parent), m_page(new TablePage(this))
{
    m_page->setModel(&m_model);
    m_page->setColumnWidths({22, 16, 26, 24, 30, 30, 30, 16, 0});
    m_page->table().setTextElideMode(Qt::ElideMiddle);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_page);

    connect(session, &Session::auditChanged, session, &Session::requestAudit);
    connect(session, &Session::auditArrived, this, &AuditPanel::setEntries);
    retranslate();
    session->requestAudit();
}

void AuditPanel::setEntries(const std::vector<AuditEntry>& entries)
{
    m_model.setEntries(entries);
    retranslate();
}

void AuditPanel::retranslate()
{
    m_page->table().setAccessibleName(tr("Audit log"));
    m_page->setNote(m_model.rowCount() > 0
                        ? QString()
                        : tr("Nobody has acted on a lock yet. Every action is recorded here, refused ones too."));
}

void AuditPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_model.retranslate();
        retranslate();
    }
}

} // namespace lockscope::ui
