// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace lockscope::ui {

/// A chart or a table with a title above it and figures in words below.
class ChartTile : public QWidget
{
    Q_OBJECT

public:
    /// @param content becomes a child
    explicit ChartTile(QWidget* content, QWidget* parent = nullptr);

    /// Also what assistive technology calls the content.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;
    enum class Title { shown, hidden };
    void showTitle(Title title);
    /// Empty: no line. @p remark is the tool tip, and is told to assistive technology.
    void setFigures(const QString& figures, const QString& remark = {});
    [[nodiscard]] QString figures() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void adoptFont();

    QWidget* m_content;
    QLabel* m_title;
    QLabel* m_figures;
};

} // namespace lockscope::ui
