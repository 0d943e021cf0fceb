# SPDX-License-Identifier: Apache-2.0
# Installs the build into a folder of the test, builds the README's example against it and nothing else, as the README
# says, and runs it on a private Redis. The example is taken from the README itself, so that it cannot go stale.
set(prefix ${FOLDER}/prefix)
set(example ${FOLDER}/example)
file(REMOVE_RECURSE ${prefix} ${example})

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 200)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGN}\n${result}\n${output}")
    endif()
endfunction()

# from_readme(<variable> <language>): the first block of code in this language.
function(from_readme variable language)
    file(READ ${README} text)
    string(FIND "${text}" "```${language}\n" begin)
    if(begin EQUAL -1)
        message(FATAL_ERROR "README.md has no example in ${language}")
    endif()
    string(SUBSTRING "${text}" ${begin} -1 text)
    string(REPLACE "```${language}\n" "" text "${text}")
    string(FIND "${text}" "```" end)
    string(SUBSTRING "${text}" 0 ${end} text)
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

from_readme(snippet cmake)
from_readme(program cpp)

# The address of the example is that of a server which may be somebody's own; the test brings one along.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE server OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${program}" "\"redis://localhost\"" address)
if(address EQUAL -1)
    message(FATAL_ERROR "README.md: the example does not connect to redis://localhost any more: ${program}")
endif()
string(REPLACE "redis://localhost" "redis+unix://${server}/socket" program "${program}")
file(WRITE ${example}/main.cpp "${program}")
# A service may have compiled Asio for itself; then it must not get the library's, too.
file(WRITE ${example}/asio.cpp "#include <boost/asio/impl/src.hpp>\n")
file(WRITE ${example}/CMakeLists.txt "cmake_minimum_required(VERSION 3.22)
project(example LANGUAGES CXX)
add_executable(my_service main.cpp)
${snippet}
add_executable(service_with_its_own_asio main.cpp asio.cpp)
target_compile_definitions(service_with_its_own_asio PRIVATE BOOST_ASIO_SEPARATE_COMPILATION)
target_link_libraries(service_with_its_own_asio PRIVATE lockscope::core)
")

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --config ${CONFIG})
run(${CMAKE_COMMAND} -S ${example} -B ${example}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${example}/build)
run(${prefix}/bin/lockctl --version)

run(redis-server --port 0 --unixsocket ${server}/socket --save "" --daemonize yes --pidfile ${server}/pid --dir ${server})
foreach(attempt RANGE 100)
    if(EXISTS ${server}/socket)
        break()
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.1)
endforeach()
execute_process(COMMAND ${example}/build/my_service RESULT_VARIABLE result OUTPUT_VARIABLE output
                ERROR_VARIABLE output TIMEOUT 60)
execute_process(COMMAND ${prefix}/bin/lockctl --redis redis+unix://${server}/socket --json list
                RESULT_VARIABLE listed OUTPUT_VARIABLE locks OUTPUT_STRIP_TRAILING_WHITESPACE TIMEOUT 60)
file(READ ${server}/pid pid)
string(STRIP "${pid}" pid)
execute_process(COMMAND kill ${pid})
file(REMOVE_RECURSE ${server})
if(NOT result EQUAL 0)
    message(FATAL_ERROR "The README's example ended with ${result}:\n${output}")
endif()
if(NOT listed EQUAL 0 OR NOT locks STREQUAL "[]")
    message(FATAL_ERROR "The README's example left something behind: ${listed} ${locks}")
endif()
