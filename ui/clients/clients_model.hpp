// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/titled_table_model.hpp"

#include "lockscope/client_directory.hpp"

#include <QHash>
#include <QString>

#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

struct ClientRow
{
    ClientRecord record;
    QString label; ///< The operator's own name for it; empty: none.
};

/// The clients of a server, in the order in which they were found. Times are shown as ages, as of the moment of asking.
class ClientsModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Client, Name, Address, Kind, Holds, Waits, LongestHold, LastSign, ColumnCount };
    enum Role {
        ClientRole = Qt::UserRole + 1, ///< QByteArray with the UUID.
        SortRole,
    };

    explicit ClientsModel(QObject* parent = nullptr) : TitledTableModel(ColumnCount, parent) {}

    /// Takes from the directory what has changed.
    void apply(const ClientDirectory& directory, const ClientDirectory::Changes& changes);
    void clear();
    void setLabels(const QHash<QString, QString>& labels);

    [[nodiscard]] const ClientRow& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// −1 if there is none.
    [[nodiscard]] int rowOf(const std::string& uuid) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// What this client is called; empty if nobody knows.
    [[nodiscard]] QString nameOf(const std::string& uuid) const;
    /// Its name, or its address if it has none; empty if neither is known.
    [[nodiscard]] QString nameOrAddressOf(const std::string& uuid) const;
    /// "shop-service, 10.0.0.7 (×4)": its name and address, as far as they are known; empty if neither is.
    [[nodiscard]] QString nameAndAddressOf(const std::string& uuid) const;
    /// Those that are called so, see isCalled().
    [[nodiscard]] ClientSet clientsCalled(const QString& text) const;
    /// By the operator; the name is kept for the client, which need not be there. Empty: takes it away.
    void rename(const std::string& client, const QString& name);
    /// The same, in the column Name.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// The operator has named a client; an empty label takes the name away.
    void labelEdited(const QString& uuid, const QString& label);
    /// Names or addresses have come, changed or gone.
    void namesChanged();

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isLargestFirst(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    void remove(const std::vector<std::string>& uuids);
    void insert(std::vector<ClientRow> rows);
    [[nodiscard]] bool knowsName(const std::string& uuid) const;

    std::vector<ClientRow> m_rows;
    std::unordered_map<std::string, int> m_places;
    QHash<QString, QString> m_labels;
};

/// What a client is called: its label, or what it calls itself; empty if nobody knows.
[[nodiscard]] QString clientName(const ClientRow& row);
/// Does one of its names, or its address, contain @p text, whatever its case?
[[nodiscard]] bool isCalled(const ClientRow& row, const QString& text);
[[nodiscard]] QString kindText(ClientRecord::Kind kind);
/// "10.0.0.7 (×4)": with the number of its connections, if there are several.
[[nodiscard]] QString addressText(const ClientRecord& record);

} // namespace lockscope::ui
