# What an installation holds besides the libraries, and the Debian packages of all of it:
# "cmake --build --preset release --target package" writes build/release/loopwright_*.deb,
# libloopwright-dev_*.deb and, with MPI, loopwright-mpi_*.deb.

if(TARGET loopwright-cli)
  install(TARGETS loopwright-cli RUNTIME)
  install(FILES ${CMAKE_BINARY_DIR}/loop.schema.json
    DESTINATION ${CMAKE_INSTALL_DATADIR}/loopwright)
endif()
if(TARGET loopwright-mpi)
  install(TARGETS loopwright-mpi
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/loopwright COMPONENT mpi)
endif()
if(TARGET loopwright)
  install(TARGETS loopwright RUNTIME)
  set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
  install(FILES ${desktop}/loopwright.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${desktop}/loopwright.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
    RENAME loopwright.xml)
  install(FILES ${desktop}/org.loopwright.Loopwright.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/loopwright.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/examples
  DESTINATION ${CMAKE_INSTALL_DATADIR}/loopwright OPTIONAL
  FILES_MATCHING PATTERN "*.loop.json")
if(LOOPWRIGHT_GUI)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/help DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${PROJECT_SOURCE_DIR}/ARCHITECTURE.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/docs
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/resources)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime development)
if(TARGET loopwright-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_COMPONENT_MPI_DESCRIPTION
  "Plug-in of loopwright-cli for studies on clusters: the processes that mpirun or srun starts make
one study together.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "Engine and block library of Loopwright for programs in C++: find_package(Loopwright).")
set(CPACK_PACKAGE_NAME loopwright)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME loopwright)
set(CPACK_DEBIAN_MPI_PACKAGE_NAME loopwright-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "loopwright (= ${PROJECT_VERSION}), openmpi-bin")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libloopwright-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS 
  "libeigen3-dev (>= 3.4), libmatio-dev, libsuitesparse-dev, libsundials-dev (>= 6.4), libtbb-dev,
libzstd-dev")
set(CPACK_PACKAGE_VENDOR "The Loopwright authors")
set(CPACK_PACKAGE_CONTACT "The Loopwright authors <loopwright@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
  "Draw a system as a block diagram, run it and watch it: continuous, sampled and random parts
together. The two values that a sampled signal has at the instant of its update are computed,
recorded, plotted and exported, as an open and a filled circle.
The same files run from the command line (loopwright-cli).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(TARGET loopwright)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS 
    "fonts-dejavu-core, qt6-translations-l10n, qt6-wayland")
endif()
include(CPack)
