# Proves that check_leftovers.cmake can fail: plants one file at a time in a small tree, which is no
# repository, and expects it to be named.
#
#   cmake -DCHECK=<check_leftovers.cmake> -DWORK=<a folder to write in> -P check_leftovers_finds.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/resources/examples/counter.loop.json" "{}")
file(WRITE "${WORK}/gui/document/autosave.cpp" "")
file(WRITE "${WORK}/build/debug/core" "")
expect("a clean tree" 0 "none of 2 files")
foreach(file IN ITEMS resources/examples/.counter.loop.json.autosave engine/a.cpp.orig engine/b.h.rej
    README.md~ .notes.swp "gui/.#a.cpp" core)
  file(WRITE "${WORK}/${file}" "")
  expect("${file}" 1 "${file}")
  file(REMOVE "${WORK}/${file}")
endforeach()
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
expect("an empty tree" 1 "no file was found")
