// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/shortcut_sheet.hpp"

#include "delegates/cell_delegate.hpp"
#include "dialogs/save_file.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QPdfWriter>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWidth = 90; ///< Characters.
constexpr int kRows = 34;
constexpr double kMostOfTheScreen = 0.9;

QString nativeKeys(const QKeySequence& sequence)
{
    return sequence.toString(QKeySequence::NativeText);
}

QString keyList(const QList<QKeySequence>& sequences)
{
    QStringList keys;
    for (const QKeySequence& sequence : sequences) {
        keys << nativeKeys(sequence);
    }
    return keys.join(QLatin1String(", "));
}

} // namespace

ShortcutSheet::ShortcutSheet(const QMenuBar& menus, QList<QAction*> others, QWidget* window)
    : QDialog(window)
    , m_menus(menus)
    , m_others(std::move(others))
    , m_open(new QAction(this))
    , m_search(new QLineEdit(this))
    , m_tree(new QTreeWidget(this))
    , m_message(plainLabel({}, this))
    , m_copy(new QPushButton(this))
    , m_save(new QPushButton(this))
    , m_close(new QPushButton(this))
{
    m_open->setShortcut(QKeySequence(Qt::Key_F1));
    connect(m_open, &QAction::triggered, this, [this] {
        show();
        raise();
        activateWindow();
        m_search->setFocus();
    });
    m_search->setClearButtonEnabled(true);
    m_tree->setColumnCount(2);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents); // keys are never cut
    m_tree->setUniformRowHeights(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setSelectionMode(QAbstractItemView::SingleSelection);
    m_message->hide();
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_save->setIcon(icon(QStringLiteral("export")));
    m_copy->setAutoDefault(false);
    m_save->setAutoDefault(false);
    m_close->setDefault(true);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_message);
    layout->addLayout(buttons);

    connect(m_search, &QLineEdit::textChanged, this, &ShortcutSheet::filter);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(asText());
        say([] { return tr("Copied."); });
    });
    connect(m_save, &QPushButton::clicked, this, &ShortcutSheet::choosePdf);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    makeRoom();
    retranslate();
}

/// For text of this size, as far as the screen goes. What stands there becomes no smaller.
void ShortcutSheet::makeRoom()
{
    const QSize wanted = QSize(characterWidth(fontMetrics()) * kWidth, fontMetrics().height() * kRows)
                             .boundedTo(screen()->availableSize() * kMostOfTheScreen);
    resize(isVisible() ? wanted.expandedTo(size()) : wanted);
}

void ShortcutSheet::rebuild()
{
    m_lines.clear();
    for (const ActionEntry& entry : collectActions(m_menus, m_others)) {
        addLine(entry.menu.isEmpty() ? tr("Elsewhere") : entry.menu, keyList(entry.action->shortcuts()),
                plainActionText(entry.action->text()));
    }
    addFixedKeys();

    m_tree->clear();
    QTreeWidgetItem* head = nullptr;
    QFont bold = font();
    bold.setBold(true);
    const int rowHeight = fontMetrics().height() + fontMetrics().height() / 3;
    for (const Line& line : m_lines) {
        if (!head || head->text(0) != line.group) {
            head = new QTreeWidgetItem(m_tree, {line.group});
            head->setFont(0, bold);
            head->setFirstColumnSpanned(true);
            head->setFlags(Qt::ItemIsEnabled);
            head->setSizeHint(0, QSize(0, rowHeight)); // all rows are as high as the first
        }
        auto* item = new QTreeWidgetItem(head, {line.text, line.keys});
        item->setFont(1, monospaceLike(font()));
    }
    m_tree->expandAll();
    m_tree->resizeColumnToContents(0);
    m_tree->setColumnWidth(0, std::max(m_tree->columnWidth(0) + fontMetrics().averageCharWidth() * 4, width() / 2));
    filter();
}

/// Keys that belong to a widget and to no menu.
void ShortcutSheet::addFixedKeys()
{
    addTableKeys();
    addDrawingKeys();
    const QString servers = tr("In the list of servers");
    addLine(servers, nativeKeys(Qt::Key_Return), tr("Connect to the selected server"));
    addLine(servers, nativeKeys(Qt::Key_F2), tr("Edit the profile"));
    addLine(servers, nativeKeys(Qt::CTRL | Qt::Key_D), tr("Duplicate the profile"));
    addLine(servers, nativeKeys(QKeySequence::Delete), tr("Delete the profile"));
}

