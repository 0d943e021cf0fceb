// SPDX-License-Identifier: Apache-2.0
#include "lockscope/redisson_yaml.hpp"

namespace lockscope {

namespace {

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::string to_sentence(const RedissonRemark& remark)
{
    using Kind = RedissonRemark::Kind;
    const std::string names = joined(remark.settings);
    switch (remark.kind) {
    case Kind::other_deployment:
        return names + " is not supported, so no address was taken; give the address of one of its servers by hand.";
    case Kind::default_taken: return "The environment is not looked at; the default value was taken for " + names + '.';
    case Kind::placeholder_left: return "A placeholder without a default value was left empty in " + names + '.';
    case Kind::credentials_by_code:
        return "User and password come from a class of the application (" + names + "); enter them by hand.";
    case Kind::names_by_code:
        return "A class of the application changes names (" + names + "): here locks have the names that Redis knows.";
    case Kind::addresses_by_code:
        return "The file maps addresses (" + names + "): here servers are sought where they announce themselves.";
    case Kind::verification_off:
        return "The file switches the verification of certificates off (" + names
             + "): whoever is in between can read and change everything.";
    case Kind::host_check_kept:
        return "The file does not ask for the host name of certificates (" + names
             + "); here it is verified all the same. Give server-name if the certificate names another host.";
    case Kind::java_stores:
        return "Key stores of Java cannot be read (" + names
             + "): give the CA, the certificate and its key as PEM files.";
    case Kind::not_honoured: return "These settings cannot be honoured here: " + names + '.';
    case Kind::only_tuning: return "These settings concern Redisson's own connections and are not used: " + names + '.';
    case Kind::unknown: break;
    }
    return "These settings are not known and were not used: " + names + '.';
}

} // namespace lockscope
