# Every target of the project is compiled with these: warnings are errors, and floating-point
# contraction is off because it would make results depend on the processor.
function(loopwright_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
    -ffp-contract=off)
  # Optimising, g++ 12 takes "text" + std::string for a copy of nearly all memory onto itself (GCC bug
  # 105651, put right in 13), and the text of a std::variant that holds something else for one that
  # is read (bug 80635). The sanitizers find what these warnings would.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE
      -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
      -Wno-maybe-uninitialized)
  endif()
  # The compiler may take a quarter of a processor's share of the memory, from 0.5 to 1.5 GB, before
  # it looks for what it may use again: with 1.5 GB, most of what a folder's sources together need,
  # it takes an eighth less time than with 0.5 GB.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
    cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
    math(EXPR heap_kb "${memory_mb} * 1024 / (4 * ${processors})")
    if(heap_kb LESS 524288)
      set(heap_kb 524288)
    elseif(heap_kb GREATER 1572864)
      set(heap_kb 1572864)
    endif()
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=${heap_kb})
  endif()
endfunction()
