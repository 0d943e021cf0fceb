# SPDX-License-Identifier: Apache-2.0
# Installs the build into a folder of the test and builds the consumer against it, and nothing else.
set(prefix ${FOLDER}/prefix)
file(REMOVE_RECURSE ${prefix} ${FOLDER}/consumer)

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGN}\n${output}")
    endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --config ${CONFIG})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/consumer -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${FOLDER}/consumer)
foreach(program IN ITEMS lockctl)
    run(${prefix}/bin/${program} --version)
endforeach()
