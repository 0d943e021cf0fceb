// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/connection_test.hpp"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class MarkedLine;
class PermissionMatrix;

/// Tests a connection and shows what came out: what the server is, what it permits, or why there is none.
class TestPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TestPanel(QWidget* parent = nullptr);

    void start(const Endpoint& endpoint);
    /// What was shown belongs to an address that is no more.
    void forget();

signals:
    /// Somebody wants to test what stands in the form.
    void requested();

private:
    enum class State { untested, running, succeeded, failed };
    void setState(State state);
    void showCheck(const ServerCheck& check);
    void toggle();

    ConnectionTest m_test;
    std::string m_user;  ///< Of the test that runs, for the ACL line.
    QString m_server;    ///< Where it tests.
    ServerCheck m_check; ///< The newest answer.
    State m_state = State::untested;
    QPushButton* m_button;
    QProgressBar* m_bar;
    QLabel* m_text;
    MarkedLine* m_warning;
    PermissionMatrix* m_matrix;
};

} // namespace lockscope::ui
