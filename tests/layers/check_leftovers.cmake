# Fails on files that programs leave behind and that do not belong into the project: kept changes of
# the editor, copies and conflicts of text editors and of patches.
#
#   cmake -DROOT=<the project's root> -P check_leftovers.cmake
#
# Where ROOT is a repository, its tracked files are looked at, else all that are there.
cmake_minimum_required(VERSION 3.25)

set(leftover "\\.autosave$|\\.(orig|rej|bak|swp|swo|tmp)$|~$|(^|/)\\.#|(^|/)#[^/]*#$|(^|/)core$")

set(files "")
find_program(git git)
if(git AND EXISTS "${ROOT}/.git")
  execute_process(COMMAND ${git} -c safe.directory=* ls-files WORKING_DIRECTORY "${ROOT}"
    OUTPUT_VARIABLE listed RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    string(REGEX REPLACE "\n$" "" listed "${listed}")
    string(REPLACE "\n" ";" files "${listed}")
  endif()
endif()
if(NOT files)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/*")
  list(FILTER files EXCLUDE REGEX "^(build[^/]*|out|dist|\\.git)/")
endif()
list(LENGTH files count)
if(count EQUAL 0)
  message(FATAL_ERROR "no file was found below ROOT=${ROOT}")
endif()

list(FILTER files INCLUDE REGEX "${leftover}")
if(files)
  list(JOIN files "\n  " lines)
  message(FATAL_ERROR "left behind by a program, to be removed:\n  ${lines}")
endif()
message(STATUS "none of ${count} files is left over from a program")
