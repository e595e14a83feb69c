# The sources of a folder are compiled as one: headers and what templates they use are read and made
# once for all of them, which is much of the time of building from nothing. A source changed alone
# takes as long as its folder. So the names in the unnamed namespaces of a folder's sources differ;
# the compiler tells where they do not.

option(LOOPWRIGHT_JOIN_SOURCES "Compile the sources of a folder together" OFF)

# EXCEPT names sources, by regular expressions of their paths, that are compiled alone: those of a
# class that is instantiated by each of its sources, and those with names of their own.
function(loopwright_join_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" EXCEPT)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${LOOPWRIGHT_JOIN_SOURCES} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/.*\\.cpp$")
  foreach(pattern IN LISTS arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name})
  endforeach()
endfunction()
