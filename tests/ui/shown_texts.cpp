// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_texts.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>

#include <functional>

namespace lockscope::test {
namespace {

constexpr int kMostRows = 300;

enum class Sink {
    plain,    ///< Shown as it is.
    guessing, ///< Qt looks whether it is rich text.
    rich,
    mnemonic, ///< As it is, but '&' marks a shortcut.
};

/// Told of every text, where it is, and how Qt takes it.
using Visitor = std::function<void(const QString& where, const QString& text, Sink sink)>;

void visitModel(const QString& where, const QAbstractItemModel& model, const QModelIndex& parent, const Visitor& visit)
{
    for (int row = 0; row < std::min(model.rowCount(parent), kMostRows); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            visit(where + QStringLiteral(" cell"), index.data(Qt::DisplayRole).toString(), Sink::plain);
            visit(where + QStringLiteral(" tip"), index.data(Qt::ToolTipRole).toString(), Sink::guessing);
            visit(where + QStringLiteral(" status tip"), index.data(Qt::StatusTipRole).toString(), Sink::plain);
            visit(where + QStringLiteral(" spoken"), index.data(Qt::AccessibleTextRole).toString(), Sink::plain);
            visit(where + QStringLiteral(" described"), index.data(Qt::AccessibleDescriptionRole).toString(),
                  Sink::plain);
        }
        const QModelIndex first = model.index(row, 0, parent);
        if (model.hasChildren(first)) {
            visitModel(where, model, first, visit);
        }
    }
}

void visitView(const QString& where, const QAbstractItemView& view, const Visitor& visit)
{
    if (view.model() == nullptr || qobject_cast<const QHeaderView*>(&view) != nullptr) {
        return;
    }
    visitModel(where, *view.model(), view.rootIndex(), visit);
    for (int column = 0; column < view.model()->columnCount(view.rootIndex()); ++column) {
        visit(where, view.model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), Sink::plain);
        visit(where, view.model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), Sink::guessing);
    }
}

void visitAction(const QString& where, const QAction& action, const Visitor& visit)
{
    visit(where + QStringLiteral(" action"), action.text(), Sink::mnemonic);
    visit(where + QStringLiteral(" action"), action.iconText(), Sink::plain);
    visit(where + QStringLiteral(" action's tip"), action.toolTip(), Sink::guessing);
    visit(where + QStringLiteral(" action's status tip"), action.statusTip(), Sink::plain);
    visit(where + QStringLiteral(" what's this"), action.whatsThis(), Sink::guessing);
}

/// What the class of the widget shows.
void visitContent(const QString& where, const QWidget& widget, const Visitor& visit)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        const Sink sink = label->textFormat() == Qt::PlainText ? Sink::plain
                        : label->textFormat() == Qt::AutoText  ? Sink::guessing
                                                               : Sink::rich;
        visit(where, label->text(), label->buddy() != nullptr ? Sink::mnemonic : sink);
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        visit(where, button->text(), Sink::mnemonic);
    } else if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
        visit(where, field->placeholderText(), Sink::plain);
        visit(where, field->text(), Sink::plain);
    } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        visit(where, group->title(), Sink::mnemonic);
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int index = 0; index < tabs->count(); ++index) {
            visit(where, tabs->tabText(index), Sink::mnemonic);
            visit(where, tabs->tabToolTip(index), Sink::guessing);
        }
    } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        visitModel(where, *box->model(), {}, visit);
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
        visitView(where, *view, visit);
    } else if (const auto* graph = qobject_cast<const QGraphicsView*>(&widget); graph != nullptr && graph->scene()) {
        for (const QGraphicsItem* item : graph->scene()->items()) {
            visit(where + QStringLiteral(" item's tip"), item->toolTip(), Sink::guessing);
        }
    } else if (const auto* menu = qobject_cast<const QMenu*>(&widget)) {
        visit(where, menu->title(), Sink::mnemonic);
    } else if (const auto* text = qobject_cast<const QTextEdit*>(&widget)) {
        visit(where, text->toPlainText(), Sink::plain);
    } else if (const auto* plain = qobject_cast<const QPlainTextEdit*>(&widget)) {
        visit(where, plain->toPlainText(), Sink::plain);
    }
}

