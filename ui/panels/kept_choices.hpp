// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <functional>
#include <vector>

class QComboBox;
class QLineEdit;

namespace lockscope::ui {

/// What somebody has typed and chosen in the controls of a panel: its filters, its range, its page. Kept between starts
/// by who has a place for it, under the object's name. What does not exist any more, or makes no sense, is left aside;
/// what is restored is seen in the control itself.
class KeptChoices : public QObject
{
    Q_OBJECT

public:
    /// The word for the data of a choice: another one in no language and no version.
    using Word = std::function<QString(const QVariant&)>;

    /// @param parent owns this; the controls live as long
    KeptChoices(const QString& name, QObject* parent);

    void add(const QString& name, QLineEdit& field);
    void add(const QString& name, QComboBox& box, const Word& word = &QVariant::toString);
    /// @param set is given what @p get has said once, or anything
    void add(const QString& name, std::function<QString()> get, std::function<void(const QString&)> set);

    /// Name and choice in turn.
    [[nodiscard]] QStringList save() const;
    void restore(const QStringList& saved);

private:
    struct Choice
    {
        QString name;
        std::function<QString()> get;
        std::function<void(const QString&)> set;
    };
    std::vector<Choice> m_choices;
};

} // namespace lockscope::ui
