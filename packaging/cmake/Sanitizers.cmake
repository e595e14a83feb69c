# LOOPWRIGHT_SANITIZE is a list for -fsanitize= ("address,undefined" or "thread"); the presets asan
# and tsan set it. A finding ends the program, so that a test cannot pass over it.
set(LOOPWRIGHT_SANITIZE "" CACHE STRING "Sanitizers to build everything with, as for -fsanitize=")

if(LOOPWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${LOOPWRIGHT_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LOOPWRIGHT_SANITIZE})
  # At each access to a member these checks ask once more what the address sanitizer finds by itself
  # (no object, too little memory behind the pointer, or an address that lies outside of all objects),
  # or what this project's processors allow (alignment). Without them, and without the one of an
  # object's class at each call, a compilation takes half of the time and the tables of places half
  # of the memory.
  if(LOOPWRIGHT_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=null,alignment,object-size,pointer-overflow,vptr)
  endif()
  # The tables of the sanitizers hold millions of addresses. In a program that is loaded anywhere
  # each of them is written at every start, which takes a quarter of a second or more, and the tests
  # start a program about a thousand times.
  if(LOOPWRIGHT_SANITIZE MATCHES "address")
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  endif()
  # With instrumented code g++ takes branches that cannot be reached for real ones in these checks.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
    # It says that the thread sanitizer does not see fences, such as the one of SignalHistory.
    if(LOOPWRIGHT_SANITIZE MATCHES "thread")
      add_compile_options(-Wno-tsan)
    endif()
  endif()
endif()
