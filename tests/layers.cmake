# The layer rule holds, and its check finds every kind of planted violation.
add_test(NAME layers COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/check.cmake)
add_test(NAME layers_selftest COMMAND ${CMAKE_COMMAND} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/planted
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/selftest.cmake)
set_tests_properties(layers layers_selftest PROPERTIES TIMEOUT 60 LABELS layers)
