# Motions with known numbers (tests/data/reference), each a Lua program against the public module.
file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/reference/[0-9]*.lua)
foreach(case ${cases})
  get_filename_component(name ${case} NAME_WE)
  add_test(NAME reference_${name} COMMAND tauwerk lua ${case} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(reference_${name} PROPERTIES TIMEOUT 400 LABELS reference)
endforeach()
