// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/raw_keys_model.hpp"

#include <QWidget>

#include <set>
#include <string>
#include <utility>

class QAction;
class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace lockscope::ui {

class Session;
class TableColumns;

/// The keys of a lock exactly as Redis has them, and the command that shows each. They are read when somebody looks,
/// not continuously. Its actions (QWidget::actions()) are: copy the entry, copy the command, read again.
class KeysPanel : public QWidget
{
    Q_OBJECT

public:
    explicit KeysPanel(Session* session, QWidget* parent = nullptr);

    /// Another lock, or none (empty).
    void setLock(const std::string& name);
    /// The lock has changed: read again if somebody looks.
    void refresh();
    void setKeys(const std::vector<RawKey>& keys, const QString& error);

signals:
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// A key, or an entry of it: by what it is called, for the rows are others after each reading.
    struct Place
    {
        int row = 0; ///< Of the key, for when there is none of this name any more.
        std::string key;
        bool isEntry = false;
        std::pair<std::string, std::string> entry;
    };
    [[nodiscard]] Place currentPlace() const;
    [[nodiscard]] QModelIndex indexOf(const Place& place) const;
    [[nodiscard]] QToolButton* addButton(QAction& action);
    void readAgain();
    void showCommand();
    void copyEntry() const;
    void arrange();
    void giveRoomToNames();
    void showPlace(const std::vector<RawKey>& keys);
    void retranslate();

    Session* m_session; ///< Not owned.
    RawKeysModel m_model;
    std::string m_name;
    QString m_error;
    std::set<std::string> m_closed; ///< Keys whose entries the user does not want to see.
    bool m_asked = false;           ///< An answer is on its way.
    bool m_outdated = true;

    QTreeView* m_tree;
    QLabel* m_note;
    QLabel* m_place;
    QLabel* m_commandLabel;
    QLineEdit* m_command;
    QAction* m_copy;
    QAction* m_copyCommand;
    QAction* m_read;
    TableColumns* m_columns;
};

} // namespace lockscope::ui
