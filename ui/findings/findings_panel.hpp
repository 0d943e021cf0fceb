// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/findings_filter.hpp"
#include "findings/findings_model.hpp"
#include "models/client_namer.hpp"
#include "panels/lock_header.hpp"
#include "panels/passing_notice.hpp"
#include "session/shown_time.hpp"

#include "lockscope/findings_book.hpp"

#include <QModelIndexList>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <array>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace lockscope::ui {

class DestructiveDialog;
class ExportButton;
class FindingDetail;
class FlowLayout;
class MouseHold;
struct RecordText;
class Session;
class TablePage;
enum class ExportFormat;

/// What is wrong with the locks of this server: a list by severity that explains itself, leads to the lock, and offers
/// the repair that is safe, where there is one. Its actions (QWidget::actions()) are: repair, go to the lock, export as
/// CSV, export as JSON.
class FindingsPanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit FindingsPanel(Session& session, QWidget* parent = nullptr);

    /// What the clients of holders and waiters are called, in a word; also in the dialogs that repair.
    void setClientNamer(const ClientNamer& namer);
    /// What they hold and wait for besides; for those dialogs.
    void setClientStakes(ClientStakes stakes) { m_stakes = std::move(stakes); }
    void setClientRecords(ClientRecords records) { m_records = std::move(records); }
    /// The rings of waits there are now: deadlocks.
    void setCycles(const WaitCycles& cycles);
    /// Clients are called otherwise now.
    void noteNewNames();
    [[nodiscard]] const FindingsBook::Counts& counts() const { return m_book.counts(); }
    /// What is shown, in order.
    [[nodiscard]] std::vector<FindingsBook::Row> shownRows() const;
    /// What is to be said of a lock beyond what its own data shows at a glance (Anomaly), the worst first; a few
    /// sentences.
    [[nodiscard]] QList<LockRemark> remarksOn(const LockState& lock) const;
    [[nodiscard]] const FindingsModel& model() const { return m_model; }

signals:
    /// Double click or Return on a finding, or its button: the user wants to see this lock.
    void lockActivated(const std::string& name);
    /// For a badge. Sent also while the panel is hidden.
    void countsChanged(const lockscope::FindingsBook::Counts& counts);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeBar(FlowLayout& bar);
    void makeTable();
    void keepChoices();
    void startAnew();
    void tick();
    void flush();
    void adoptNews();
    void filterBySeverity();
    void followSelection();
    void repair();
    void open(DestructiveDialog* dialog);
    void goToLock();
    [[nodiscard]] RecordText exported(ExportFormat format);
    void showCounts();
    [[nodiscard]] QString emptyNote() const;
    [[nodiscard]] QModelIndexList selection() const;
    [[nodiscard]] const FindingsBook::Row* selectedRow() const;
    /// Of several selected findings: the locks whose queues are to be repaired.
    [[nodiscard]] std::vector<LockStatePtr> selectedQueues() const;
    void showSeveral(int findings);
    void repairQueues();
    void retranslate();
    void adoptTheme();

    Session& m_session;
    FindingsBook m_book;
    FindingsModel m_model;
    FindingsFilter m_filter;
    ClientNamer m_namer;
    ClientStakes m_stakes;
    ClientRecords m_records;
    ShownTime m_detailTime;      ///< As of when the selected finding is shown.
    FindingsBook::Counts m_told; ///< What countsChanged() said last.

    QLineEdit* m_text;
    std::array<QToolButton*, 3> m_severities{}; ///< By Finding::Severity.
    QLabel* m_count;
    PassingNotice m_notice; ///< What became of an export.
    ExportButton* m_export;
    QAction* m_repair;
    QAction* m_show;
    QSplitter* m_splitter;
    TablePage* m_page;
    FindingDetail* m_detail;
    MouseHold* m_hold;
    QTimer m_timer;
    QTimer m_paintTimer;
};

} // namespace lockscope::ui
