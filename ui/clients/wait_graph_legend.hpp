// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace lockscope::ui {

/// What the shapes and lines of the wait-for graph mean, in as many lines as it needs.
class WaitGraphLegend : public QWidget
{
    Q_OBJECT

public:
    explicit WaitGraphLegend(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum class Sample { lock, thread, holds, waits, mayWait, deadlock };
    struct Entry
    {
        Sample sample;
        QString words;
    };
    [[nodiscard]] std::vector<Entry> entries() const;
    /// The entries' corners for a width. @return the height
    int place(int width, std::vector<QPoint>* corners) const;
    void paintSample(QPainter& painter, Sample sample, const QRectF& rect) const;
    void makeRoom();
    void retranslate();
};

} // namespace lockscope::ui
