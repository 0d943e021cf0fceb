// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// Says for a while what was deleted, and offers to take it back.
class DeletedBar : public QWidget
{
    Q_OBJECT

public:
    /// Hidden until there is something to offer.
    explicit DeletedBar(QWidget* parent = nullptr);

    void offer(const QString& name);

signals:
    void undone();
    void expired();
    /// It came or went.
    void shapeChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void withdraw();
    void retranslate();

    QString m_name;
    QLabel* m_text;
    QPushButton* m_undo;
    QTimer m_time;
};

} // namespace lockscope::ui
