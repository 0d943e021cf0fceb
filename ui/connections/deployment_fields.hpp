// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/endpoint.hpp"

#include <QObject>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace lockscope::ui {

/// The rows of a form that say which servers there are and how they belong together. A whole address that is pasted
/// into the field of the servers is taken apart.
class DeploymentFields : public QObject
{
    Q_OBJECT

public:
    /// Adds the rows at the end of @p form, which outlives this object.
    explicit DeploymentFields(QFormLayout& form);

    void setEndpoint(const Endpoint& endpoint);
    /// The servers, without user, database, encryption and secrets. @throws Error invalid_argument
    [[nodiscard]] Endpoint endpoint() const;
    [[nodiscard]] Deployment deployment() const;
    /// The scheme of a single server's address follows the switch.
    void setEncrypted(bool encrypted);
    /// What is typed there is whole: takes it apart, if it is an address. See addressTaken().
    void takeApart();
    void focusAddress();

signals:
    void edited();
    void deploymentChanged();
    /// A whole address was typed, with all that stood in it. The servers of it are shown here already.
    void addressTaken(const lockscope::Endpoint& endpoint);

private:
    void changeDeployment();
    void arrange();
    void retranslate();
    void setDeployment(Deployment deployment);

    QFormLayout& m_form;
    QComboBox* m_deployment;
    QLineEdit* m_address;
    QLineEdit* m_service;
    QLineEdit* m_sentinelUser;
    QLineEdit* m_allowed;
    bool m_encrypted = false;
};

} // namespace lockscope::ui
