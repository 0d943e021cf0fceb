// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/typed_name.hpp"

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

TypedName::TypedName(QFormLayout& form, int width, QWidget* dialog)
    : QObject(dialog)
    , m_width(width)
    , m_whole(plainField(dialog))
    , m_field(new QLineEdit(dialog))
{
    form.addRow(m_whole);
    addRow(
        form, [] { return tr("T&ype its name:"); }, m_field);
    connect(m_field, &QLineEdit::textChanged, this, &TypedName::edited);
    keepTranslated(*m_field, [this] {
        m_whole->setAccessibleName(tr("The whole name of the lock"));
        m_field->setPlaceholderText(tr("Type the name of the lock"));
    });
    showName();
}

void TypedName::setLock(const std::string& name)
{
    if (m_lock != name) {
        m_lock = name;
        showName();
    }
}

void TypedName::showName()
{
    const QString shown = shortText(m_lock, m_field->maxLength());
    m_whole->setPlainText(shown);
    const int needed = m_whole->fontMetrics().horizontalAdvance(shown);
    const int lines = needed < m_width ? 1 : 2 + needed / m_width; // broken at its words, it takes more
    setLineCount(*m_whole, std::min(lines, kMostNameLines));
}

void TypedName::comeAfter(QWidget& field)
{
    QWidget::setTabOrder(&field, m_whole);
    QWidget::setTabOrder(m_whole, m_field);
}

bool TypedName::isRight() const
{
    const QString typed = m_field->text();
    return !m_lock.empty() && (typed == displayText(m_lock) || typed == pastableText(m_lock));
}

} // namespace lockscope::ui
