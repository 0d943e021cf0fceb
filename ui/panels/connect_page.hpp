// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/live_text.hpp"

#include "lockscope/endpoint.hpp"

#include <QStringList>
#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

class Heading;
class ServerList;

/// The first page: three ways in. A server that the user knows, one by its address, or a sandbox. An address or a file
/// may also be dropped on it. Passwords are forgotten as soon as they have been handed on.
class ConnectPage : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectPage(QWidget* parent = nullptr);

    [[nodiscard]] ServerList& servers() const { return *m_servers; }
    /// URIs without passwords, the newest first.
    void setRecent(const QStringList& uris);
    /// As if @p uri had been typed and entered.
    void connectTo(const QString& uri);
    /// Runs what connects to this address, not typed here: if that fails, it stands here to be mended.
    void offerToMend(const QString& uri, const std::function<void()>& connecting);
    /// While an attempt is under way; empty @p target for the sandbox.
    void showConnecting(const QString& target);
    enum class Missing { nothing, password, trust };
    /// Back to the three ways; @p error is a sentence, or empty. An address that was typed can be mended at once; of
    /// another server, it stands with the list and names it.
    void showReady(const Text& error = {}, Missing missing = Missing::nothing);

signals:
    void connectRequested(const lockscope::Endpoint& endpoint);
    void sandboxRequested();
    void cancelRequested();
    void forgetRequested(const QString& uri);
    /// A Redisson configuration or an export of profiles was dropped.
    void fileDropped(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void buildHead(QVBoxLayout& layout);
    void buildServers(QVBoxLayout& layout);
    void buildAddress(QVBoxLayout& layout);
    void buildSandbox(QVBoxLayout& layout);
    void buildProgress(QVBoxLayout& layout);
    void submit();
    void forgetSecrets();
    void arrangeSecrets();
    void takeAddress(const QString& uri);
    void retranslate();
    void adoptFont();
    void showError(const Text& sentence);
    [[nodiscard]] static Text withAdvice(const Text& error, bool isTyped);
    enum class Mode { ready, connecting };
    void setMode(Mode mode);
    void sayWhereTo();

    QString m_connectingTo;
    QWidget* m_column;
    QWidget* m_ways;
    QWidget* m_progress;
    QLabel* m_logo;
    Heading* m_title;
    QLabel* m_explanation;
    ServerList* m_servers;
    Heading* m_addressTitle;
    QLineEdit* m_uri;
    QLineEdit* m_password;
    QLineEdit* m_sentinelPassword = nullptr; ///< Shown where there are Sentinels.
    QLineEdit* m_passphrase = nullptr;       ///< Shown where there is a key.
    QPushButton* m_connect;
    QLabel* m_error;
    Text m_errorText;        ///< Null without one.
    bool m_isTyped = false;  ///< What is to be connected to stands in the field,
    bool m_wasTyped = false; ///< and did so at the last attempt.
    Heading* m_sandboxTitle;
    QLabel* m_sandboxText;
    QPushButton* m_sandbox;
    QLabel* m_connecting;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace lockscope::ui
