# Versions of libraries whose packages for CMake do not tell them: MATIO_VERSION,
# QCUSTOMPLOT_VERSION, RANDOM123_VERSION, XXHASH_VERSION and ZSTD_VERSION, empty where they are not
# known.

# Sets `variable` to the string that `header` defines `macro` as.
function(loopwright_version_in_header variable header macro)
  set(version "")
  if(EXISTS "${header}")
    file(STRINGS "${header}" line REGEX "^#define ${macro} \"" LIMIT_COUNT 1)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${line}")
  endif()
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()

loopwright_version_in_header(MATIO_VERSION "${MATIO_INCLUDE_DIR}/matio_pubconf.h"
  MATIO_VERSION_STR)
find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h)
loopwright_version_in_header(QCUSTOMPLOT_VERSION "${QCUSTOMPLOT_INCLUDE_DIR}/qcustomplot.h"
  QCUSTOMPLOT_VERSION_STR)

# Sets `variable` to "A.B.C" from the three macros `prefix`_MAJOR, _MINOR and _RELEASE of `header`.
function(loopwright_version_of_parts variable header prefix)
  set(parts "")
  foreach(part IN ITEMS MAJOR MINOR RELEASE)
    set(line "")
    if(EXISTS "${header}")
      file(STRINGS "${header}" line REGEX "^#define +${prefix}_${part} +[0-9]+" LIMIT_COUNT 1)
    endif()
    if(line MATCHES " ([0-9]+)")
      list(APPEND parts "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(JOIN parts "." version)
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()

loopwright_version_of_parts(XXHASH_VERSION "${XXHASH_INCLUDE_DIR}/xxhash.h" XXH_VERSION)
loopwright_version_of_parts(ZSTD_VERSION "${ZSTD_INCLUDE_DIR}/zstd.h" ZSTD_VERSION)

# Headers alone, without a word of their version: Debian's package knows it.
set(RANDOM123_VERSION "")
find_program(LOOPWRIGHT_DPKG_QUERY dpkg-query)
if(LOOPWRIGHT_DPKG_QUERY)
  execute_process(COMMAND ${LOOPWRIGHT_DPKG_QUERY} -W -f "\${Version}" librandom123-dev
    OUTPUT_VARIABLE RANDOM123_VERSION ERROR_QUIET)
  string(REGEX MATCH "^[0-9.]*" RANDOM123_VERSION "${RANDOM123_VERSION}")
endif()
