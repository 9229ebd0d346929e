# The same scene gives the same bits: with one thread and with two, and in every build of the program
# that the environment variable TW_OTHER_TAUWERK names (paths with semicolons; scripts/test.sh names
# those of clang and of gcc without optimisation).
set(scenes scripts/pendulum.lua scripts/figures/f05_forces.lua scripts/figures/f10_split.lua)
foreach(scene ${scenes})
  get_filename_component(name ${scene} NAME_WE)
  add_test(NAME determinism_${name} COMMAND ${CMAKE_COMMAND} -DTAUWERK=$<TARGET_FILE:tauwerk>
    -DSCENE=${CMAKE_SOURCE_DIR}/${scene} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/determinism/${name}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/determinism/compare.cmake)
  set_tests_properties(determinism_${name} PROPERTIES TIMEOUT 300 LABELS determinism PROCESSORS 2)
endforeach()

add_test(NAME determinism_lanes COMMAND ${CMAKE_COMMAND} -DTAUWERK=$<TARGET_FILE:tauwerk>
  -DPROGRAM=${CMAKE_CURRENT_SOURCE_DIR}/determinism/lanes.lua -P ${CMAKE_CURRENT_SOURCE_DIR}/determinism/lanes.cmake)
set_tests_properties(determinism_lanes PROPERTIES TIMEOUT 100 LABELS determinism)
