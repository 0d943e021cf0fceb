# SPDX-License-Identifier: Apache-2.0
# Builds the Java program around one version of Redisson, and writes to <BUILD>/outcome "built" or why not: a machine
# without a network must still build everything else, and the tests are shown as skipped.
# cmake -DMAVEN=… -DVERSION=… -DSOURCE=<folder of pom.xml> -DBUILD=<folder> -P build_peer.cmake
set(goals org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile
          org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies)
file(REMOVE_RECURSE ${BUILD})
file(MAKE_DIRECTORY ${BUILD})

# What was fetched before needs no network, and is quicker without.
foreach(network --offline "")
    execute_process(
        COMMAND ${MAVEN} --batch-mode --quiet ${network} --file ${SOURCE}/pom.xml -Dredisson.version=${VERSION}
                -Dpeer.build=${BUILD} ${goals}
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 300)
    if(status EQUAL 0)
        break()
    endif()
endforeach()

if(status EQUAL 0)
    file(WRITE ${BUILD}/outcome "built\n")
else()
    file(WRITE ${BUILD}/outcome "Maven failed, see ${BUILD}/maven.log; remove this file to try again\n")
    file(WRITE ${BUILD}/maven.log "${output}")
    message(NOTICE "The Java program around Redisson ${VERSION} could not be built, its tests will be skipped:\n${output}")
endif()
