// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit_model.hpp"

#include <QWidget>

#include <vector>

namespace lockscope::ui {

class Session;
class TablePage;

/// What operators did, newest first. Read from the audit log when something was added to it.
class AuditPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AuditPanel(Session* session, QWidget* parent = nullptr);

    void setEntries(const std::vector<AuditEntry>& entries);
    [[nodiscard]] const AuditModel& model() const { return m_model; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    AuditModel m_model;
    TablePage* m_page;
};

} // namespace lockscope::ui
