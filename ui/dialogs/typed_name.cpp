// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/typed_name.hpp"

#include "panels/form_layout.hpp"
#include "text/live_text.hpp"
#include "text/plain_field.hpp"
#include "text/server_text.hpp"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kMostNameLines = 4; ///< More scroll.

} // namespace

TypedName::TypedName(Of what, QFormLayout& form, int width, QWidget* dialog)
    : QObject(dialog)
    , m_what(what)
    , m_width(width)
    , m_whole(plainField(dialog))
    , m_field(new QLineEdit(dialog))
{
    form.addRow(m_whole);
    const bool several = what == Of::several;
    addRow(
        form, [several] { return several ? tr("T&ype this line:") : tr("T&ype its name:"); }, m_field);
    connect(m_field, &QLineEdit::textChanged, this, &TypedName::edited);
    keepTranslated(*m_field, [this, several] {
        m_whole->setAccessibleName(several ? tr("How many locks, and the server") : tr("The whole name of the lock"));
        m_field->setPlaceholderText(several ? tr("Type how many locks, and the server")
                                            : tr("Type the name of the lock"));
    });
    expect({}, {});
}

void TypedName::setLock(const std::string& name)
{
    if (m_lock != name) {
        m_lock = name;
        expect(shortText(name, m_field->maxLength()),
               name.empty() ? QStringList() : QStringList{displayText(name), pastableText(name)});
    }
}

void TypedName::setSeveral(int count, const QString& server)
{
    const QString number = QString::number(count); // without separators, which differ by language
    const QString line = server.isEmpty() ? number : number + QLatin1Char(' ') + server;
    expect(line, {line});
}

void TypedName::expect(const QString& shown, const QStringList& right)
{
    m_right = right;
    m_whole->setPlainText(shown);
    const int needed = m_whole->fontMetrics().horizontalAdvance(shown);
    const int lines = needed < m_width ? 1 : 2 + needed / m_width; // broken at its words, it takes more
    setLineCount(*m_whole, std::min(lines, kMostNameLines));
    // Whoever goes on typing must not do so where nothing can be typed. Only to scroll it the keys have to get there.
    m_whole->setFocusPolicy(lines > kMostNameLines ? Qt::StrongFocus : Qt::ClickFocus);
    m_field->setAccessibleDescription(shown);
}

void TypedName::comeAfter(QWidget& field)
{
    QWidget::setTabOrder(&field, m_whole);
    QWidget::setTabOrder(m_whole, m_field);
}

bool TypedName::isRight() const
{
    return m_right.contains(m_field->text());
}

QString TypedName::stillToType(const QString& reason, const TypedName* name)
{
    if (reason.trimmed().isEmpty()) {
        return tr("Give a reason; it goes to the audit log.");
    }
    if (name == nullptr || name->isRight()) {
        return {};
    }
    const QString typed = name->m_field->text();
    const bool isOnTheWay = std::any_of(name->m_right.begin(), name->m_right.end(),
                                        [&](const QString& right) { return right.startsWith(typed); });
    if (!isOnTheWay) {
        return name->m_what == Of::several ? tr("What is typed differs from the line above.")
                                           : tr("What is typed differs from the name above.");
    }
    return name->m_what == Of::several ? tr("Type the line as it stands above: this is a production server.")
                                       : tr("Type the name as it stands above: this is a production server.");
}

} // namespace lockscope::ui
