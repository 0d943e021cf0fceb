// SPDX-License-Identifier: Apache-2.0
// The order of requests and replies, without a socket: every way a request can end.
#include "redis/pipeline.hpp"

#include "support/errors.hpp"
#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::redis;
using lockscope::test::thrown;
using namespace std::chrono_literals;

namespace {

const Pipeline::Clock::time_point start{};

Reply text(const char* what)
{
    Reply reply;
    reply.kind = Reply::Kind::status;
    reply.text = what;
    return reply;
}

/// A pipeline that writes down how each request ended.
struct Recorder
{
    Pipeline pipeline{"node"};
    std::string log;

    void add(const std::string& name, std::chrono::milliseconds deadline = 1000ms, int commands = 1)
    {
        const std::vector<Command> batch(static_cast<std::size_t>(commands), Command(std::vector<std::string>{name}));
        pipeline.add(batch, start + deadline,
                     [this, name](std::exception_ptr error, const std::vector<Reply>& replies) {
                         log += (log.empty() ? "" : " ") + name + ':';
                         try {
                             if (error)
                                 std::rethrow_exception(error);
                             for (const Reply& reply : replies)
                                 log += reply.text;
                         } catch (const Error& caught) {
                             log += error_word(caught.errc());
                         }
                     });
    }
    static std::string error_word(Errc code)
    {
        switch (code) {
        case Errc::timeout: return "timeout";
        case Errc::connection_failed: return "never-sent";
        case Errc::connection_lost: return "lost";
        default: return make_error_code(code).message();
        }
    }
    bool answer(const char* what) { return pipeline.on_reply(text(what)); }
};

} // namespace

class PipelineTest : public QObject
{
    Q_OBJECT

private slots:
    void repliesComeInOrder()
    {
        Recorder recorder;
        recorder.add("a");
        recorder.add("b", 1000ms, 2);
        QVERIFY(recorder.pipeline.has_unsent());
        QCOMPARE(recorder.pipeline.take_unsent(start),
                 std::string("*1\r\n$1\r\na\r\n*1\r\n$1\r\nb\r\n*1\r\n$1\r\nb\r\n"));
        recorder.add("c");
        QCOMPARE(recorder.pipeline.take_unsent(start), std::string("*1\r\n$1\r\nc\r\n"));
        QCOMPARE(recorder.pipeline.take_unsent(start), std::string());
        for (const char* what : {"1", "2", "3", "4"})
            QVERIFY(recorder.answer(what));
        QCOMPARE(recorder.log, std::string("a:1 b:23 c:4"));
        QVERIFY(recorder.pipeline.is_idle());
        QCOMPARE(recorder.pipeline.sent_commands(), std::uint64_t(4));
    }

    void aReplySaysWhenItWasAskedFor()
    {
        Pipeline pipeline("node");
        std::vector<Reply> answered;
        const auto keep = [&](const std::exception_ptr&, std::vector<Reply> replies) { answered = std::move(replies); };
        pipeline.add({Command{"a"}}, start + 1000ms, keep);
        static_cast<void>(pipeline.take_unsent(start + 20ms)); // it had to wait for the connection
        QVERIFY(pipeline.on_reply(Reply{}));
        QCOMPARE(answered.size(), std::size_t(1));
        QVERIFY(answered.front().sent == start + 20ms);
    }

    void whatIsNoLongerWantedIsNotSent()
    {
        Pipeline pipeline("node");
        bool is_wanted = true;
        std::vector<Errc> ended;
        const auto add = [&] {
            pipeline.add({Command{"a"}.only_while([&] { return is_wanted; })}, start + 1000ms,
                         [&](const std::exception_ptr& error, const std::vector<Reply>&) {
                             ended.push_back(thrown([&] {
                                 if (error)
                                     std::rethrow_exception(error);
                             }));
                         });
        };
        add();
        static_cast<void>(pipeline.take_unsent(start));
        QVERIFY(!pipeline.may_be_unwanted());
        add();
        QVERIFY(pipeline.may_be_unwanted());
        pipeline.expire(start, "why");
        QVERIFY(ended.empty());
        is_wanted = false;
        pipeline.expire(start, "why");
        QVERIFY(ended == std::vector<Errc>{Errc::cancelled}); // of what was sent the answer is waited for
        QVERIFY(!pipeline.has_unsent());
        QVERIFY(pipeline.on_reply(Reply{}));
        QVERIFY((ended == std::vector<Errc>{Errc::cancelled, Errc::ok}));
    }

