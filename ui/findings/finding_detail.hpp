// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "session/barrier.hpp"

#include "lockscope/findings_book.hpp"

#include <QScrollArea>

#include <optional>

class QAction;
class QLabel;
class QToolButton;

namespace lockscope::ui {

class Heading;
class ShownTime;

/// Explains one finding: what it means, what it costs, and what is safe to do, with the buttons for it.
class FindingDetail : public QScrollArea
{
    Q_OBJECT

public:
    /// Why the repair cannot be offered now, if it cannot.
    enum class Hindrance {
        none,
        readOnly,
        barrier,    ///< Whatever is unlocked.
        outOfReach, ///< The lock cannot be read any more: what is shown is of the past.
    };

    /// @param time as of when the finding is shown; not owned, outlives the detail
    /// @param repair, show the actions behind the buttons; not owned
    FindingDetail(const ShownTime& time, QAction* repair, QAction* show, QWidget* parent = nullptr);

    /// What the clients of holders and waiters are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// nullptr: nothing is selected.
    void setFinding(const FindingsBook::Row* row);
    /// @param findings that are selected, more than one
    /// @param queues of so many locks the repair would be
    void setSeveral(int findings, int queues);
    enum class Offer { none, some };
    /// Whether there is any finding to select.
    void setOffer(Offer offer);
    void setHindrance(Hindrance hindrance, Barrier barrier = Barrier::none);
    /// Time has passed.
    void tick();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part
    {
        Heading* title;
        QLabel* text;
    };
    [[nodiscard]] Part addPart(QLayout& layout);
    struct Several
    {
        int findings = 0, queues = 0;
        bool operator==(const Several&) const = default;
    };
    void showAll();
    void showNone();
    [[nodiscard]] QString noneText() const;
    [[nodiscard]] QString hintText(bool repairable) const;
    void adoptTheme();

    const ShownTime& m_time;
    ClientNamer m_namer;
    std::optional<FindingsBook::Row> m_row;
    Several m_several; ///< While there is no row.
    Offer m_offer = Offer::none;
    Hindrance m_hindrance = Hindrance::none;
    Barrier m_barrier = Barrier::none;
    QWidget* m_page;
    QLabel* m_mark;
    Heading* m_title;
    QLabel* m_lock;
    QLabel* m_sentence;
    Part m_meaning, m_cost, m_advice;
    QLabel* m_hint;
    QToolButton* m_repair;
    QToolButton* m_show;
};

} // namespace lockscope::ui
