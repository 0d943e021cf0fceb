// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QWidget>

class QTreeWidget;

namespace lockscope::ui {

class AclRequest;

/// What the server permits, feature by feature, and the lines to ask its administrator for.
class PermissionMatrix : public QWidget
{
    Q_OBJECT

public:
    explicit PermissionMatrix(QWidget* parent = nullptr);

    /// @param user ACL user; empty: the default user
    void setReport(const PermissionReport& report, const std::string& user);
    /// For watching and acting: "ACL SETUSER …", escaped; empty if nothing is missing.
    [[nodiscard]] QString aclLine() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void retranslate();

    PermissionReport m_report;
    QTreeWidget* m_list;
    AclRequest* m_request;
};

} // namespace lockscope::ui
