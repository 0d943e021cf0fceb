# SPDX-License-Identifier: Apache-2.0
# What every target of ours is compiled with. Linked privately, so that users of the library get none of it.
add_library(lockscope_compiler INTERFACE)
target_compile_features(lockscope_compiler INTERFACE cxx_std_20)
target_compile_options(lockscope_compiler INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual)
if(LOCKSCOPE_WERROR)
    target_compile_options(lockscope_compiler INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Coroutine frames and inlined std::string make GCC 12 report reads that cannot happen (GCC bugs 105562, 105329, 105651).
    target_compile_options(lockscope_compiler INTERFACE -Wno-maybe-uninitialized -Wno-restrict
                           -Wno-stringop-overflow -Wno-mismatched-new-delete)
endif()

option(LOCKSCOPE_CCACHE "Keep what is compiled for the next time, where ccache is installed" ON)
find_program(CCACHE ccache)
if(CCACHE AND LOCKSCOPE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# A hundred test programs are linked: four times as fast where LLVM's linker is there.
find_program(LLD ld.lld)
if(LLD AND PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT APPLE)
    add_link_options(-fuse-ld=lld)
endif()

if(LOCKSCOPE_SANITIZE)
    list(JOIN LOCKSCOPE_SANITIZE "," sanitizers)
    add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${sanitizers})
    if("address" IN_LIST LOCKSCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # What GCC notes of each check are pointers. Where a program may lie anywhere, each is a relocation: a third of all
        # that is written, over twenty gigabytes, and work for every start.
        add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
    endif()
    if("thread" IN_LIST LOCKSCOPE_SANITIZE)
        add_compile_options(-Wno-tsan) # Asio uses fences that GCC's ThreadSanitizer does not model; it says so at each.
    endif()
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# lockscope_in_batches(<target>)
# Compiles eight of its sources at once, which takes a third of the time if all are to be compiled; after a change in one
# of them it takes longer. What a source needs it includes itself: clang-tidy reads each alone.
option(LOCKSCOPE_BATCHES "Compile several sources of the library and the programs at once" OFF)
function(lockscope_in_batches target)
    if(NOT LOCKSCOPE_BATCHES)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # What is local to a source is held by the frames of its coroutines; GCC knows a source by being the main file.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()