void visitWidget(const QWidget& widget, const Visitor& visit)
{
    const QString where =
        QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName();
    visitContent(where, widget, visit);
    visit(where + QStringLiteral(" title"), widget.windowTitle(), Sink::plain);
    visit(where + QStringLiteral(" tip"), widget.toolTip(), Sink::guessing);
    visit(where + QStringLiteral(" what's this"), widget.whatsThis(), Sink::guessing);
    visit(where + QStringLiteral(" status tip"), widget.statusTip(), Sink::plain);
    visit(where + QStringLiteral(" name"), widget.accessibleName(), Sink::plain);
    visit(where + QStringLiteral(" description"), widget.accessibleDescription(), Sink::plain);
    for (const QAction* action : widget.actions()) {
        visitAction(where, *action, visit);
    }
}

void visitAll(const QWidget& root, const Visitor& visit)
{
    visitWidget(root, visit);
    for (const QWidget* each : root.findChildren<QWidget*>()) {
        visitWidget(*each, visit);
    }
    for (const QAction* each : root.findChildren<QAction*>()) {
        visitAction(QStringLiteral("window"), *each, visit);
    }
}

/// Shown as a picture of nothing, or able to disguise what is beside it.
bool isHarmful(const QString& text)
{
    for (const uint character : text.toUcs4()) {
        const QChar::Category category = QChar::category(character);
        const bool isBreak = character == '\n' || character == '\t';
        if ((category == QChar::Other_Control && !isBreak) || category == QChar::Other_Format
            || category == QChar::Other_Surrogate || category == QChar::Separator_Line
            || category == QChar::Separator_Paragraph || character == QChar::ReplacementCharacter) {
            return true;
        }
    }
    return false;
}

/// Tags that toolTipText() makes itself are harmless; any other is not ours.
bool hasForeignTags(QString text)
{
    text.remove(QLatin1String("<p style='white-space:pre'>"));
    text.remove(QLatin1String("</p>"));
    text.remove(QLatin1String("<br>"));
    return text.contains(QLatin1Char('<'));
}

QString faultOf(const QString& text, Sink sink)
{
    if (isHarmful(text)) {
        return QStringLiteral("harmful characters");
    }
    if (!text.contains(kMark)) {
        return {};
    }
    const bool becomesRich = sink == Sink::rich || (sink == Sink::guessing && Qt::mightBeRichText(text));
    if (becomesRich && hasForeignTags(text)) {
        return QStringLiteral("rich text");
    }
    // Data begins at the mark: "R&D" stands behind it.
    const QString data = text.mid(text.indexOf(kMark));
    if (sink == Sink::mnemonic && !QKeySequence::mnemonic(data).isEmpty()) {
        return QStringLiteral("a shortcut made of data");
    }
    return {};
}

} // namespace

QStringList faultsOfTexts(const QWidget& root)
{
    QStringList faults;
    visitAll(root, [&](const QString& where, const QString& text, Sink sink) {
        if (const QString fault = faultOf(text, sink); !fault.isEmpty()) {
            faults << QStringLiteral("%1: %2: ").arg(where, fault) + text.left(200);
        }
    });
    faults.removeDuplicates();
    return faults;
}

QStringList textsOf(const QWidget& root)
{
    QStringList texts;
    visitAll(root, [&](const QString&, const QString& text, Sink) { texts << text; });
    return texts;
}

bool showsMark(const QWidget& root)
{
    bool found = false;
    visitAll(root, [&](const QString&, const QString& text, Sink) { found = found || text.contains(kMark); });
    return found;
}

} // namespace lockscope::test
