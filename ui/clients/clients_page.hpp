// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/clients_filter.hpp"
#include "clients/clients_model.hpp"
#include "clients/stakes_model.hpp"

#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QLineEdit;
class QSplitter;

namespace lockscope::ui {

class ClientWatch;
class CountdownDelegate;
class TablePage;

/// The table of clients, and beside it everything that the selected one holds and waits for.
class ClientsPage : public QWidget
{
    Q_OBJECT

public:
    /// @param watch not owned, outlives the page
    ClientsPage(const ClientWatch& watch, QWidget* parent);
    ~ClientsPage() override;

    /// From when on a lease counts as about to end.
    void setThresholds(const Thresholds& thresholds);
    void setFilter(const QString& text);
    /// See leadDown().
    void leadFrom(QLineEdit& search);
    void setLabels(const QHash<QString, QString>& labels) { m_model.setLabels(labels); }
    /// Starts to edit the name of the selected client.
    void editLabel();
    /// Selects it, if it is there. @return whether it is
    bool select(const std::string& uuid);

    /// UUID of the client that is selected; empty if none or several are.
    [[nodiscard]] const std::string& selected() const { return m_selected; }
    /// Those that the filter leaves, in order.
    [[nodiscard]] std::vector<ClientRow> shownClients() const;
    [[nodiscard]] int shownCount() const { return m_filter.rowCount(); }
    [[nodiscard]] const ClientsModel& model() const { return m_model; }
    [[nodiscard]] TablePage& clients() const { return *m_clients; }
    [[nodiscard]] TablePage& stakes() const { return *m_stakes; }
    [[nodiscard]] QSplitter& splitter() const { return *m_splitter; }
    /// What a client is called; empty if nobody knows.
    [[nodiscard]] QString nameOf(const std::string& uuid) const;

signals:
    void selectionMoved();
    void countsChanged();
    void lockActivated(const std::string& name);
    /// Return or a double click on a client.
    void clientActivated();
    void labelEdited(const QString& uuid, const QString& label);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void setUpClients();
    void setUpStakes();
    void takeChanges(const ClientDirectory::Changes& changes);
    void adoptSelection();
    void reselect();
    void showStakes();
    void showNotes();
    void adoptFont();
    void tick();
    void retranslate();

    const ClientWatch& m_watch;
    ClientsModel m_model;
    ClientsFilter m_filter;
    StakesModel m_stakesModel;
    std::string m_selected;
    QTimer m_timer;
    TablePage* m_clients;
    TablePage* m_stakes;
    QSplitter* m_splitter;
    CountdownDelegate* m_leases = nullptr; ///< Of the stakes.
};

} // namespace lockscope::ui