void ShortcutSheet::addTableKeys()
{
    const QString table = tr("In the table of locks");
    addLine(table, nativeKeys(QKeySequence::Copy), tr("Copy the selected rows as text"));
    addLine(table, nativeKeys(QKeySequence::SelectAll), tr("Select all rows"));
    addLine(table, nativeKeys(Qt::SHIFT | Qt::Key_Down), tr("Select more rows"));
    addLine(table, nativeKeys(Qt::Key_Right), tr("Open a group"));
    addLine(table, nativeKeys(Qt::Key_Left), tr("Close a group, or go up to it"));
    const QString field = tr("In the filter");
    addLine(field, nativeKeys(Qt::CTRL | Qt::Key_Space), tr("Suggest what could stand here"));
    addLine(field, nativeKeys(Qt::Key_Tab), tr("Take the first suggestion"));
    addLine(field, nativeKeys(Qt::ALT | Qt::Key_Down), tr("Saved filters"));
    addLine(field, nativeKeys(Qt::Key_F1), tr("Explain filters"));
}

void ShortcutSheet::addDrawingKeys()
{
    const QString arrows = keyList({Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down});
    const QString escape = nativeKeys(Qt::Key_Escape);
    const QString timeline = tr("In the timeline");
    addLine(timeline, nativeKeys(Qt::Key_Plus), tr("Zoom in"));
    addLine(timeline, nativeKeys(Qt::Key_Minus), tr("Zoom out"));
    addLine(timeline, keyList({Qt::Key_Left, Qt::Key_Right}), tr("Move to earlier or later"));
    addLine(timeline, keyList({Qt::Key_Up, Qt::Key_Down}), tr("Select the bar before or after"));
    addLine(timeline, nativeKeys(Qt::Key_Home), tr("Show everything"));
    addLine(timeline, escape, tr("Select nothing"));
    const QString charts = tr("In the charts of contention");
    addLine(charts, keyList({Qt::Key_Left, Qt::Key_Right}), tr("Read the value before or after"));
    addLine(charts, nativeKeys(Qt::Key_Home), tr("Read the first value"));
    addLine(charts, nativeKeys(Qt::Key_End), tr("Read the last value"));
    addLine(charts, nativeKeys(Qt::Key_Return), tr("See this moment from nearer"));
    addLine(charts, keyList({Qt::Key_PageUp, Qt::Key_PageDown}), tr("Move to earlier or later"));
    addLine(charts, keyList({Qt::Key_Plus, Qt::Key_Minus}), tr("Shorter or longer time range"));
    addLine(charts, escape, tr("Select nothing"));
    const QString graph = tr("In the wait-for graph");
    addLine(graph, arrows, tr("Go to the next node in this direction"));
    addLine(graph, keyList({Qt::Key_Tab, Qt::SHIFT | Qt::Key_Tab}), tr("Go to the node after or before"));
    addLine(graph, keyList({Qt::Key_Home, Qt::Key_End}), tr("Go to the first or last node"));
    addLine(graph, nativeKeys(Qt::Key_Return), tr("Open the lock or client"));
    addLine(graph, nativeKeys(Qt::Key_Plus), tr("Zoom in"));
    addLine(graph, nativeKeys(Qt::Key_Minus), tr("Zoom out"));
    addLine(graph, nativeKeys(Qt::Key_0), tr("Fit into the window"));
    addLine(graph, escape, tr("Select nothing"));
}

void ShortcutSheet::addLine(const QString& group, const QString& keys, const QString& text)
{
    // Each menu is one group, also where its actions do not follow each other.
    auto place = m_lines.end();
    for (auto line = m_lines.begin(); line != m_lines.end(); ++line) {
        if (line->group == group) {
            place = line + 1;
        }
    }
    m_lines.insert(place, Line{group, keys, text});
}

