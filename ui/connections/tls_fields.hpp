// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/live_text.hpp"

#include "lockscope/endpoint.hpp"

#include <QObject>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace lockscope::ui {

class MarkedLine;

/// The rows of a form that say how a connection is encrypted. All but the switch are hidden while it is off.
class TlsFields : public QObject
{
    Q_OBJECT

public:
    /// Adds the rows at the end of @p form, which outlives this object.
    explicit TlsFields(QFormLayout& form);

    void setOptions(const TlsOptions& options);
    /// What an address said of it: what it leaves open stays as it is.
    void adopt(const TlsOptions& options);
    /// Without the passphrase; nothing but defaults while it is off.
    [[nodiscard]] TlsOptions options() const;
    [[nodiscard]] bool isEnabled() const;

    void setPassphrase(const QString& passphrase);
    [[nodiscard]] QString passphrase() const;
    /// Whether secrets are wanted at all, and what stands in the empty field.
    void setPassphraseShown(bool shown, const QString& placeholder);

signals:
    void edited();
    void toggled(bool enabled);

private:
    QLineEdit* addFile(const Text& label, const Text& placeholder);
    void arrange();

    QFormLayout& m_form;
    QCheckBox* m_enabled;
    QLineEdit* m_ca;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
    QLineEdit* m_passphrase;
    QLineEdit* m_serverName;
    QCheckBox* m_verify;
    MarkedLine* m_warning;
    TlsOptions m_shown; ///< What the fields began with: file and directory of CAs share one field.
    bool m_passphraseShown = true;
};

} // namespace lockscope::ui
