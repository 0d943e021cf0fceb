// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/raw_keys_model.hpp"

#include <QWidget>

#include <string>

class QAction;
class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace lockscope::ui {

class Session;

/// The keys of a lock exactly as Redis has them, and the command that shows each. They are read when somebody looks,
/// not continuously.
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

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showCommand();
    void copyEntry() const;
    void arrange();
    void showPlace(const std::vector<RawKey>& keys);
    void retranslate();

    Session* m_session; ///< Not owned.
    RawKeysModel m_model;
    std::string m_name;
    QString m_error;
    bool m_asked = false; ///< An answer is on its way.
    bool m_outdated = true;

    QTreeView* m_tree;
    QLabel* m_note;
    QLabel* m_place;
    QLabel* m_commandLabel;
    QLineEdit* m_command;
    QToolButton* m_copyCommand;
    QToolButton* m_read;
    QAction* m_copy;
};

} // namespace lockscope::ui
