// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox.hpp"

#include "lab/server_process.hpp"

namespace lockscope {

Sandbox::Sandbox(SandboxOptions options)
    : m_process(lab::ServerProcess::start({.options = std::move(options), .configuration = {}, .password = {}}))
{}

Sandbox::Sandbox(std::unique_ptr<lab::ServerProcess> process) : m_process(std::move(process)) {}

Sandbox::~Sandbox() = default;

const Endpoint& Sandbox::endpoint() const noexcept
{
    return m_process->endpoint();
}

const std::filesystem::path& Sandbox::folder() const noexcept
{
    return m_process->folder();
}

int Sandbox::server_pid() const noexcept
{
    return m_process->pid();
}

void Sandbox::kill_server()
{
    m_process->kill();
}

void Sandbox::pause_server()
{
    m_process->pause();
}

void Sandbox::resume_server()
{
    m_process->resume();
}

void Sandbox::restart()
{
    m_process->restart();
}

} // namespace lockscope
