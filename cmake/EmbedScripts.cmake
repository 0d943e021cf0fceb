# SPDX-License-Identifier: Apache-2.0

# embed_scripts(<target> <header name> <namespace> <file.lua>...)
# Makes the Lua files available as constants: "release.lua" becomes <namespace>::release in <header name>.
# One whose first line is "-- #include piece.lua" begins with that file, which is to be named here as well.
function(embed_scripts target header namespace)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/scripts/${header})
    list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
    list(JOIN files "|" joined)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} "-DFILES=${joined}"
                -P ${PROJECT_SOURCE_DIR}/cmake/WriteScripts.cmake
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/WriteScripts.cmake
        COMMENT "Embedding the scripts of ${namespace}"
        VERBATIM)
    # A target of its own, because the rule of a custom command is known in its own folder only.
    string(MAKE_C_IDENTIFIER "${target}_${header}" scripts)
    add_custom_target(${scripts} DEPENDS ${output})
    add_dependencies(${target} ${scripts})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/scripts)
endfunction()
