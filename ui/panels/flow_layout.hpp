// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace lockscope::ui {

/// A row that becomes several where there is less room than its parts need. Parts keep their own size; what a row has
/// left goes to what wants to grow, up to its maximum, in their order: fields, and spacers, which take it all.
class FlowLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addStretch();
    /// What is in it may want another size without having said so.
    void remeasure();

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    enum class Purpose { measure, place };
    int arrange(const QRect& area, Purpose purpose) const;
    static int placeRow(const QList<QLayoutItem*>& row, const QRect& area, int spacing, Purpose purpose);
    [[nodiscard]] QSize withMargins(const QSize& inside) const;

    QList<QLayoutItem*> m_items;
};

} // namespace lockscope::ui
