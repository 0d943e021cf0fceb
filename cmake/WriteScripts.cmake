# SPDX-License-Identifier: Apache-2.0
# Called by embed_scripts(): writes one header with a raw string literal for each Lua file.
string(REPLACE "|" ";" FILES "${FILES}")
set(text "// Made from the .lua files; edit those.\n#pragma once\n#include <string_view>\nnamespace ${NAMESPACE} {\n")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} body)
    string(APPEND text "inline constexpr std::string_view ${name} = R\"lua(${body})lua\";\n")
endforeach()
string(APPEND text "} // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
