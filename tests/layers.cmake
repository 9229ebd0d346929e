# The layer rule holds, and its check finds a planted violation.
add_test(NAME layers COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/check.cmake)
set(planted ${CMAKE_CURRENT_BINARY_DIR}/planted)
file(WRITE ${planted}/src/base/bad.c "#include \"model/world.h\"\n")
add_test(NAME layers_finds_violation COMMAND ${CMAKE_COMMAND} -DROOT=${planted}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/check.cmake)
set_tests_properties(layers_finds_violation PROPERTIES PASS_REGULAR_EXPRESSION "base/bad.c")
