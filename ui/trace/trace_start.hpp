// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/trace.hpp"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace lockscope::ui {

class Heading;

/// What a trace costs, said before it starts; how long it is to take; and the button that starts it.
class TraceStart : public QWidget
{
    Q_OBJECT

public:
    explicit TraceStart(QWidget* parent = nullptr);

    /// What the server executes a second; nullopt: not known.
    void setOperations(std::optional<qint64> perSecond);
    enum class Server { connected, none };
    void setServer(Server server);
    enum class LastTrace { there, none };
    void setLastTrace(LastTrace last);
    /// The duration chosen, what to show; without known locks.
    [[nodiscard]] TraceOptions options() const;

signals:
    void startRequested();
    void lastTraceRequested();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void adoptFont();
    void makeRoom();
    void showOperations();
    void retranslate();

    std::optional<qint64> m_perSecond;
    Heading* m_title;
    QLabel* m_cost;
    QLabel* m_operations;
    QFormLayout* m_form;
    QComboBox* m_duration;
    QComboBox* m_scope;
    QCheckBox* m_reads;
    QPushButton* m_start;
    QPushButton* m_last;
};

} // namespace lockscope::ui
