// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/encryption_words.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace lockscope::ui {
namespace {

constexpr int kLongestName = 120;

struct EncryptionWords
{
    Q_DECLARE_TR_FUNCTIONS(EncryptionWords)
};

QString dayText(Encryption::Time time)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds).date(), QLocale::ShortFormat);
}

} // namespace

QString encryptionText(const Encryption& encryption)
{
    return encryption.verified
             ? EncryptionWords::tr("encrypted, %1", "the version of TLS").arg(shortText(encryption.protocol, 20))
             : EncryptionWords::tr("encrypted, NOT VERIFIED", "nobody looked at the server's certificate");
}

QString encryptionExplanation(const Encryption& encryption)
{
    QString certificate = EncryptionWords::tr("%1, %2. The server's certificate: %3, signed by %4, valid until %5.",
                                              "version of TLS, cipher, name, name, date")
                              .arg(shortText(encryption.protocol, 20), shortText(encryption.cipher, 60),
                                   shortText(encryption.subject, kLongestName),
                                   shortText(encryption.issuer, kLongestName), dayText(encryption.valid_until));
    if (encryption.verified) {
        return certificate;
    }
    return inARow(
        {EncryptionWords::tr("Verification is switched off: anybody between you and the server could read and change "
                             "everything, also the password. Switch it on and name the CA instead."),
         certificate});
}

QString certificateWarning(const Encryption& encryption, Encryption::Time now)
{
    if (!encryption.ends_soon(now)) {
        return {};
    }
    const int days = encryption.days_left(now);
    if (days < 0) {
        return encryption.own_ends_first() ? EncryptionWords::tr("our certificate has ended")
                                           : EncryptionWords::tr("the server's certificate has ended");
    }
    return encryption.own_ends_first() ? EncryptionWords::tr("our certificate ends in %Ln day(s)", "", days)
                                       : EncryptionWords::tr("the server's certificate ends in %Ln day(s)", "", days);
}

} // namespace lockscope::ui
