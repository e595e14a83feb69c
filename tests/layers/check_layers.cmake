# Fails on an include that breaks the layers of ARCHITECTURE.md, and names file, line and remedy.
#
#   cmake -DROOT=<the project's root> -P check_layers.cmake
#
# Two rules for each layer: the folders whose headers it may include, and what it must not include
# in angle brackets. Quoted includes are written from the project's root, so the first folder of
# one is its layer.
cmake_minimum_required(VERSION 3.25)

set(qt "Q[A-Za-z0-9]*(/.*)?|qcustomplot\\.h|q[a-z0-9_]+\\.h")
set(command_line "CLI/.*")

set(engine_may engine)
set(engine_not "${qt}|${command_line}")
set(blocklib_may engine blocklib)
set(blocklib_not "${qt}|${command_line}")
set(gui_may engine blocklib gui)
set(gui_not "${command_line}")
set(app_may engine blocklib gui app)
set(app_not "")
# The part of app that the command line is made of.
set(without_qt "^app/(loopwright_cli\\.cpp|cli/)")

set(problems "")
set(files_read 0)

# problem(FILE LINE TEXT): remembers one, FILE:LINE: TEXT.
macro(problem file line text)
  list(APPEND problems "${file}:${line}: ${text}")
endmacro()

# Checks one include (`kind` is < or ", `header` what stands inside) of a file of `layer`.
macro(check_include layer file line kind header)
  if("${kind}" STREQUAL "<")
    if(NOT "${${layer}_not}" STREQUAL "" AND "${header}" MATCHES "^(${${layer}_not})$")
      problem(${file} ${line} "${layer} must not include <${header}>")
    elseif("${file}" MATCHES "${without_qt}" AND "${header}" MATCHES "^(${qt})$")
      problem(${file} ${line} "the command line builds without Qt: no <${header}>")
    elseif("${header}" MATCHES "^nlohmann/" AND "${file}" MATCHES "\\.h$")
      problem(${file} ${line} "<${header}> belongs in sources: it slows down all that include it")
    endif()
  elseif(NOT "${header}" MATCHES "^[a-z0-9_]+\\.moc$")
    string(REGEX REPLACE "/.*" "" folder "${header}")
    if(NOT EXISTS "${ROOT}/${header}")
      problem(${file} ${line} "\"${header}\" is not a path from the project's root")
    elseif(NOT "${folder}" IN_LIST ${layer}_may)
      string(REPLACE ";" ", " may "${${layer}_may}")
      problem(${file} ${line} "${layer} must not include \"${header}\" (it may use: ${may})")
    elseif("${file}" MATCHES "${without_qt}" AND "${folder}" STREQUAL "gui")
      problem(${file} ${line} "the command line builds without Qt: no \"${header}\"")
    endif()
  endif()
endmacro()

foreach(layer IN ITEMS engine blocklib gui app)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${layer}/*.h" "${ROOT}/${layer}/*.cpp"
    "${ROOT}/${layer}/*.inc")
  foreach(file IN LISTS files)
    math(EXPR files_read "${files_read} + 1")
    file(READ "${ROOT}/${file}" text)
    string(REGEX MATCHALL "(^|\n)[ \t]*#[ \t]*include[ \t]*[<\"][^>\"\n]+|\n" tokens "${text}")
    set(line 1)
    foreach(token IN LISTS tokens)
      if("${token}" MATCHES "^\n")
        math(EXPR line "${line} + 1")
      endif()
      if("${token}" MATCHES "include[ \t]*([<\"])(.+)$")
        check_include(${layer} "${file}" ${line} "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
      endif()
    endforeach()
  endforeach()
endforeach()

if(files_read EQUAL 0)
  message(FATAL_ERROR "no source was found below ROOT=${ROOT}")
endif()
if(problems)
  foreach(line IN LISTS problems)
    message(NOTICE "${line}")
  endforeach()
  message(FATAL_ERROR "the includes named above break the layers")
endif()
message(STATUS "the includes of ${files_read} files keep the layers")
