// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QTreeWidget;

namespace lockscope::ui {

/// The filter language on one page: examples with what they find, and the filters that were used last. Whatever is
/// chosen, by Enter or a click, is put into the field.
class FilterHelp : public QFrame
{
    Q_OBJECT

public:
    FilterHelp(const QStringList& recent, QWidget* field);

    /// Below the field.
    void open();

signals:
    void chosen(const QString& filter);

private:
    void addExamples();
    void addRecent(const QStringList& recent);
    void addSection(const QString& title);
    void addLine(const QString& filter, const QString& meaning);

    QTreeWidget* m_list;
};

} // namespace lockscope::ui
