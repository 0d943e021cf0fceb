// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"
#include "panels/passing_notice.hpp"
#include "text/live_text.hpp"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QToolButton;

namespace lockscope::ui {

class Heading;
class MatchingServers;
class ServerListModel;
class DeletedBar;

/// The servers that the user knows, with everything that can be done to them. It changes nothing itself.
class ServerList : public QWidget
{
    Q_OBJECT

public:
    explicit ServerList(QWidget* parent = nullptr);

    void setProfiles(const QList<ConnectionProfile>& profiles);
    /// URIs without passwords, the newest first.
    void setRecent(const QStringList& uris);
    void select(const QString& profileId);
    /// Says what was deleted, and offers to take it back for a while.
    void offerUndo(const QString& name);
    /// A sentence that stays until it is replaced; empty: none.
    void setProblem(const Text& sentence);
    /// Why one of them could not be connected to; empty: none was tried since, or it could.
    void setFailure(const Text& sentence);
    /// The same for some seconds, of what went well.
    void say(const QString& sentence) { m_notice.say(sentence); }
    [[nodiscard]] bool isEmpty() const;
    void focusList();

    /// No: what wraps has the height that it needs, and of a list that grows Qt would reckon with none.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

signals:
    void profileActivated(const lockscope::ui::ConnectionProfile& profile);
    void recentActivated(const QString& uri);
    void newRequested();
    /// A recent server shall become a profile.
    void saveRequested(const QString& uri);
    void editRequested(const lockscope::ui::ConnectionProfile& profile);
    void duplicateRequested(const lockscope::ui::ConnectionProfile& profile);
    void deleteRequested(const lockscope::ui::ConnectionProfile& profile);
    void forgetRequested(const QString& uri);
    void undoRequested();
    /// The time to take it back is over.
    void undoExpired();
    void redissonRequested();
    void importRequested();
    void exportRequested();
    /// It wants another height.
    void shapeChanged();
    /// Letters that were pressed while the list had the keys: the beginning of an address, which is not in it.
    void typed(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildHead();
    void buildList();
    void buildUndo();
    void buildActions();
    void change(const std::function<void()>& edit);
    void activate();
    void edit();
    void remove();
    void updateActions();
    void updateRows();
    void makeRoom();
    void bound();
    void retranslate();
    void showProblem();
    void showContextMenu(const QPoint& position);
    [[nodiscard]] const ConnectionProfile* selectedProfile() const;
    [[nodiscard]] QString selectedRecent() const;

    ServerListModel* m_model;
    MatchingServers* m_matching;
    Heading* m_title;
    QLabel* m_empty;
    QLabel* m_problem;
    Text m_problemText; ///< Null without one.
    Text m_failureText; ///< Null without one.
    PassingNotice m_notice;
    QLineEdit* m_search;
    QListView* m_view;
    QToolButton* m_new;
    QMenu* m_newMenu;
    QWidget* m_buttons;
    QAction* m_make;
    QAction* m_redisson;
    QAction* m_import;
    QAction* m_export;
    QAction* m_connect;
    QAction* m_edit;
    QAction* m_duplicate;
    QAction* m_delete;
    DeletedBar* m_undo;
};

} // namespace lockscope::ui
