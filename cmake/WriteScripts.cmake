# SPDX-License-Identifier: Apache-2.0
# Called by embed_scripts(): writes one header with a raw string literal for each Lua file.
string(REPLACE "|" ";" FILES "${FILES}")
set(text "// Made from the .lua files; edit those.\n#pragma once\n#include <string_view>\nnamespace ${NAMESPACE} {\n")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} body)
    # What several of them share: "-- #include piece.lua" in the first line.
    if(body MATCHES "^-- #include ([a-z_]+[.]lua)\n")
        set(piece ${CMAKE_MATCH_1})
        get_filename_component(folder ${file} DIRECTORY)
        file(READ ${folder}/${piece} shared)
        string(REPLACE "-- #include ${piece}\n" "${shared}" body "${body}")
    endif()
    string(APPEND text "inline constexpr std::string_view ${name} = R\"lua(${body})lua\";\n")
endforeach()
string(APPEND text "} // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
