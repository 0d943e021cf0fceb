// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/diagnostics_dialog.hpp"

#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 116;
constexpr int kHeightLines = 30;

} // namespace

DiagnosticsDialog::DiagnosticsDialog(Session& session, const ErrorJournal& journal, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_journal(journal)
    , m_list(new QTreeWidget(this))
    , m_note(plainLabel({}, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    m_note->setWordWrap(true);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setExpandsOnDoubleClick(false);
    m_list->setWordWrap(true);
    layout->addWidget(m_note);
    layout->addWidget(m_list, 1);
    auto* buttons = new QDialogButtonBox(this);
    m_copy = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_close = buttons->addButton(QString(), QDialogButtonBox::RejectRole);
    m_close->setDefault(true);
    layout->addWidget(buttons);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(diagnosticsText(m_sections)); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&m_session, &Session::statusChanged, this, &DiagnosticsDialog::refresh);
    connect(&m_session, &Session::stateChanged, this, &DiagnosticsDialog::refresh);
    connect(&m_journal, &ErrorJournal::changed, this, &DiagnosticsDialog::refresh);
    retranslate();
    resize(kWidthChars * fontMetrics().averageCharWidth(), kHeightLines * fontMetrics().height());
}

/// Once a second at most; only what is new is written, so that a selection and the place of the view stay.
void DiagnosticsDialog::refresh()
{
    const QList<DiagnosticsSection> before = std::exchange(m_sections, diagnosticsOf(m_session, m_journal));
    const auto fitsInto = [](const DiagnosticsSection& a, const DiagnosticsSection& b) {
        return a.title == b.title && a.facts.size() == b.facts.size();
    };
    if (!std::equal(before.begin(), before.end(), m_sections.begin(), m_sections.end(), fitsInto)) {
        const int place = m_list->verticalScrollBar()->value();
        m_list->clear();
        for (const DiagnosticsSection& section : std::as_const(m_sections)) {
            auto* title = new QTreeWidgetItem(m_list, {section.title});
            QFont font = m_list->font();
            font.setBold(true);
            title->setFont(0, font);
            title->setFirstColumnSpanned(true);
            for (qsizetype i = 0; i < section.facts.size(); ++i) {
                new QTreeWidgetItem(title);
            }
        }
        m_list->expandAll();
        m_list->verticalScrollBar()->setValue(place);
    }
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* title = m_list->topLevelItem(i);
        for (int j = 0; j < title->childCount(); ++j) {
            const DiagnosticsSection::Fact& fact = m_sections[i].facts[j];
            title->child(j)->setText(0, fact.name);
            title->child(j)->setText(1, fact.value);
            title->child(j)->setToolTip(1, toolTipText(fact.value));
        }
    }
    m_list->resizeColumnToContents(0);
}

void DiagnosticsDialog::retranslate()
{
    setWindowTitle(tr("Diagnostics"));
    m_note->setText(tr("For whoever helps you. Passwords, user names and names of locks are not in it."));
    m_list->setAccessibleName(tr("Diagnostics"));
    m_copy->setText(tr("&Copy as text"));
    m_close->setText(tr("Close"));
    refresh();
}

void DiagnosticsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
