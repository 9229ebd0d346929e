# The layer rule holds, and its check finds every kind of planted violation.
add_test(NAME layers COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/check.cmake)
add_test(NAME layers_selftest COMMAND ${CMAKE_COMMAND} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/planted
  -P ${CMAKE_CURRENT_SOURCE_DIR}/layers/selftest.cmake)
set_tests_properties(layers layers_selftest PROPERTIES TIMEOUT 60 LABELS layers)

# The same rule by linkage, which sees what headers hide: no call upward, no circle of rooms, nothing
# that app reaches past the library. A test plants each kind of violation into a listing of symbols.
set(objects "")
foreach(layer ${TW_LAYERS})
  string(APPEND objects "$<JOIN:$<TARGET_OBJECTS:tw_${layer}>,\n>\n")
endforeach()
if(TARGET tauwerk)
  string(APPEND objects "$<JOIN:$<FILTER:$<TARGET_OBJECTS:tauwerk>,INCLUDE,main>,\n>\n")
endif()
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/objects.txt CONTENT "${objects}")
list(JOIN TW_LAYERS " " layers)
set(linkage ${CMAKE_CURRENT_SOURCE_DIR}/layers)
add_test(NAME layers_linkage COMMAND ${linkage}/linkage.sh ${CMAKE_NM} ${CMAKE_CURRENT_BINARY_DIR}/objects.txt ${layers})
add_test(NAME layers_linkage_selftest COMMAND ${linkage}/linkage_selftest.sh)
set_tests_properties(layers_linkage layers_linkage_selftest PROPERTIES TIMEOUT 60 LABELS layers)

# The errors of tests/mutants can still be planted.
if(TARGET tauwerk)
  add_test(NAME mutants_list COMMAND tauwerk lua ${CMAKE_CURRENT_SOURCE_DIR}/mutants/run.lua ${CMAKE_SOURCE_DIR} -
    ${CMAKE_CURRENT_SOURCE_DIR}/mutants/list.lua)
  set_tests_properties(mutants_list PROPERTIES TIMEOUT 60 LABELS layers)
endif()

# Comments name what is there.
add_test(NAME layers_names COMMAND tauwerk lua ${CMAKE_SOURCE_DIR}/tests/tools/names.lua ${CMAKE_SOURCE_DIR})
set_tests_properties(layers_names PROPERTIES TIMEOUT 60 LABELS layers)

# The commands use the library only, and see no state of the engine.
add_test(NAME layers_reach COMMAND ${linkage}/reach.sh ${CMAKE_SOURCE_DIR}/src)
add_test(NAME layers_reach_selftest COMMAND ${linkage}/reach_selftest.sh)
set_tests_properties(layers_reach layers_reach_selftest PROPERTIES TIMEOUT 60 LABELS layers)
