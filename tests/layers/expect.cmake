# For checks of checks: CHECK is the script of one, WORK the tree that it looks at.

# Runs the check and fails unless it ends as `expected` (0 or 1) with `message` in its output.
function(expect what expected message)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CHECK}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${message}" found)
  if((result EQUAL 0 AND expected EQUAL 1) OR (NOT result EQUAL 0 AND expected EQUAL 0)
      OR found EQUAL -1)
    message(FATAL_ERROR "${what}: expected exit ${expected} and '${message}', got ${result}:\n${output}")
  endif()
endfunction()
