# Every target of the project is compiled with these: warnings are errors, and floating-point
# contraction is off because it would make results depend on the processor.
function(loopwright_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
    -ffp-contract=off)
endfunction()
