// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/holdable.hpp"
#include "output.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string_view>

namespace lockctl {
namespace {

constexpr const char* footer = R"(Exit codes:
  0  done
  1  not acquired, no such lock, or not as expected (what is there is printed); check: there are complaints;
     demo: it did not go as announced
  2  wrong usage; also where --yes is missing and something would be done
  3  no connection, refused by the server, or the audit log or the output cannot be written; list: locks are missing,
     because a master did not answer or they could not be read; watch: the rights let no lock be seen
  4  the lock was lost while it was held

Names are taken as the bytes they are; what is not readable text is printed as \xNN. MS are milliseconds and SECONDS
are seconds, unless a unit says otherwise: 500ms, 10s, 5min, 1h.

Addresses:
  redis://[user[:password]@]host[:port][/db]                one server; rediss:// encrypts, here and below
  unix:///path[?db=N]
  redis+sentinel://host[:port][,host…]/master-name[/db]
  redis+cluster://host[:port][,host…]
  redis+replicated://host[:port][,host…][/db]               the one that says it is the master
  Options of rediss://: ?ca=FILE&ca-dir=DIR&cert=FILE&key=FILE&server-name=HOST&verify=no
  Options of several servers: allow=HOST,*.DOMAIN,10.0.0.0/8 (where they may send us); of Sentinel: sentinel-user=NAME

Arguments can be read by every user of the machine, so a password is better in the environment (LOCKSCOPE_PASSWORD, or
LOCKSCOPE_REDIS=redis://user:password@host), in a file, or typed: that of --password-file or --ask-password comes first,
then the one of the URI, then LOCKSCOPE_PASSWORD. In the same way LOCKSCOPE_SENTINEL_PASSWORD and
LOCKSCOPE_KEY_PASSPHRASE stand behind their files.)";

constexpr const char* hold_footer = R"(lockctl hold NAME [OPTIONS] [-- COMMAND...]

TYPE is reentrant, fair, read, write, fenced, spin, non-reentrant, non-reentrant-fair, multi (all of several NAMEs),
red (one NAME on most of several servers: give --redis at least three times), semaphore or permit (one permit).
MS are milliseconds, unless a unit is given: 500ms, 10s, 5min, 1h.

Keeps the lock until --for is over, a signal comes (INT, TERM, HUP) or COMMAND ends, whose exit code it returns.
Signals are passed on to COMMAND; unless both are in the foreground of a terminal, also to what it has started. If the
lock is lost, that is said at once, COMMAND is terminated (killed after five seconds) and the exit code is 4.)";

constexpr const char* expire_footer = R"(lockctl expire NAME MS [OPTIONS]

Makes what is left of the lease MS; never longer than it is. A living watchdog may renew the lock before that, and it
does not end then. What nobody renews ends although its holder may still be working.)";

constexpr const char* release_one_footer = R"(lockctl release-one NAME OWNER [OPTIONS]

The others keep theirs, and whoever waits looks again. A reader goes with all its entries. Its client is not told: if it
lives, it goes on working as if it had it.)";

constexpr const char* check_footer = R"(lockctl check [--acting] [--json]

Changes nothing on the server. The exit code is 1 if a master could not be asked, if nobody verifies the certificate or
one ends within thirty days, if a setting can lose locks (what is only worth knowing does not count), or if a right for
looking at locks is missing; with --acting also one for acting on them, or if the server is a replica, where nobody can
act. Otherwise it is 0. The line to ask the administrator for is for watching only; with --acting for both.)";

constexpr const char* demo_footer = R"(lockctl demo failover [--protection HOW]

A master dies before its replica has the lock. Without protection two clients then hold it; with WAIT the first one
does not get it; with a RedLock over five masters it may lose two of them. Starts servers of its own on 127.0.0.1, in
temporary folders, and ends them. The exit code is 0 if all went as announced.)";

