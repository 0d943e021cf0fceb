// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/filter_help.hpp"

#include "delegates/cell_delegate.hpp"
#include "delegates/wrapping_delegate.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kFilterRole = Qt::UserRole;
constexpr int kMostChars = 70;
constexpr qsizetype kMostRecent = 6;

} // namespace

FilterHelp::FilterHelp(const QStringList& recent, QWidget* field) : QFrame(field), m_list(new QTreeWidget(this))
{
    setWindowFlags(Qt::Popup);
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(StyledPanel);
    setAccessibleName(tr("Filters explained"));
    auto* intro = plainLabel(
        tr("Terms beside each other must all hold. Choose an example with Enter to put it into the field."), this);
    intro->setTextInteractionFlags(Qt::NoTextInteraction);
    intro->setWordWrap(true);
    m_list->setColumnCount(2);
    m_list->setRootIsDecorated(false);
    new WrappingDelegate(*m_list);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->hide();
    m_list->setFrameShape(NoFrame);
    m_list->setAccessibleName(tr("Examples of filters"));
    addRecent(recent);
    addExamples();

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addWidget(m_list);
    const auto choose = [this](const QTreeWidgetItem* item) {
        const QVariant filter = item ? item->data(0, kFilterRole) : QVariant();
        if (filter.isValid()) {
            emit chosen(filter.toString());
            close();
        }
    };
    // Single click and Enter; activated() would be a double click on some desktops.
    connect(m_list, &QTreeWidget::itemClicked, this, choose);
    connect(m_list, &QTreeWidget::itemActivated, this, choose);
}

void FilterHelp::addSection(const QString& title)
{
    auto* item = new QTreeWidgetItem(m_list, {title});
    item->setFirstColumnSpanned(true);
    item->setFlags(Qt::NoItemFlags); // the keyboard goes past it
    item->setForeground(0, palette().color(QPalette::Active, QPalette::Text));
    QFont bold = m_list->font();
    bold.setBold(true);
    item->setFont(0, bold);
}

void FilterHelp::addLine(const QString& filter, const QString& meaning)
{
    auto* item = new QTreeWidgetItem(m_list, {shortened(filter, kMostChars), meaning});
    item->setData(0, kFilterRole, filter);
    item->setFont(0, monospaceLike(m_list->font()));
    item->setForeground(1, Theme::of(palette()).mutedText);
}

void FilterHelp::addRecent(const QStringList& recent)
{
    if (recent.isEmpty()) {
        return;
    }
    addSection(tr("Used last"));
    for (const QString& filter : recent.mid(0, kMostRecent)) {
        addLine(filter, {});
    }
}

void FilterHelp::addExamples()
{
    addSection(tr("Names"));
    addLine(QStringLiteral("order"), tr("“order” anywhere in the name"));
    addLine(QStringLiteral("order:*"), tr("the whole name, with * and ?"));
    addLine(QStringLiteral("\"type:fair\""), tr("in quotes, a name that looks like a term"));
    addLine(QStringLiteral(R"("my \"lock\"")"), tr("there, \\\" is a quotation mark, and \\\\ a backslash"));
    addSection(tr("States and kinds"));
    addLine(QStringLiteral("state:stuck"), tr("held for too long; also free, held, contended, expiring"));
    addLine(QStringLiteral("type:fair"), tr("also reentrant, read-write, fenced, spin, semaphore …"));
    addLine(QStringLiteral("mode:write"), tr("read-write locks that are being written"));
    addLine(QStringLiteral("anomaly:any"), tr("something is wrong with its data"));
    addSection(tr("Clients"));
    addLine(QStringLiteral("holder:9f45"), tr("held by a client or thread"));
    addLine(QStringLiteral("waiter:9f45"), tr("a client or thread stands in its queue"));
    addLine(QStringLiteral("client:9f45"), tr("either of the two"));
    addLine(QStringLiteral("client:pay-07"), tr("the same by its name or address, where they are known"));
    addSection(tr("Numbers and durations"));
    addLine(QStringLiteral("waiters>3"),
            tr("more than 3 wait, without the dead; also count, token; with <, <=, =, >=, >"));
    addLine(QStringLiteral("ttl<5s"), tr("its lease ends soon; ms, s, m, h"));
    addLine(QStringLiteral("ttl:never"), tr("its lease never ends"));
    addLine(QStringLiteral("held>1m"), tr("held for longer than a minute"));
    addLine(QStringLiteral("renewed<15s"), tr("a watchdog renewed its lease not long ago"));
    addSection(tr("Together"));
    addLine(QStringLiteral("type:fair waiters>3"), tr("both must hold"));
    addLine(QStringLiteral("-order:* state:held"), tr("not the first: - or the word not"));
    addLine(QStringLiteral("state:stuck or (type:fair waiters>3)"), tr("one of them is enough"));
}

void FilterHelp::open()
{
    m_list->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_list->setColumnWidth(0, 0);
    const int gap = fontMetrics().horizontalAdvance(u'0') * 3;
    // Section titles span both columns and say nothing about the first.
    int filters = 0;
    int meanings = 0;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = m_list->topLevelItem(row);
        if (item->data(0, kFilterRole).isValid()) {
            filters = std::max(filters, QFontMetrics(item->font(0)).horizontalAdvance(item->text(0)));
            meanings = std::max(meanings, fontMetrics().horizontalAdvance(item->text(1)));
        }
    }
    const QWidget* field = parentWidget();
    const QPoint below = field->mapToGlobal(QPoint(0, field->height() + 1));
    const QRect area = field->screen()->availableGeometry();
    const QSize around = sizeHint() - m_list->sizeHint();
    const int width = std::min(filters + meanings + 3 * gap, area.width() - 2 * gap);
    const int first = std::min(filters + gap, width / 2);
    m_list->setColumnWidth(0, first);
    m_list->setColumnWidth(1, width - first - gap); // where that is too little for a line, it wraps
    m_list->setFixedWidth(width);
    int height = fontMetrics().height() / 2;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QModelIndex index = m_list->model()->index(row, 0);
        height += std::max(m_list->sizeHintForIndex(index).height(),
                           m_list->sizeHintForIndex(index.siblingAtColumn(1)).height());
    }
    m_list->setFixedHeight(
        std::max(4 * m_list->sizeHintForRow(0), std::min(height, area.bottom() - below.y() - around.height())));
    adjustSize();
    const int left = std::clamp(below.x(), area.left(), std::max(area.left(), area.right() - this->width()));
    move(left, below.y());
    show();
    for (int row = 0; row < m_list->topLevelItemCount() && !m_list->currentItem(); ++row) {
        if (m_list->topLevelItem(row)->data(0, kFilterRole).isValid()) {
            m_list->setCurrentItem(m_list->topLevelItem(row));
        }
    }
    m_list->setFocus(Qt::PopupFocusReason);
}

} // namespace lockscope::ui
