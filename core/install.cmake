# SPDX-License-Identifier: Apache-2.0
# An install tree in which find_package(lockscope) gives lockscope::core.
include(CMakePackageConfigHelpers)

install(TARGETS lockscope_core EXPORT lockscope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/lockscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT lockscope NAMESPACE lockscope:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lockscope
        FILE lockscopeTargets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lockscopeConfig.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/lockscopeConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lockscope)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/lockscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lockscopeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/lockscopeConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lockscope)
