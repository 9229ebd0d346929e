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

# A small part of the matrix of determinism/matrix.sh: threads, masked processors, locales, addresses.
set(matrix pendulum figures/f07_meeting figures/f10_split joints/screw joints/limit joints/motor joints/gear
  joints/on_curve mechanisms/four_bar mechanisms/slider_crank contact/three_balls contact/bouncing_ball
  contact/newtons_cradle custom/ellipsoid forces/gallery bodies/gallery picture/props picture/textures)
foreach(scene ${matrix})
  string(REPLACE "/" "_" name ${scene})
  add_test(NAME matrix_${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/determinism/quick.sh $<TARGET_FILE:tauwerk>
    ${CMAKE_SOURCE_DIR}/scripts/${scene}.lua ${CMAKE_CURRENT_BINARY_DIR}/determinism/matrix_${name})
  set_tests_properties(matrix_${name} PROPERTIES TIMEOUT 100 LABELS determinism)
endforeach()
add_test(NAME matrix_planted COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/determinism/planted.sh $<TARGET_FILE:tauwerk>
  ${CMAKE_CURRENT_BINARY_DIR}/determinism/matrix_planted)
set_tests_properties(matrix_planted PROPERTIES TIMEOUT 100 LABELS determinism)
