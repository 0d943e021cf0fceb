// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/named_owner.hpp"

#include "text/server_text.hpp"

#include "lockscope/lock_state.hpp"
#include "lockscope/owner.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

constexpr int kClientChars = 24;
constexpr int kToolTipChars = 500;

/// The texts belong to the table.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::LockTableModel)
};

/// @param uuid empty: it is of no client
QString named(const QString& id, std::string_view uuid, const ClientNamer& namer)
{
    return uuid.empty() ? id : withClient(id, shortened(nameOfClient(namer, uuid), kClientChars));
}

} // namespace

QString namedHolder(const Holder& holder, const ClientNamer& namer)
{
    return named(holderText(holder), holder.client(), namer);
}

QString namedOwner(std::string_view ownerField, const ClientNamer& namer)
{
    return named(ownerText(ownerField), OwnerView::of(ownerField).client, namer);
}

QString namedClient(std::string_view uuid, const ClientNamer& namer)
{
    return named(shortClient(uuid), uuid, namer);
}

QString namedHolders(const LockState& state, const ClientNamer& namer)
{
    return state.holders.empty() ? QString() : withOtherHolders(namedHolder(state.holders.front(), namer), state);
}

QString withClient(const QString& owner, const QString& client)
{
    return client.isEmpty() ? owner : Texts::tr("%1 (%2)", "a holder, its client").arg(owner, client);
}

QString ownerToolTip(std::string_view ownerField, const QString& client)
{
    return toolTipText(withClient(shortText(ownerField, kToolTipChars), client));
}

} // namespace lockscope::ui
