// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QLabel;
class QScrollArea;

namespace lockscope::ui {

/// Keeps a label's words, which stand where there is nothing else, in the middle of it; or at its top, where it is in
/// something that scrolls and goes on below what is seen of that: nobody scrolls to look for what is missing.
class LoneWords : public QObject
{
    Q_OBJECT

public:
    /// @param label owns this
    explicit LoneWords(QLabel& label);

    /// Whether they are alone now; if there is something else, whoever says so aligns them.
    enum class Place { alone, besideOthers };
    void setPlace(Place place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void align();
    void follow(QScrollArea* area);

    QLabel& m_label;
    Place m_place = Place::alone;
    QPointer<QScrollArea> m_area; ///< That the label is in; null: in none.
};

} // namespace lockscope::ui
