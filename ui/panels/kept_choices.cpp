// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/kept_choices.hpp"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr qsizetype kLongest = 1000; ///< Nobody has typed more than that.

bool isText(const QString& text)
{
    return text.size() <= kLongest
        && std::all_of(text.begin(), text.end(), [](QChar each) { return each.isPrint() || each.isSurrogate(); });
}

} // namespace

KeptChoices::KeptChoices(const QString& name, QObject* parent) : QObject(parent)
{
    setObjectName(name);
}

void KeptChoices::add(const QString& name, QLineEdit& field)
{
    add(
        name, [&field] { return field.text(); }, [&field](const QString& text) { field.setText(text); });
}

void KeptChoices::add(const QString& name, QComboBox& box, const Word& word)
{
    add(
        name, [&box, word] { return word(box.currentData()); },
        [&box, word](const QString& wanted) {
            for (int index = 0; index < box.count(); ++index) {
                if (word(box.itemData(index)) == wanted) {
                    box.setCurrentIndex(index);
                    return;
                }
            }
        });
}

void KeptChoices::add(const QString& name, std::function<QString()> get, std::function<void(const QString&)> set)
{
    m_choices.push_back({name, std::move(get), std::move(set)});
}

QStringList KeptChoices::save() const
{
    QStringList saved;
    for (const Choice& choice : m_choices) {
        saved << choice.name << choice.get();
    }
    return saved;
}

void KeptChoices::restore(const QStringList& saved)
{
    for (qsizetype i = 0; i + 1 < saved.size(); i += 2) {
        const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                        [&](const Choice& choice) { return choice.name == saved[i]; });
        if (found != m_choices.end() && isText(saved[i + 1])) {
            found->set(saved[i + 1]);
        }
    }
}

} // namespace lockscope::ui
