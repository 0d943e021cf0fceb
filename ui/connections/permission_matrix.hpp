// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace lockscope::ui {

/// What the server permits, feature by feature, and the line to ask its administrator for.
class PermissionMatrix : public QWidget
{
    Q_OBJECT

public:
    explicit PermissionMatrix(QWidget* parent = nullptr);

    /// @param user ACL user; empty: the default user
    void setReport(const PermissionReport& report, const std::string& user);
    /// "ACL SETUSER …", escaped; empty if nothing is missing.
    [[nodiscard]] QString aclLine() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void retranslate();

    PermissionReport m_report;
    std::string m_user;
    QTreeWidget* m_list;
    QWidget* m_request;
    QLabel* m_requestLabel;
    QLineEdit* m_line;
    QPushButton* m_copy;
};

} // namespace lockscope::ui
