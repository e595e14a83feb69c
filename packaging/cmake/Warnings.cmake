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
  # The compiler takes up to 0.5 GB before it looks for memory that it may use again, which is most
  # of what it needs for a source: looking takes about a twelfth of its time.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=524288)
  endif()
endfunction()
