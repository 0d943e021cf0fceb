// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/reactions_form.hpp"

#include "alerts/alert_command.hpp"
#include "panels/form_layout.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapped_label.hpp"
#include "text/wrapping_check_box.hpp"
#include "theme/text_color.hpp"

#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kArgumentLines = 3;

/// Otherwise a line may end with the "…" of "…_SERVER", but in Chinese not before it.
QString unbroken(QString words)
{
    return words.replace(QStringLiteral("…_"), QStringLiteral("\u200b…\u2060_"));
}

} // namespace

ReactionsForm::ReactionsForm(const AlertReactions& reactions, Tray tray, QWidget* parent)
    : QGroupBox(parent)
    , m_tray(new WrappingCheckBox(this))
    , m_command(new WrappingCheckBox(this))
    , m_program(new QLineEdit(reactions.program, this))
    , m_browse(new QPushButton(this))
    , m_arguments(new QPlainTextEdit(reactions.arguments.join(QLatin1Char('\n')), this))
    , m_missing(plainLabel({}, this))
    , m_absent(plainLabel({}, this))
    , m_explanation(plainLabel({}, this))
{
    m_tray->setChecked(reactions.tray == AlertReactions::Tray::on);
    m_tray->setEnabled(tray == Tray::available);
    m_command->setChecked(reactions.command == AlertReactions::Command::on);
    m_browse->setAutoDefault(false);
    m_arguments->setTabChangesFocus(true);
    m_arguments->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_arguments->setFixedHeight(fontMetrics().lineSpacing() * kArgumentLines + fontMetrics().height());
    m_missing->setWordWrap(true);
    keepRoom(*m_missing);
    colorText(*m_missing, &Theme::danger);
    m_absent->setWordWrap(true);
    m_absent->setVisible(tray == Tray::absent);
    m_explanation->setWordWrap(true);

    auto* program = new QWidget(this);
    auto* lines = new QVBoxLayout(program); // a form leaves no room for a hidden row
    lines->setContentsMargins({});
    auto* row = new QHBoxLayout;
    row->addWidget(m_program, 1);
    row->addWidget(m_browse);
    lines->addLayout(row);
    lines->addWidget(m_missing);
    program->setFocusProxy(m_program);
    setFocusProxy(tray == Tray::available ? m_tray : m_command);
    auto* form = new FormLayout(this);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(m_tray);
    form->addRow(m_absent);
    form->addRow(m_command);
    addRow(
        *form, [] { return tr("&Program:"); }, program);
    addRow(
        *form, [] { return tr("Ar&guments:"); }, m_arguments);
    form->addRow(m_explanation);
    keepTranslated(*this, [this] { retranslate(); });

    connect(m_tray, &QCheckBox::toggled, this, &ReactionsForm::edited);
    connect(m_command, &QCheckBox::toggled, this, &ReactionsForm::showFields);
    connect(m_program, &QLineEdit::textChanged, this, &ReactionsForm::showMissing);
    connect(m_program, &QLineEdit::textChanged, this, &ReactionsForm::edited);
    connect(m_browse, &QPushButton::clicked, this, &ReactionsForm::browse);
    showFields();
}

void ReactionsForm::retranslate()
{
    setTitle(tr("When an alert is raised"));
    m_tray->setText(tr("Show a &message of the system"));
    m_command->setText(tr("Run a &command"));
    m_program->setAccessibleName(tr("Program to run"));
    m_browse->setText(tr("&Browse…"));
    m_missing->setText(
        tr("There is no such program here that may be run. Give its name in your PATH, or all of its path."));
    m_absent->setText(tr("This desktop shows no tray, so there are no messages; the list is there in any case."));
    const AlertCommand::Limits limits;
    m_explanation->setText(unbroken(
        tr("The command runs with your rights, on this computer, without a shell: each line is one argument. What the "
           "alert is about stands in variables: LOCKSCOPE_ALERT_KIND, …_SEVERITY, …_RULE, …_LOCK, …_OWNER, …_SERVER, "
           "…_SINCE, …_COUNT, …_AMOUNT_MS, …_AMOUNT_EXACT. Names of locks come from the server: never give them to a "
           "shell. It runs every %1 at most for each server: critical alerts wait for their turn, of all others only "
           "the worst does, and …_SKIPPED says how many were left out. After %2 it is ended.",
           "%1, %2: durations")
            .arg(limitText(limits.pause), limitText(limits.longest))));
}

AlertReactions ReactionsForm::reactions() const
{
    AlertReactions reactions;
    reactions.tray = m_tray->isChecked() ? AlertReactions::Tray::on : AlertReactions::Tray::off;
    reactions.command = m_command->isChecked() ? AlertReactions::Command::on : AlertReactions::Command::off;
    reactions.program = m_program->text().trimmed();
    const QString arguments = m_arguments->toPlainText();
    reactions.arguments = arguments.isEmpty() ? QStringList() : arguments.split(QLatin1Char('\n'));
    return reactions;
}

bool ReactionsForm::isComplete() const
{
    return !m_command->isChecked() || !m_program->text().trimmed().isEmpty();
}

void ReactionsForm::browse()
{
    auto* dialog = new QFileDialog(this, tr("Command to run"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_program, &QLineEdit::setText);
    dialog->open();
}

void ReactionsForm::showFields()
{
    const bool on = m_command->isChecked();
    for (QWidget* field :
         {static_cast<QWidget*>(m_program), static_cast<QWidget*>(m_browse), static_cast<QWidget*>(m_arguments)}) {
        field->setEnabled(on);
    }
    showMissing();
    emit edited();
}

/// It may come later, as where a drive is not there yet: that is said, and taken all the same.
void ReactionsForm::showMissing()
{
    const QString program = m_program->text().trimmed();
    const bool isMissing =
        m_command->isChecked() && !program.isEmpty() && QStandardPaths::findExecutable(program).isEmpty();
    m_missing->setVisible(isMissing);
}

} // namespace lockscope::ui
