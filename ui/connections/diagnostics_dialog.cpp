// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/diagnostics_dialog.hpp"

#include "delegates/wrapping_delegate.hpp"
#include "text/server_text.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 116;
constexpr int kHeightLines = 30;
constexpr int kGapChars = 2; ///< Between a name and its value.

} // namespace

DiagnosticsDialog::DiagnosticsDialog(Session& session, const ErrorJournal& journal, QWidget* parent)
    : Dialog(parent)
    , m_session(session)
    , m_journal(journal)
    , m_list(new QTreeWidget(this))
    , m_note(plainLabel({}, this))
{
    m_note->setWordWrap(true);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setExpandsOnDoubleClick(false);
    new WrappingDelegate(*m_list);
    contents().addWidget(m_note);
    contents().addWidget(m_list, 1);
    QPushButton* copy = addButton(
        QDialogButtonBox::ActionRole, [] { return tr("&Copy as text"); }, QStringLiteral("copy"));
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Close"); })->setDefault(true);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(diagnosticsText(m_sections)); });
    connect(&m_session, &Session::statusChanged, this, &DiagnosticsDialog::refresh);
    connect(&m_session, &Session::stateChanged, this, &DiagnosticsDialog::refresh);
    connect(&m_journal, &ErrorJournal::changed, this, &DiagnosticsDialog::refresh);
    keepTranslated(*this, [this] { retranslate(); });
    resize(QSize(widthOf(kWidthChars), kHeightLines * fontMetrics().height())
               .boundedTo(screen()->availableSize() * 9 / 10));
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
    m_list->setColumnWidth(0, m_list->columnWidth(0) + kGapChars * fontMetrics().averageCharWidth());
}

void DiagnosticsDialog::retranslate()
{
    setWindowTitle(tr("Diagnostics"));
    m_note->setText(tr("For whoever helps you. Passwords, user names and names of locks are not in it."));
    m_list->setAccessibleName(tr("Diagnostics"));
    refresh();
}

} // namespace lockscope::ui