void ShortcutSheet::filter()
{
    const QString wanted = m_search->text().trimmed();
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        QTreeWidgetItem* head = m_tree->topLevelItem(group);
        bool any = false;
        for (int line = 0; line < head->childCount(); ++line) {
            QTreeWidgetItem* item = head->child(line);
            const bool fits = wanted.isEmpty() || item->text(0).contains(wanted, Qt::CaseInsensitive)
                           || item->text(1).contains(wanted, Qt::CaseInsensitive)
                           || head->text(0).contains(wanted, Qt::CaseInsensitive);
            item->setHidden(!fits);
            any = any || fits;
        }
        head->setHidden(!any);
    }
}

QString ShortcutSheet::asText() const
{
    qsizetype widest = 0;
    for (const Line& line : m_lines) {
        widest = std::max(widest, line.text.size());
    }
    QString text;
    QString group;
    for (const Line& line : m_lines) {
        if (line.group != group) {
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + line.group + QLatin1Char('\n');
            group = line.group;
        }
        text += (QStringLiteral("  ") + line.text.leftJustified(widest + 2) + line.keys)
                    .trimmed()
                    .prepend(QStringLiteral("  "))
              + QLatin1Char('\n');
    }
    return text;
}

QString ShortcutSheet::savePdf(const QString& path) const
{
    // Into memory first: a painter does not say that there was no room left on a disk.
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(windowTitle());
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(18, 18, 18, 18), QPageLayout::Millimeter);
    QPainter painter;
    if (!painter.begin(&writer)) {
        return tr("The file cannot be written.");
    }
    QFont ordinary = font();
    ordinary.setPointSizeF(9);
    QFont bold = ordinary;
    bold.setBold(true);
    const int height = QFontMetrics(ordinary, &writer).height() * 5 / 4;
    const int page = painter.viewport().height();
    const int width = painter.viewport().width();
    int y = 0;
    const auto draw = [&](const QString& left, const QString& right, const QFont& drawn) {
        if (y + height > page) {
            writer.newPage();
            y = 0;
        }
        painter.setFont(drawn);
        painter.drawText(QRect(0, y, width * 2 / 3, height), Qt::AlignLeft | Qt::AlignVCenter, left);
        painter.drawText(QRect(width * 2 / 3, y, width / 3, height), Qt::AlignLeft | Qt::AlignVCenter, right);
        y += height;
    };
    draw(windowTitle(), {}, bold);
    QString group;
    for (const Line& line : m_lines) {
        if (line.group != group) {
            group = line.group;
            y += height / 2;
            draw(group, {}, bold);
        }
        draw(line.text, line.keys, ordinary);
    }
    return painter.end() ? saveFile(path, content) : tr("The file cannot be written.");
}

void ShortcutSheet::choosePdf()
{
    const QFileDialog* dialog =
        askWhereToSave(this, tr("Save the shortcuts"), QStringLiteral("lockscope-shortcuts.pdf"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QString error = savePdf(path);
        say([error] { return error.isEmpty() ? tr("Saved.") : tr("Not saved: %1").arg(error); });
    });
}

void ShortcutSheet::say(Text text)
{
    m_said = std::move(text);
    m_message->setText(m_said());
    m_message->show();
}

void ShortcutSheet::retranslate()
{
    m_open->setText(tr("&Keyboard shortcuts"));
    setWindowTitle(tr("Keyboard shortcuts"));
    m_search->setPlaceholderText(tr("Search for an action or a key"));
    m_search->setAccessibleName(tr("Search for an action or a key"));
    m_tree->setHeaderLabels({tr("Action"), tr("Keys")});
    m_tree->setAccessibleName(tr("Actions and their keys"));
    m_copy->setText(tr("&Copy as text"));
    m_save->setText(tr("&Save as PDF…"));
    m_close->setText(tr("C&lose"));
    if (m_said) {
        m_message->setText(m_said());
    }
}

void ShortcutSheet::showEvent(QShowEvent* event)
{
    rebuild();
    m_message->hide();
    QDialog::showEvent(event);
}

void ShortcutSheet::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) {
        retranslate();
        if (event->type() == QEvent::FontChange) {
            makeRoom();
        }
        if (isVisible()) {
            // The menus may hear of the new language only after us.
            QMetaObject::invokeMethod(this, &ShortcutSheet::rebuild, Qt::QueuedConnection);
        }
    }
}

} // namespace lockscope::ui
