# The project's own regression runs: every scene that has a golden in tests/golden/ does the same as when
# it was recorded, bit for bit. After a change that is meant, from the source tree:
#   tauwerk check --golden tests/golden --update scripts/pendulum.lua ...
file(GLOB_RECURSE goldens CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/golden
  ${CMAKE_CURRENT_SOURCE_DIR}/golden/*.golden)
list(TRANSFORM goldens REPLACE "[.]golden$" ".lua")
if(TARGET tauwerk AND goldens)
  add_test(NAME check_scenes
    COMMAND tauwerk check ${goldens} --golden tests/golden --jobs 2
      --report ${CMAKE_CURRENT_BINARY_DIR}/check --junit ${CMAKE_CURRENT_BINARY_DIR}/check.xml
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(check_scenes PROPERTIES TIMEOUT 400 LABELS scene PROCESSORS 2)
  add_custom_target(goldens COMMAND tauwerk check ${goldens} --golden tests/golden --update
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} USES_TERMINAL)
endif()
