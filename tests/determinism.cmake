# same script, same bits: threads, lanes, and the builds that TW_OTHER_TAUWERK names (scripts/test.sh
# names those of clang and of gcc without optimisation)
add_test(NAME determinism COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/determinism/run.sh
  $<TARGET_FILE:tauwerk> ${CMAKE_SOURCE_DIR})
set_tests_properties(determinism PROPERTIES TIMEOUT 600 LABELS determinism)
