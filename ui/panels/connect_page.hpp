// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/endpoint.hpp"

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

class Heading;

/// The first page: three ways in. A server used before, a new one by its URI, or a sandbox. Passwords are forgotten as
/// soon as they have been handed on.
class ConnectPage : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectPage(QWidget* parent = nullptr);

    /// URIs without passwords, the newest first.
    void setRecent(const QStringList& uris);
    /// While an attempt is under way; empty @p target for the sandbox.
    void showConnecting(const QString& target);
    /// Back to the three ways; @p error is a sentence, or empty.
    void showReady(const QString& error = {});

signals:
    void connectRequested(const lockscope::Endpoint& endpoint);
    void sandboxRequested();
    void cancelRequested();
    void forgetRequested(const QString& uri);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void buildHead(QVBoxLayout& layout);
    void buildNew(QVBoxLayout& layout);
    void buildRecent(QVBoxLayout& layout);
    void buildSandbox(QVBoxLayout& layout);
    void buildProgress(QVBoxLayout& layout);
    void submit();
    void fillRecent();
    void retranslate();
    void showError(const QString& sentence);
    enum class Mode { ready, connecting };
    void setMode(Mode mode);

    QStringList m_recent;
    QString m_connectingTo;
    QWidget* m_ways;
    QWidget* m_progress;
    Heading* m_title;
    QLabel* m_explanation;
    Heading* m_newTitle;
    QLineEdit* m_uri;
    QLineEdit* m_password;
    QPushButton* m_connect;
    QLabel* m_error;
    QWidget* m_recentBox;
    Heading* m_recentTitle;
    QVBoxLayout* m_recentList;
    Heading* m_sandboxTitle;
    QLabel* m_sandboxText;
    QPushButton* m_sandbox;
    QLabel* m_connecting;
    QPushButton* m_cancel;
};

} // namespace lockscope::ui