    void aReplyNobodyAskedForIsNoticed()
    {
        Recorder recorder;
        QVERIFY(!recorder.answer("1"));
        recorder.add("a");
        QVERIFY(!recorder.answer("1")); // not even sent
        static_cast<void>(recorder.pipeline.take_unsent(start));
        QVERIFY(recorder.answer("1"));
        QVERIFY(!recorder.answer("2"));
    }

    void aLateReplyIsDroppedAndTheNextStaysInStep()
    {
        Recorder recorder;
        recorder.add("a", 10ms);
        recorder.add("b", 1000ms);
        static_cast<void>(recorder.pipeline.take_unsent(start));
        recorder.pipeline.expire(start + 10ms, "why");
        QCOMPARE(recorder.log, std::string("a:timeout"));
        QVERIFY(recorder.pipeline.has_unanswered());
        QVERIFY(recorder.answer("late"));
        QVERIFY(recorder.answer("2"));
        QCOMPARE(recorder.log, std::string("a:timeout b:2"));
    }

    void whatWasNeverSentIsSaidSo()
    {
        Recorder recorder;
        recorder.add("a", 10ms);
        recorder.add("b", 20ms);
        recorder.pipeline.expire(start + 10ms, "why");
        QCOMPARE(recorder.log, std::string("a:never-sent"));
        QCOMPARE(recorder.pipeline.take_unsent(start), std::string("*1\r\n$1\r\nb\r\n")); // "a" will not be executed
    }

    void aBrokenConnectionEndsWhatWasSentOnly()
    {
        Recorder recorder;
        recorder.add("a");
        static_cast<void>(recorder.pipeline.take_unsent(start));
        recorder.add("b");
        recorder.pipeline.lose_sent("reset");
        QCOMPARE(recorder.log, std::string("a:lost"));
        static_cast<void>(recorder.pipeline.take_unsent(start));
        QVERIFY(recorder.answer("2"));
        QCOMPARE(recorder.log, std::string("a:lost b:2"));
    }

    void halfAnAnswerIsNone()
    {
        Recorder recorder;
        recorder.add("a", 1000ms, 2);
        static_cast<void>(recorder.pipeline.take_unsent(start));
        QVERIFY(recorder.answer("1"));
        recorder.pipeline.lose_sent("reset");
        QCOMPARE(recorder.log, std::string("a:lost"));
        QVERIFY(!recorder.answer("2"));
    }

    void whatIsHopelessFailsUnsent()
    {
        Recorder recorder;
        recorder.add("a");
        recorder.pipeline.fail_unsent(Error(Errc::authentication, "wrong password"));
        QCOMPARE(recorder.log, std::string("a:authentication failed"));
        QVERIFY(recorder.pipeline.is_idle());
    }

    void eachEndsOnce()
    {
        Recorder recorder;
        recorder.add("a", 10ms);
        static_cast<void>(recorder.pipeline.take_unsent(start));
        recorder.pipeline.expire(start + 1s, "why");
        recorder.pipeline.expire(start + 2s, "why");
        recorder.pipeline.lose_sent("reset");
        recorder.pipeline.fail_unsent(Error(Errc::closed, "closed"));
        QCOMPARE(recorder.log, std::string("a:timeout"));
    }

    void deadlinesAndAges()
    {
        Recorder recorder;
        QVERIFY(!recorder.pipeline.next_deadline());
        QVERIFY(!recorder.pipeline.oldest_sent());
        recorder.add("a", 50ms);
        static_cast<void>(recorder.pipeline.take_unsent(start + 1ms));
        recorder.add("b", 20ms);
        QVERIFY(recorder.pipeline.next_deadline() == start + 20ms);
        QVERIFY(recorder.pipeline.oldest_sent() == start + 1ms);
        recorder.pipeline.expire(start + 60ms, "why");
        QVERIFY(!recorder.pipeline.next_deadline());
        QVERIFY(recorder.pipeline.oldest_sent() == start + 1ms); // its place stays until the reply comes
    }

    void aCompletionMayAddMore()
    {
        Pipeline pipeline("node");
        std::vector<Command> again{Command{"AGAIN"}};
        pipeline.add({Command{"FIRST"}}, start + 1s, [&](const std::exception_ptr&, const std::vector<Reply>&) {
            pipeline.add(again, start + 1s, [](const std::exception_ptr&, const std::vector<Reply>&) {});
        });
        static_cast<void>(pipeline.take_unsent(start));
        pipeline.lose_sent("reset");
        QCOMPARE(pipeline.take_unsent(start), std::string("*1\r\n$5\r\nAGAIN\r\n"));
    }
};

QTEST_GUILESS_MAIN(PipelineTest)
#include "pipeline_test.moc"
