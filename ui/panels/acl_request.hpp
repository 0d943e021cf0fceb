// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QWidget>

#include <string>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// The lines to ask the server's administrator for, with a button to copy each: one for watching only, and one for
/// acting, too, where that takes more. Hidden where nothing is missing.
class AclRequest : public QWidget
{
    Q_OBJECT

public:
    explicit AclRequest(QWidget* parent = nullptr);

    /// @param user ACL user; empty: the default user
    void setReport(const PermissionReport& report, const std::string& user);
    /// "ACL SETUSER …", escaped; empty if nothing is missing.
    [[nodiscard]] QString line(Purpose purpose) const;

private:
    struct Row
    {
        QWidget* all;
        QLabel* label;
        QLineEdit* field;
        QPushButton* copy;
    };
    Row addRow(Purpose purpose);
    void fillRow(const Row& row, const QString& label, const QString& line);
    void fill();

    PermissionReport m_report;
    std::string m_user;
    Row m_watching;
    Row m_acting;
};

} // namespace lockscope::ui