/// Numbers are what they look like: CLI11 takes 010 as octal, and understands 0x10, 1e3 and nan, too. To be added after
/// all that converts, so that it comes first.
enum class Fraction { none, may_be };
CLI::Validator as_written(Fraction fraction)
{
    const auto check = [fraction](std::string& text) -> std::string {
        const auto past_digits = [&text](std::size_t from) {
            return std::min(text.find_first_not_of("0123456789", from), text.size());
        };
        std::size_t end = past_digits(0);
        bool is_good = end > 0;
        if (is_good && fraction == Fraction::may_be && end < text.size() && text[end] == '.') {
            const std::size_t point = end;
            end = past_digits(point + 1);
            is_good = end > point + 1;
        }
        const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
        if (!is_good || !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), is_letter))
            return '"' + lockscope::escape(text) + "\" is not " + (fraction == Fraction::none ? "a whole" : "a decimal")
                 + " number";
        const std::size_t zeros = std::min(text.find_first_not_of('0'), past_digits(0) - 1);
        text.erase(0, zeros);
        return {};
    };
    return {check, ""};
}

CLI::Validator not_blank()
{
    const auto check = [](const std::string& text) {
        const bool is_blank = text.find_first_not_of(" \t\n\v\f\r") == std::string::npos;
        return std::string(is_blank ? "it must say something" : "");
    };
    return {check, ""};
}

