# Fails on an include that breaks the layers of ARCHITECTURE.md, and names file, line and remedy; on
# folders of a layer that include each other in a circle, and names the includes of the circle; and
# on a folder with so many files, or a file with so many lines, that nobody finds anything in it.
#
#   cmake -DROOT=<the project's root> -P check_layers.cmake
#
# Two rules for each layer: the folders whose headers it may include, and what it must not include
# in angle brackets. Quoted includes are written from the project's root, so the first folder of
# one is its layer. Within a layer each folder is a room, an include from one room to another an
# edge: the rooms must be such that one can be read after the other.
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

# The layers whose rooms are looked at, and the most files that a room may have.
set(layers_of_rooms engine blocklib gui app)
set(most_files 40)
# The most lines that a file may have, but for the classes whose functions are Drake's and the one
# that directs a run.
set(most_lines 500)
set(long_files engine/system/system.h engine/system/leaf_system.h engine/simulation/simulator.h)

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

# Notes that `file` includes `header` of another room of its layer.
macro(note_edge layer file line header)
  get_filename_component(room "${file}" DIRECTORY)
  get_filename_component(other "${header}" DIRECTORY)
  if("${header}" MATCHES "^${layer}/" AND NOT "${room}" STREQUAL "${other}")
    list(APPEND next/${room} "${other}")
    list(APPEND includes/${room}+${other} "${file}:${line}: includes \"${header}\"")
  endif()
endmacro()

# Adds a problem for a room with too many files, and one for a circle of rooms. Rooms that lead to
# no room that is left, or that none that is left leads to, are on no circle and drop out; from any
# that stays at the end, a walk comes back to a room where it has been.
macro(check_rooms)
  set(left ${rooms})
  foreach(room IN LISTS rooms)
    list(REMOVE_DUPLICATES next/${room})
    if(count/${room} GREATER most_files)
      list(APPEND problems
        "${room}: has ${count/${room}} files, more than ${most_files}: divide it by their purpose")
    endif()
  endforeach()
  set(dropped TRUE)
  while(dropped)
    set(dropped FALSE)
    set(reached "")
    foreach(room IN LISTS left)
      list(APPEND reached ${next/${room}})
    endforeach()
    foreach(room IN LISTS left)
      set(onward FALSE)
      foreach(other IN LISTS next/${room})
        if("${other}" IN_LIST left)
          set(onward TRUE)
        endif()
      endforeach()
      if(NOT onward OR NOT "${room}" IN_LIST reached)
        list(REMOVE_ITEM left "${room}")
        set(dropped TRUE)
      endif()
    endforeach()
  endwhile()
  if(left)
    name_circle()
  endif()
endmacro()

# Adds the includes of one circle among the rooms that are `left`.
macro(name_circle)
  list(GET left 0 room)
  set(walk "")
  while(NOT "${room}" IN_LIST walk)
    list(APPEND walk "${room}")
    foreach(other IN LISTS next/${room})
      if("${other}" IN_LIST left)
        set(room "${other}")
        break()
      endif()
    endforeach()
  endwhile()
  list(FIND walk "${room}" start)
  list(SUBLIST walk ${start} -1 circle)
  list(APPEND circle "${room}")
  list(JOIN circle " > " names)
  list(APPEND problems "the folders ${names} include each other in a circle:")
  set(from "")
  foreach(room IN LISTS circle)
    list(APPEND problems ${includes/${from}+${room}})
    set(from "${room}")
  endforeach()
endmacro()

set(rooms "")
foreach(layer IN ITEMS engine blocklib gui app)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${layer}/*.h" "${ROOT}/${layer}/*.cpp"
    "${ROOT}/${layer}/*.inc")
  foreach(file IN LISTS files)
    math(EXPR files_read "${files_read} + 1")
    get_filename_component(room "${file}" DIRECTORY)
    if("${layer}" IN_LIST layers_of_rooms AND NOT "${room}" IN_LIST rooms)
      list(APPEND rooms "${room}")
      file(GLOB in_room LIST_DIRECTORIES false "${ROOT}/${room}/*")
      list(LENGTH in_room count/${room})
    endif()
    file(READ "${ROOT}/${file}" text)
    string(REGEX MATCHALL "(^|\n)[ \t]*#[ \t]*include[ \t]*[<\"][^>\"\n]+|\n" tokens "${text}")
    set(line 1)
    foreach(token IN LISTS tokens)
      if("${token}" MATCHES "^\n")
        math(EXPR line "${line} + 1")
      endif()
      if("${token}" MATCHES "include[ \t]*([<\"])(.+)$")
        set(header "${CMAKE_MATCH_2}")
        check_include(${layer} "${file}" ${line} "${CMAKE_MATCH_1}" "${header}")
        note_edge(${layer} "${file}" ${line} "${header}")
      endif()
    endforeach()
    math(EXPR num_lines "${line} - 1")
    if(num_lines GREATER most_lines AND NOT "${file}" IN_LIST long_files)
      problem(${file} ${line}
        "the file has ${num_lines} lines, more than ${most_lines}: divide it by what its parts are for")
    endif()
  endforeach()
endforeach()

check_rooms()

if(files_read EQUAL 0)
  message(FATAL_ERROR "no source was found below ROOT=${ROOT}")
endif()
if(problems)
  foreach(line IN LISTS problems)
    message(NOTICE "${line}")
  endforeach()
  message(FATAL_ERROR "what is named above breaks the layers")
endif()
message(STATUS "the includes of ${files_read} files keep the layers")
