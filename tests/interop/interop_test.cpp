// SPDX-License-Identifier: Apache-2.0
#include "interop/interop_test.hpp"

#include <QTest>

#include <algorithm>

namespace lockscope::test {

InteropTest::InteropTest(InteropStage& stage, std::string since) : m_stage(stage), m_since(std::move(since)) {}

void InteropTest::initTestCase_data()
{
    QTest::addColumn<QString>("version");
    for (const std::string& version : m_stage.running()) {
        if (InteropStage::is_at_least(version, m_since))
            QTest::newRow(version.c_str()) << QString::fromStdString(version);
    }
}

std::string InteropTest::version()
{
    QFETCH_GLOBAL(QString, version);
    return version.toStdString();
}

void InteropTest::init()
{
    m_stage.server.empty();
    m_name = m_stage.new_name();
    m_client.emplace(m_stage.server.endpoint(), m_stage.understood_by(version()));
    m_quick_client.emplace(m_stage.server.endpoint(), m_stage.understood_by(version(), quick_options()));
}

void InteropTest::cleanup()
{
    QVERIFY2(until([&] { return m_stage.leftovers(m_name).empty(); }), m_stage.leftovers(m_name).c_str());
    m_client.reset();
    m_quick_client.reset();
}

void InteropTest::cleanupTestCase()
{
    if (m_slowest.count() > 0)
        qInfo("the slowest who was woken entered after %lld ms", static_cast<long long>(m_slowest.count()));
}

bool InteropTest::is_prompt(Clock::time_point start, Clock::time_point at)
{
    const auto took = std::chrono::duration_cast<milliseconds>(at - start);
    m_slowest = std::max(m_slowest, took);
    if (took >= prompt)
        qWarning("entered after %lld ms", static_cast<long long>(took.count()));
    return took < prompt;
}

bool InteropTest::is_prompt(Clock::time_point start, const JavaCommand& entering)
{
    try {
        return is_prompt(start, entering.answer().expect_success().at);
    } catch (const std::runtime_error& error) {
        qWarning("%s", error.what());
        return false;
    }
}

bool InteropTest::is_prompt(Clock::time_point start, OurWaiter& entering)
{
    try {
        return is_prompt(start, entering.entered_at());
    } catch (const std::runtime_error& error) {
        qWarning("%s", error.what());
        return false;
    }
}

} // namespace lockscope::test
