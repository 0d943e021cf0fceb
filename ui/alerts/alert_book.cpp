// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_book.hpp"

#include "lockscope/error.hpp"

#include <QFile>

#include <optional>
#include <utility>

namespace lockscope::ui {
namespace {

std::optional<AlertRules> understood(const QByteArray& text)
{
    try {
        return alert_rules_from_json({text.constData(), static_cast<std::size_t>(text.size())});
    } catch (const Error&) {
        return std::nullopt; // whoever watches a server says so; there is nothing to be merged with
    }
}

/// QSettings writes each entry in one line. Of a quote that does not end it takes all that follows for a part of the
/// value, and says nothing.
bool isWellFormed(const QByteArray& ini)
{
    for (const QByteArray& each : ini.split('\n')) {
        const QByteArray line = each.trimmed();
        if (line.startsWith(';')) {
            continue;
        }
        bool isQuoted = false;
        bool isEntry = false;
        for (qsizetype at = 0; at < line.size(); ++at) {
            const char character = line[at];
            if (character == '\\') {
                ++at;
            } else if (character == '"') {
                isQuoted = !isQuoted;
            } else if (character == '=' && !isQuoted) {
                isEntry = true;
            }
        }
        const bool isOther = line.isEmpty() || line.startsWith('[') || line.startsWith('#');
        if (isQuoted || !(isEntry || isOther)) {
            return false;
        }
    }
    return true;
}

/// None is none that is damaged.
bool isDamaged(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && !isWellFormed(file.readAll());
}

} // namespace

AlertBook::AlertBook(const QString& file, QObject* parent)
    : QObject(parent)
    , m_settings(file, QSettings::IniFormat)
    , m_reactions(AlertReactions::load(m_settings))
    , m_wasDamaged(isDamaged(m_settings.fileName()))
{}

void AlertBook::reload()
{
    m_settings.sync();
    AlertReactions reactions = AlertReactions::load(m_settings);
    if (std::exchange(m_reactions, reactions) != reactions) {
        emit reactionsChanged();
    }
    emit rulesChanged(); // nobody knows better
    const bool isStill = isDamaged(m_settings.fileName());
    if (std::exchange(m_wasDamaged, false) || isStill) {
        emit damaged(m_settings.fileName());
    }
}

bool AlertBook::hasRules(const QString& key) const
{
    return m_settings.contains(key);
}

QByteArray AlertBook::rules(const QString& key) const
{
    return m_settings.value(key).toByteArray();
}

void AlertBook::changeRules(const QString& key, const AlertRules& before, const AlertRules& after)
{
    m_settings.sync();
    const std::optional<AlertRules> kept = understood(rules(key));
    m_settings.setValue(key, QByteArray::fromStdString(to_json(kept ? merged(before, after, *kept) : after)));
    save();
    emit rulesChanged();
}

void AlertBook::changeReactions(const AlertReactions& before, const AlertReactions& after)
{
    m_settings.sync();
    AlertReactions reactions = AlertReactions::load(m_settings);
    if (after.tray != before.tray) {
        reactions.tray = after.tray;
    }
    if (after.command != before.command) {
        reactions.command = after.command;
    }
    if (after.program != before.program || after.arguments != before.arguments) { // which belong together
        reactions.program = after.program;
        reactions.arguments = after.arguments;
    }
    reactions.save(m_settings);
    save();
    m_reactions = std::move(reactions);
    emit reactionsChanged();
}

void AlertBook::save()
{
    m_settings.sync();
    if (m_settings.status() == QSettings::AccessError) {
        emit notSaved(m_settings.fileName());
    }
}

} // namespace lockscope::ui
