// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <future>
#include <memory>
#include <utility>

namespace lockscope::test {

/// A running coroutine that can be cancelled from the test's thread.
template <typename T>
class Cancellable
{
public:
    Cancellable(boost::asio::any_io_executor executor, boost::asio::awaitable<T> work) : m_executor(std::move(executor))
    {
        boost::asio::co_spawn(m_executor, std::move(work),
                              boost::asio::bind_cancellation_slot(
                                  m_signal->slot(), [result = m_result](std::exception_ptr error, T value) {
                                      if (error)
                                          result->set_exception(error);
                                      else
                                          result->set_value(std::move(value));
                                  }));
    }
    void cancel()
    {
        boost::asio::post(m_executor, [signal = m_signal] { signal->emit(boost::asio::cancellation_type::terminal); });
    }
    [[nodiscard]] T get() { return m_future.get(); }

private:
    boost::asio::any_io_executor m_executor;
    std::shared_ptr<boost::asio::cancellation_signal> m_signal = std::make_shared<boost::asio::cancellation_signal>();
    std::shared_ptr<std::promise<T>> m_result = std::make_shared<std::promise<T>>();
    std::future<T> m_future = m_result->get_future();
};

} // namespace lockscope::test
