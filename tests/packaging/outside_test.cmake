# Installs engine and block library to a folder of its own, then configures, builds and runs the
# program in `outside` with nothing but that folder.
#
# LIBRARY, which is built, is the library on top.
#
#   cmake -DBUILD=... -DLIBRARY=... -DCONFIG=... -DWORK=... -DCOMPILER=... -DFLAGS=... -DGENERATOR=...
#         -DMAKE_PROGRAM=... -P outside_test.cmake
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(NOT EXISTS ${LIBRARY})
  message(FATAL_ERROR "${LIBRARY} is not built yet")
endif()
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/prefix
  --component development)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/outside -B ${WORK}/build -G ${GENERATOR}
  -DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -DCMAKE_PREFIX_PATH=${WORK}/prefix
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/outside)
file(REMOVE_RECURSE ${WORK})
