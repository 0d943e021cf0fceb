// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"
#include "text/live_text.hpp"

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QJsonArray>
#include <QList>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// The profiles of the user, in a file of their own. Several windows and several programs may share the file: each
/// change is made to what stands in it at that moment, and what others write is taken over.
///
/// Nothing is ever lost: a file that cannot be understood is put aside before a new one is written, and what a newer
/// version of the program wrote into it stays in it. It may only be half written yet: unless it is to be written now,
/// it is looked at again before.
class ProfileStore : public QObject
{
    Q_OBJECT

public:
    explicit ProfileStore(const QString& file, QObject* parent = nullptr);

    [[nodiscard]] const QList<ConnectionProfile>& profiles() const { return m_profiles; }
    [[nodiscard]] std::optional<ConnectionProfile> find(const QString& id) const;
    /// As it stands in the file now, of which one is told only later.
    [[nodiscard]] std::optional<ConnectionProfile> findNewest(const QString& id);
    /// A sentence if the file could not be read or written; empty if all is well.
    [[nodiscard]] QString problem() const { return m_problem ? m_problem() : QString(); }
    /// Does the last change stand in the file? Otherwise problem() says why not.
    [[nodiscard]] bool isKept() const { return !m_writeFailed && !m_unreadable; }

    /// Replaces the one of the same id, or adds it at the end.
    void put(const ConnectionProfile& profile);
    /// Puts what of @p opened was changed in @p edited, and leaves the rest as it is stored by now: somebody else may
    /// have changed it meanwhile. @return what is stored then
    ConnectionProfile merge(const ConnectionProfile& opened, const ConnectionProfile& edited);
    /// Puts it back to where it was.
    void insert(qsizetype place, const ConnectionProfile& profile);
    /// @return the place where it was; −1 if there is none
    qsizetype remove(const QString& id);
    /// All of them in one step. What was not there when it was opened is added; where it is there by now, that stays.
    void merge(const QList<ProfileChange>& changes);

    /// Ids of profiles that are gone for good, whose secrets may still be in the keychain. They stand in the file until
    /// noteForgotten(), also when the program ends before, or until there is a profile of that id again.
    [[nodiscard]] const QStringList& forgotten() const { return m_forgotten; }
    /// Does nothing while there is such a profile.
    void forget(const QString& id);
    /// Its secrets are nowhere any more.
    void noteForgotten(const QString& id);

signals:
    void changed();
    /// Also when it is over.
    void problemChanged();

private:
    /// Takes over what others wrote, makes the change and saves.
    void change(const std::function<void(QList<ConnectionProfile>&)>& edit);
    void changeForgotten(const std::function<void()>& edit);
    enum class WhenDamaged { lookAgain, putAside };
    /// @return true if the profiles are others than before
    bool load(WhenDamaged whenDamaged);
    void reload(WhenDamaged whenDamaged);
    /// What was damaged: as it still is, or was it only being written?
    void lookAgain();
    void tellReadable();
    bool parse(const QByteArray& bytes);
    void tellNotUnderstood();
    void addForgotten(const QString& id);
    void putAside();
    void save();
    void watch();
    void setProblem(const Text& sentence);

    QString m_file;
    QList<ConnectionProfile> m_profiles;
    QJsonObject m_unknown;             ///< Of the file as a whole, kept.
    QJsonArray m_notUnderstood;        ///< Profiles that we cannot read, kept.
    QStringList m_forgotten;           ///< See forgotten().
    std::optional<QByteArray> m_bytes; ///< As the file was when it was last read or written.
    Text m_problem;                    ///< Null without one.
    bool m_writeFailed = false;
    bool m_unreadable = false;           ///< It is there and must not be written over.
    std::optional<QByteArray> m_damaged; ///< As it was when it could not be understood.
    QTimer m_again;
    QFileSystemWatcher m_watcher;
};

} // namespace lockscope::ui
