// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/tls_fields.hpp"

#include "panels/form_layout.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"
#include "text/wrapping_check_box.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QUrl>

namespace lockscope::ui {
namespace {

QString pathText(const std::string& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path));
}

/// Also of a file that was dropped, which arrives as a URL.
std::string pathOf(const QLineEdit& field)
{
    const QString text = field.text().trimmed();
    const QString path = text.startsWith(QLatin1String("file://")) ? QUrl(text).toLocalFile() : text;
    return QFile::encodeName(path).toStdString();
}

void chooseFile(QLineEdit* field)
{
    auto* dialog = new QFileDialog(field->window(), TlsFields::tr("Choose a PEM file"), QFileInfo(field->text()).path(),
                                   TlsFields::tr("PEM files (*.pem *.crt *.cer *.key);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, field, [field](const QString& path) {
        field->setText(path);
        emit field->textEdited(path);
    });
    dialog->open();
}

} // namespace

TlsFields::TlsFields(QFormLayout& form)
    : QObject(form.parentWidget())
    , m_form(form)
    , m_enabled(new WrappingCheckBox(form.parentWidget()))
{
    QWidget* parent = form.parentWidget();
    form.addRow(QString(), m_enabled);
    m_ca = addFile([] { return tr("Trusted CA:"); }, [] { return tr("What this system trusts"); });
    m_certificate =
        addFile([] { return tr("Own certificate:"); }, [] { return tr("None: the server does not ask for one"); });
    m_key = addFile([] { return tr("Its key:"); }, [] { return tr("In the same file"); });
    m_passphrase = new QLineEdit(parent);
    m_passphrase->setEchoMode(QLineEdit::Password);
    addRow(
        form, [] { return tr("Passphrase of the key:"); }, m_passphrase);
    m_serverName = new QLineEdit(parent);
    addRow(
        form, [] { return tr("Server name:"); }, m_serverName);
    m_verify = new WrappingCheckBox(parent);
    m_verify->setChecked(true);
    form.addRow(QString(), m_verify);
    m_warning = new MarkedLine(parent);
    form.addRow(m_warning); // as wide as the form: a sentence in a column of fields would be a tower
    keepTranslated(*parent, [this] {
        m_enabled->setText(tr("Encr&ypted connection (TLS)"));
        m_ca->setToolTip(toolTipText(tr("A PEM file, or a directory of them as c_rehash leaves it.")));
        m_serverName->setPlaceholderText(tr("The host of the address"));
        m_serverName->setToolTip(
            toolTipText(tr("What the server's certificate must name, and what it is asked for (SNI).")));
        m_verify->setText(tr("&Verify the server's certificate"));
        m_warning->setWarning(tr("Nobody verifies whom we talk to: whoever is in between can read and change "
                                 "everything, the password too. For tests only."));
    });

    for (QLineEdit* field : {m_passphrase, m_serverName}) {
        connect(field, &QLineEdit::textEdited, this, &TlsFields::edited);
    }
    connect(m_certificate, &QLineEdit::textChanged, this, &TlsFields::arrange);
    for (QCheckBox* box : {m_enabled, m_verify}) {
        connect(box, &QCheckBox::toggled, this, &TlsFields::arrange);
        connect(box, &QCheckBox::toggled, this, &TlsFields::edited);
    }
    connect(m_enabled, &QCheckBox::toggled, this, &TlsFields::toggled);
    arrange();
}

QLineEdit* TlsFields::addFile(const Text& label, const Text& placeholder)
{
    auto* field = new QLineEdit(m_form.parentWidget());
    QAction* choose = field->addAction(icon(QStringLiteral("import")), QLineEdit::TrailingPosition);
    keepTranslated(*field, [field, choose, placeholder] {
        field->setPlaceholderText(placeholder());
        choose->setText(tr("Choose a file"));
        choose->setToolTip(tr("Choose a file"));
    });
    connect(choose, &QAction::triggered, field, [field] { chooseFile(field); });
    connect(field, &QLineEdit::textEdited, this, &TlsFields::edited);
    addRow(m_form, label, field);
    return field;
}

void TlsFields::setOptions(const TlsOptions& options)
{
    m_shown = options;
    m_ca->setText(pathText(options.ca_file.empty() ? options.ca_directory : options.ca_file));
    m_certificate->setText(pathText(options.certificate_file));
    m_key->setText(pathText(options.key_file));
    m_serverName->setText(QString::fromStdString(options.server_name));
    m_verify->setChecked(options.verify);
    m_enabled->setChecked(options.enabled);
    for (QLineEdit* field : {m_ca, m_certificate, m_key}) {
        field->setCursorPosition(0);
    }
    arrange();
}

void TlsFields::adopt(const TlsOptions& options)
{
    TlsOptions bare;
    bare.enabled = options.enabled;
    if (options.enabled && options != bare) {
        setOptions(options);
    } else {
        m_enabled->setChecked(options.enabled);
    }
}

TlsOptions TlsFields::options() const
{
    TlsOptions options;
    if (!m_enabled->isChecked()) {
        return options;
    }
    options.enabled = true;
    options.verify = m_verify->isChecked();
    const std::string ca = pathOf(*m_ca);
    if (!ca.empty() && ca == (m_shown.ca_file.empty() ? m_shown.ca_directory : m_shown.ca_file)) {
        options.ca_file = m_shown.ca_file;
        options.ca_directory = m_shown.ca_directory;
    } else {
        (QFileInfo(QFile::decodeName(ca.c_str())).isDir() ? options.ca_directory : options.ca_file) = ca;
    }
    options.certificate_file = pathOf(*m_certificate);
    options.key_file = pathOf(*m_key);
    options.server_name = m_serverName->text().trimmed().toStdString();
    return options;
}

bool TlsFields::isEnabled() const
{
    return m_enabled->isChecked();
}

void TlsFields::setPassphrase(const QString& passphrase)
{
    m_passphrase->setText(passphrase);
}

QString TlsFields::passphrase() const
{
    return m_passphrase->text();
}

void TlsFields::setPassphraseShown(bool shown, const QString& placeholder)
{
    m_passphraseShown = shown;
    m_passphrase->setPlaceholderText(placeholder);
    arrange();
}

void TlsFields::arrange()
{
    const bool on = m_enabled->isChecked();
    for (QWidget* field : {static_cast<QWidget*>(m_ca), static_cast<QWidget*>(m_certificate),
                           static_cast<QWidget*>(m_serverName), static_cast<QWidget*>(m_verify)}) {
        m_form.setRowVisible(field, on);
    }
    const bool hasCertificate = on && !m_certificate->text().isEmpty();
    m_form.setRowVisible(m_key, hasCertificate);
    m_form.setRowVisible(m_passphrase, hasCertificate && m_passphraseShown);
    m_form.setRowVisible(m_warning, on && !m_verify->isChecked());
}

} // namespace lockscope::ui
