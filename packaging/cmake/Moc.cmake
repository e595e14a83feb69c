# What Qt's meta-object compiler writes: the tables of signals, slots and properties of a class. CMake's
# AUTOMOC would have it read all headers that a file includes, Eigen's and Qt's too: 120 seconds of a
# processor for the editor instead of 3, for classes whose own file says all that it needs.

# For the headers among a library's files. What moc writes of them (of most of them nothing) is
# included by one source of `target`, which is joined to those of the group `group` (see
# JoinedSources.cmake).
function(loopwright_moc_headers target group)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  set(all "")
  list(FILTER ARGN INCLUDE REGEX "\\.h$")
  foreach(header IN LISTS ARGN)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    string(REGEX REPLACE "[/.]" "_" name ${path})
    add_custom_command(OUTPUT ${folder}/${name}.cpp
      COMMAND Qt6::moc --no-notes -DQT_NO_KEYWORDS -f ${path} -o ${folder}/${name}.cpp ${header}
      DEPENDS ${header} VERBATIM)
    list(APPEND results ${folder}/${name}.cpp)
    string(APPEND all "#include \"${name}.cpp\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/all.cpp CONTENT "${all}" @ONLY)
  add_custom_target(${target}_moc DEPENDS ${results})
  add_dependencies(${target} ${target}_moc)
  set_source_files_properties(${folder}/all.cpp PROPERTIES UNITY_GROUP ${group})
  target_sources(${target} PRIVATE ${folder}/all.cpp)
endfunction()

# For tests: test_NAME.moc for each source test_NAME.cpp, which includes it at its end. The target
# TARGET_moc writes them all.
function(loopwright_moc_tests target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  file(MAKE_DIRECTORY ${folder})
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME_WE)
    add_custom_command(OUTPUT ${folder}/${name}.moc
      COMMAND Qt6::moc -o ${folder}/${name}.moc ${source} DEPENDS ${source} VERBATIM)
    list(APPEND results ${folder}/${name}.moc)
  endforeach()
  add_custom_target(${target}_moc DEPENDS ${results})
  add_dependencies(${target} ${target}_moc)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
