# Engine, design and block library for other programs: find_package(Loopwright) gives
# Loopwright::engine, Loopwright::control, Loopwright::blocklib and Loopwright::design. All of it is
# the component `development`.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Loopwright)

set_target_properties(loopwright_engine PROPERTIES EXPORT_NAME engine)
set_target_properties(loopwright_control PROPERTIES EXPORT_NAME control)
set_target_properties(loopwright_blocklib PROPERTIES EXPORT_NAME blocklib)
set_target_properties(loopwright_design PROPERTIES EXPORT_NAME design)
install(TARGETS loopwright_engine loopwright_control loopwright_blocklib loopwright_design
  EXPORT LoopwrightTargets
  ARCHIVE COMPONENT development)
install(EXPORT LoopwrightTargets NAMESPACE Loopwright:: DESTINATION ${package_dir}
  COMPONENT development)
foreach(layer IN ITEMS engine blocklib)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${layer} DESTINATION ${LOOPWRIGHT_INCLUDE_DIR}
    COMPONENT development
    FILES_MATCHING PATTERN *.h PATTERN diagnostic_list.inc)
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/LoopwrightConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/LoopwrightConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/LoopwrightConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/LoopwrightConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/LoopwrightConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
