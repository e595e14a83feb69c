# The sources of a folder are compiled as one: headers and what templates they use are read and made
# once for all of them, which is much of the time of building from nothing. A source changed alone
# takes as long as all that it is joined to, whose names in unnamed namespaces therefore differ; the
# compiler tells where they do not. Several folders joined gain once more: branches, simulation,
# updates, recording and loops took 86 seconds of a processor apart, and 66 as one. A group is as large
# as the memory of two compilers allows: up to 3 GB each, with the sanitizers 3.5.

option(LOOPWRIGHT_JOIN_SOURCES "Compile the sources of a folder together" OFF)

# GROUPS joins folders further: each is a list of folders ("branches simulation") that are compiled as
# one. EXCEPT names sources, by regular expressions of their paths, that are compiled alone: those of a
# class that is instantiated by each of its sources, and those with names of their own.
function(loopwright_join_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "GROUPS;EXCEPT")
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
    foreach(group IN LISTS arg_GROUPS)
      separate_arguments(folders UNIX_COMMAND "${group}")
      if(name IN_LIST folders)
        list(GET folders 0 name)
      endif()
    endforeach()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name})
  endforeach()
endfunction()
