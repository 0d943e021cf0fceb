// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/acquire_words.hpp"
#include "dialogs/dialog.hpp"
#include "models/client_namer.hpp"
#include "session/name_watch.hpp"
#include "session/session.hpp"

#include "lockscope/own_holds.hpp"

#include <QTimer>

#include <optional>
#include <string>

class QColor;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class AcquireOutlook;
class DurationField;
struct Theme;
class TypedName;

/// Takes a lock for this program itself: of what kind, for how long, and how long to wait for it. Says how the lock is
/// now, also while one looks or waits, what will happen exactly, and afterwards what has changed. Whatever is missing
/// is said in place. While it waits it can be stopped; what was not to be had can be tried again.
///
/// Opened with open(); deletes itself when closed.
class AcquireDialog final : public Dialog
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the dialog
    /// @param lock what to propose; nullptr: a name is to be typed
    /// @param known what the window knows of other names; may be empty
    AcquireDialog(Session& session, const LockStatePtr& lock, QWidget* parent = nullptr, NameWatch::Known known = {});

    /// What clients are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// Stops the waiting if it waits; closes the dialog if it does not.
    void reject() override;

private:
    enum class Wait { none, limited, endless };
    /// What became of it, for as long as it is shown.
    struct Success
    {
        AcquirePlan plan;
        std::optional<NameLook> before, after;
        std::optional<std::int64_t> token;
        SteadyTime at;
        AdminResult result;
    };
    void build();
    void addRows();
    void followServerKind();
    [[nodiscard]] HoldKind kind() const;
    [[nodiscard]] Wait waiting() const;
    /// As names are shown everywhere: \x00 is one byte.
    [[nodiscard]] std::string lockName() const;
    [[nodiscard]] HoldRequest request() const;
    [[nodiscard]] AcquirePlan plan() const;
    /// What is missing; empty if nothing is.
    [[nodiscard]] QString problem() const;
    void stressWhatIsMissing() override;
    void followName();
    void edit();
    void takeLook();
    void acquire();
    void finish(quint64 ticket, const AdminResult& result);
    [[nodiscard]] QString notAcquiredText(const AdminResult& result) const;
    void succeed(quint64 ticket, const AdminResult& result);
    [[nodiscard]] QString successText() const;
    void showMessage(const Text& text, QColor Theme::*color);
    void block(const Text& why);
    void retranslate();
    void tick();
    void showWaiting();
    void showOutlook();
    void refresh();

    Session& m_session;
    std::optional<Session::Ticket> m_ticket;
    std::optional<SteadyTime> m_since;
    bool m_isStopped = false;         ///< Of the present try: somebody has stopped the waiting.
    std::optional<NameLook> m_before; ///< As it was when it was asked for.
    std::optional<Success> m_success;
    bool m_isOver = false;
    Text m_says;
    QLineEdit* m_name;
    std::optional<std::string> m_given; ///< The name as it was given, until somebody edits it: a field may cut it.
    QComboBox* m_kind;
    QLabel* m_explanation;
    QComboBox* m_leaseChoice;
    DurationField* m_lease;
    QComboBox* m_waitChoice;
    DurationField* m_wait;
    QLineEdit* m_reason;
    QFormLayout* m_form = nullptr;
    TypedName* m_typedName = nullptr; ///< Production servers only.
    AcquireOutlook* m_outlook;
    QLabel* m_message;
    QPushButton* m_cancel;
    QPushButton* m_confirm;
    QTimer m_clock;
};

} // namespace lockscope::ui
