# Fails where a source of the editor or the engine names a block type: what they are to know of a type
# stands in its descriptor, so that a new type is a matter of the block library alone.
#
#   cmake -DROOT=<the project's root> -P check_block_names.cmake
#
# The types are those that the sources of the block library describe. Texts for people,
# tr("Integrator"), are words and no types, and comments may have examples. The engine knows the types
# that make levels of a diagram, and a scalar that is called as a block is.
cmake_minimum_required(VERSION 3.25)

set(types "")
file(GLOB_RECURSE blocks "${ROOT}/blocklib/*.cpp")
foreach(source IN LISTS blocks)
  file(STRINGS "${source}" lines REGEX "^  block\\.type = \"")
  string(REGEX MATCHALL "\"[A-Za-z0-9]+\"" names "${lines}")
  list(APPEND types ${names})
endforeach()
list(TRANSFORM types REPLACE "\"" "")
list(LENGTH types count)
if(count EQUAL 0)
  message(FATAL_ERROR "no block type was found in ROOT=${ROOT}")
endif()

set(known_to_engine Subsystem Inport Outport Expression)

file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/gui/*.h" "${ROOT}/gui/*.cpp"
  "${ROOT}/engine/*.h" "${ROOT}/engine/*.cpp")
set(named "")
foreach(source IN LISTS sources)
  file(STRINGS "${ROOT}/${source}" lines REGEX "\"[A-Z][A-Za-z0-9]+\"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "//.*$" "" line "${line}")
    string(REGEX REPLACE "tr\\(\"[^\"]*\"" "" line "${line}")
    string(REGEX MATCHALL "\"[A-Z][A-Za-z0-9]+\"" texts "${line}")
    foreach(text IN LISTS texts)
      string(REPLACE "\"" "" text "${text}")
      if(source MATCHES "^engine/" AND text IN_LIST known_to_engine)
        continue()
      endif()
      if(text IN_LIST types)
        list(APPEND named "${source}: ${text}")
      endif()
    endforeach()
  endforeach()
endforeach()
if(named)
  list(JOIN named "\n  " lines)
  message(FATAL_ERROR "editor or engine name block types, which their descriptors are to do:\n  ${lines}")
endif()
message(STATUS "editor and engine name none of ${count} block types")