/// Scripts may say which unit they mean: options disagree about what a bare number is.
template <typename Number>
CLI::Validator with_unit(Number millisecond)
{
    const std::map<std::string, Number> units{
        {"ms", millisecond}, {"s", millisecond * 1000}, {"min", millisecond * 60'000}, {"h", millisecond * 3'600'000}};
    return CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE).description("");
}

/// Milliseconds as a whole number on the command line, or with a unit; as a duration in the options.
CLI::Option* add_milliseconds(CLI::App* app, const std::string& name, std::optional<milliseconds>& target,
                              const std::string& help, std::int64_t lowest)
{
    constexpr std::int64_t century = 100LL * 365 * 24 * 3600 * 1000;
    return app
        ->add_option_function<std::int64_t>(
            name, [&target](const std::int64_t& value) { target = milliseconds(value); }, help)
        ->transform(with_unit(std::int64_t{1}))
        ->check(CLI::Range(lowest, century))
        ->transform(as_written(Fraction::none))
        ->type_name("MS");
}

std::vector<std::string> names_of_hold_kinds()
{
    std::vector<std::string> names;
    for (const lockscope::HoldKind kind : lockscope::all_hold_kinds)
        names.emplace_back(to_string(kind));
    return names;
}

/// A URI that cannot be read is complained of later.
bool has_password(const std::string& uri)
{
    try {
        const auto endpoint = lockscope::Endpoint::parse(uri);
        return endpoint.has_password();
    } catch (const lockscope::Error&) {
        return false;
    }
}

/// CLI11 takes a word in brackets for a list: "[a,b]" would become two names, and since 2.5 "[[aa]]" another one. So no
/// word, and nothing after an equals sign, begins with a bracket while it reads.
constexpr char mask = '\1';

/// @param may_be_option false behind the `--` that ends the options
std::string masked(std::string_view word, bool may_be_option)
{
    std::string text(word);
    const bool is_option = may_be_option && word.starts_with("--") && word.find('=') != word.npos;
    const std::size_t value = is_option ? word.find('=') + 1 : 0;
    if (value < word.size() && (word[value] == '[' || word[value] == mask))
        text.insert(value, 1, mask);
    return text;
}

CLI::Validator unmasked()
{
    const auto take_off = [](std::string& text) -> std::string {
        if (text.starts_with(mask))
            text.erase(0, 1);
        return {};
    };
    return {take_off, ""};
}

class Parser
{
public:
    Parser() : m_app("Lists, watches, holds and frees Redisson locks on Redis.", "lockctl")
    {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", std::string("lockctl ") + LOCKSCOPE_VERSION);
        m_app.footer(footer);
        m_app.failure_message([](const CLI::App* app, const CLI::Error& error) {
            const auto rest = app->remaining();
            if (error.get_name() == "RequiredError" && !rest.empty()) {
                std::string word = rest.front();
                std::erase(word, mask);
                return "\"" + lockscope::escape(word) + "\" is no command of lockctl.\n"
                     + "Run with --help for more information.\n";
            }
            std::string message = CLI::FailureMessage::simple(app, error);
            std::erase(message, mask);
            return message;
        });
        add_common(&m_app);
        add_list();
        add_show();
        add_watch();
        add_hold();
        add_force_release();
        add_expire();
        add_release_one();
        add_evict();
        add_repair();
        add_check();
        add_demo();
        take_off_masks(m_app);
        for (CLI::App* command : m_app.get_subcommands({}))
            take_off_masks(*command);
    }

    /// @throws CLI::ParseError, also for --help and --version
    Options parse(int argc, char** argv)
    {
        const auto end_of_options = std::find(argv + 1, argv + argc, std::string_view("--"));
        std::vector<std::string> words;
        for (int i = argc - 1; i > 0; --i) // CLI11 takes them from behind
            words.push_back(masked(argv[i], argv + i < end_of_options));
        m_app.parse(std::move(words));
        Options options;
        if (!m_redis.empty()) {
            options.redis = m_redis.front();
            options.more_redis.assign(m_redis.begin() + 1, m_redis.end());
        } else {
            const char* from_environment = std::getenv("LOCKSCOPE_REDIS");
            options.redis = from_environment && *from_environment ? from_environment : "redis://127.0.0.1:6379";
        }
        options.secret_files = m_secret_files;
        options.asks_password = m_asks_password;
        options.wait_for_replica = m_wait_for_replica;
        options.replica_timeout = m_replica_timeout;
        options.sharded_messages = m_sharded_messages;
        options.has_password_in_arguments = std::any_of(m_redis.begin(), m_redis.end(), has_password);
        options.format = m_json ? Format::json : Format::text;
        m_choose(options);
        return options;
    }

    /// Prints help, version or what is wrong.
    int explain(const CLI::ParseError& error)
    {
        if (m_app.exit(error) != 0)
            return exit_usage;
        return exit_if_printed(!std::cout.flush().fail(), exit_done);
    }

private:
    /// Before anything else looks at a word.
    static void take_off_masks(CLI::App& app)
    {
        for (CLI::Option* option : app.get_options({})) {
            if (option->get_items_expected_max() > 0)
                option->transform(unmasked());
        }
    }

    /// These are understood before and after the name of the command.
    void add_common(CLI::App* app)
    {
        // Appended: bound to m_redis itself, those after the command would replace those before it.
        app->add_option_function<std::vector<std::string>>(
               "--redis",
               [this](const std::vector<std::string>& some) {
                   m_redis.insert(m_redis.end(), some.begin(), some.end());
               },
               "An address (see below) or the .yaml file of a Redisson configuration (default: "
               "$LOCKSCOPE_REDIS, or redis://127.0.0.1:6379)")
            ->type_name("URI")
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        auto* password_file = app->add_option("--password-file", m_secret_files.password,
                                              "File whose first line is the password (default: $LOCKSCOPE_PASSWORD)")
                                  ->type_name("FILE");
        app->add_flag("--ask-password", m_asks_password, "Ask for the password on the terminal")
            ->excludes(password_file);
        app->add_option("--sentinel-password-file", m_secret_files.sentinel_password,
                        "The same for the Sentinels' own password (default: $LOCKSCOPE_SENTINEL_PASSWORD)")
            ->type_name("FILE");
        app->add_option("--key-passphrase-file", m_secret_files.key_passphrase,
                        "The same for the passphrase of the key (default: $LOCKSCOPE_KEY_PASSPHRASE)")
            ->type_name("FILE");
        app->add_option_function<std::string>(
               "--sharded-messages",
               [this](const std::string& word) {
                   using lockscope::ShardedMessages;
                   m_sharded_messages = word == "on"  ? ShardedMessages::on
                                      : word == "off" ? ShardedMessages::off
                                                      : ShardedMessages::automatic;
               },
               "In a cluster: SPUBLISH, as Redisson's shardedSubscriptionMode (default: auto)")
            ->check(CLI::IsMember({"auto", "on", "off"}))
            ->type_name("MODE");
        app->add_flag("--json", m_json,
                      "JSON on standard output: list prints an array, watch and hold an object a line");
    }

    template <typename T>
    CLI::App* add_command(const char* name, const char* help, T& options)
    {
        CLI::App* command = m_app.add_subcommand(name, help);
        add_common(command);
        command->callback([this, &options] { m_choose = [&options](Options& all) { all.command = options; }; });
        return command;
    }

    void add_list()
    {
        CLI::App* command = add_command("list", "Every lock whose name matches", m_list);
        command->add_option("glob", m_list.glob, "Redis pattern of names (default: *)")->type_name("GLOB");
        command->add_option("--limit", m_list.limit, "Print at most so many; the others are counted (default: 200000)")
            ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
            ->transform(as_written(Fraction::none))
            ->type_name("N");
    }

    void add_show()
    {
        CLI::App* command = add_command("show", "One lock with all its holders and waiters", m_show);
        command->add_option("name", m_show.name, "Name of the lock")->required()->type_name("NAME");
    }

    void add_watch()
    {
        CLI::App* command =
            add_command("watch", "What happens to the locks whose name matches, as it happens", m_watch);
        command->add_option("glob", m_watch.glob, "Redis pattern of names (default: *)")->type_name("GLOB");
        command
            ->add_option_function<double>(
                "--for",
                [this](const double& seconds) {
                    m_watch.duration = milliseconds(static_cast<std::int64_t>(seconds * 1000));
                },
                "End after so long")
            ->transform(with_unit(0.001))
            ->check(CLI::Range(0.0, 3e9))
            ->transform(as_written(Fraction::may_be))
            ->type_name("SECONDS");
    }

    void add_hold()
    {
        CLI::App* command = add_command("hold", "Acquire a lock and keep it", m_hold);
        command->footer(hold_footer);
        command->add_option("name", m_hold.name, "Name of the lock")->required()->type_name("NAME");
        // Where extra arguments are allowed, CLI11 takes words that were not meant; where they are not, it goes on
        // taking words until it has as many as it expects, and does not mind if they are fewer (TakeAll).
        constexpr int any_number = CLI::detail::expected_max_vector_size;
        command->add_option("more", m_hold.more_names, "With --type multi: more names")
            ->type_name("NAME")
            ->expected(any_number, any_number)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--type", m_hold.type, "Kind of lock (default: reentrant)")
            ->check(CLI::IsMember(names_of_hold_kinds()))
            ->type_name("TYPE");
        add_milliseconds(command, "--lease", m_hold.lease,
                         "End by itself after so long (default: renewed while held; a semaphore has none)", 1);
        add_milliseconds(command, "--wait", m_hold.wait, "Wait at most so long for it, 0: try once (default: no limit)",
                         0);
        add_milliseconds(command, "--for", m_hold.duration, "Give it back after so long", 0);
        auto* waits = command->add_flag_callback(
            "--wait-for-replica", [this] { m_wait_for_replica = true; },
            "After acquiring, wait until a replica has it too; without a confirmation it is given back");
        command
            ->add_flag_callback(
                "--no-wait-for-replica", [this] { m_wait_for_replica = false; },
                "Do not (a Redisson configuration may ask for it)")
            ->excludes(waits);
        add_milliseconds(command, "--replica-timeout", m_replica_timeout,
                         "How long such a confirmation may take (default: 1000)", 1);
        command->add_option("--times", m_hold.times, "Acquire it so many times (reentry)")
            ->check(CLI::Range(1, 1'000'000))
            ->transform(as_written(Fraction::none))
            ->type_name("N");
    }

    static void add_reason(CLI::App* command, std::string& reason)
    {
        command->add_option("--reason", reason, "Why, for the audit log")
            ->required()
            ->check(not_blank())
            ->type_name("TEXT");
    }

    void add_force(CLI::App* command)
    {
        command
            ->add_option(
                "--expect", m_force.expected,
                "A holder and its reentry count, once for each holder; nothing is done if it is not exactly so "
                "(default: as it is now)")
            ->type_name("OWNER=COUNT")
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        add_reason(command, m_force.reason);
        command->add_flag("--yes", m_force.is_confirmed, "Really do it; without it, says what would be done");
    }

    void add_force_release()
    {
        CLI::App* command = add_command("force-release", "End a lock of others and wake who waits for it", m_force);
        command->add_option("name", m_force.name, "Name of the lock")->required()->type_name("NAME");
        add_force(command);
    }

    void add_expire()
    {
        CLI::App* command = add_command("expire", "Let a lock of others end after so long", m_force);
        command->footer(expire_footer);
        command->add_option("name", m_force.name, "Name of the lock")->required()->type_name("NAME");
        add_milliseconds(command, "ms", m_force.ttl, "What shall be left of its lease", 1)->required();
        add_force(command);
    }

    /// For those who act on one of several.
    template <typename T>
    void add_confirmation(CLI::App* command, T& options)
    {
        add_reason(command, options.reason);
        command->add_flag("--yes", options.is_confirmed, "Really do it; without it, says what would be done");
    }

    void add_release_one()
    {
        CLI::App* command =
            add_command("release-one", "End one hold of several: a reader's, or one permit of a semaphore", m_one);
        command->footer(release_one_footer);
        command->add_option("name", m_one.name, "Name of the lock or semaphore")->required()->type_name("NAME");
        command->add_option("owner", m_one.owner, "The reader, or the permit's id, as show prints it")
            ->required()
            ->type_name("OWNER");
        add_confirmation(command, m_one);
    }

    void add_evict()
    {
        CLI::App* command = add_command("evict", "Remove a waiter from the queue of a fair lock", m_evict);
        command->add_option("name", m_evict.name, "Name of the lock")->required()->type_name("NAME");
        command->add_option("owner", m_evict.owner, "The waiter, as show prints it")->required()->type_name("OWNER");
        command->add_flag("--alive", m_evict.may_be_alive,
                          "Also if its client listens for its turn; at its next try it will queue again, at the end");
        add_confirmation(command, m_evict);
    }

    void add_repair()
    {
        CLI::App* command = add_command(
            "repair", "Remove the dead from the queue of a fair lock, and make its deadlines agree with it", m_repair);
        command->add_option("name", m_repair.name, "Name of the lock")->required()->type_name("NAME");
        add_confirmation(command, m_repair);
    }

    void add_check()
    {
        CLI::App* command = add_command(
            "check", "What the server is, what its settings can do to locks, which rights are missing", m_check);
        command->footer(check_footer);
        command->add_flag("--acting", m_check.needs_acting, "Missing rights for acting on locks count, too");
    }

    void add_demo()
    {
        CLI::App* command = add_command("demo", "Show on private servers what happens to a lock, step by step", m_demo);
        command->footer(demo_footer);
        command->add_option("lesson", m_demo.lesson, "failover")
            ->required()
            ->check(CLI::IsMember({"failover"}))
            ->type_name("LESSON");
        command
            ->add_option("--protection", m_demo.protection,
                         "none, wait or redlock: only with this one (default: one after the other)")
            ->check(CLI::IsMember({"none", "wait", "redlock"}))
            ->type_name("HOW");
        command->add_option("--server", m_demo.server, "Program that is started (default: redis-server)")
            ->type_name("PROGRAM");
    }

    CLI::App m_app;
    std::vector<std::string> m_redis;
    lockscope::SecretFiles m_secret_files;
    bool m_asks_password = false;
    std::optional<bool> m_wait_for_replica;
    std::optional<milliseconds> m_replica_timeout;
    std::optional<lockscope::ShardedMessages> m_sharded_messages;
    bool m_json = false;
    ListOptions m_list;
    ShowOptions m_show;
    WatchOptions m_watch;
    HoldOptions m_hold;
    ForceOptions m_force;
    ReleaseOneOptions m_one;
    EvictOptions m_evict;
    RepairOptions m_repair;
    CheckOptions m_check;
    DemoOptions m_demo;
    std::function<void(Options&)> m_choose;
};

/// Where a name is missing, the first word of the command would be taken for it. A name that begins with a dash can
/// only stand there.
bool is_named_after_its_command(const Options& options, char** divider, char** end)
{
    const auto* hold = std::get_if<HoldOptions>(&options.command);
    return hold && divider != end && divider + 1 != end && divider[1][0] != '-' && hold->name == divider[1];
}

} // namespace

ParseResult parse(int argc, char** argv)
{
    // The command of "hold NAME -- COMMAND..." is not ours to read: CLI11 would take "[a,b]" apart.
    const auto divider =
        std::find_if(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--"; });
    if (divider != argv + argc) {
        try {
            Options options = Parser().parse(static_cast<int>(divider - argv), argv);
            if (auto* hold = std::get_if<HoldOptions>(&options.command)) {
                hold->command.assign(divider + 1, argv + argc);
                return {std::move(options), exit_done};
            }
        } catch (const CLI::ParseError&) {
            // Then the words before it were not all; the usual way follows, and says what is wrong.
        }
    }
    Parser parser;
    try {
        Options options = parser.parse(argc, argv);
        if (!is_named_after_its_command(options, divider, argv + argc))
            return {std::move(options), exit_done};
        parser.parse(static_cast<int>(divider - argv), argv); // says that the name is missing
    } catch (const CLI::ParseError& error) {
        return {std::nullopt, parser.explain(error)};
    }
    return {std::nullopt, exit_usage};
}

} // namespace lockctl
