# Every scene in scripts/ and below it is a test: it runs to its end, what it expects holds, pictures
# come out. Files whose names begin with _ are what scenes share. A line "-- as a test: ..." in a scene
# sets the parameters of its test. Films are run by their goldens (check.cmake) and drawn in films.cmake.
file(GLOB_RECURSE scenes CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/scripts/*.lua)
list(FILTER scenes EXCLUDE REGEX "/_[^/]*$")
set(films ${scenes})
list(FILTER films INCLUDE REGEX "^scripts/films/")
foreach(scene ${scenes})
  string(REGEX REPLACE "^scripts/|[.]lua$" "" name ${scene})
  string(REPLACE "/" "_" name ${name})
  file(STRINGS ${CMAKE_SOURCE_DIR}/${scene} options REGEX "^-- as a test: ")
  string(REPLACE "-- as a test: " "" options "${options}")
  separate_arguments(options UNIX_COMMAND "${options}")
  if(NOT scene IN_LIST films)
    add_test(NAME scene_${name}
      COMMAND tauwerk run ${scene} -o ${CMAKE_CURRENT_BINARY_DIR}/scenes/${name} --size 160x90 --frames 1-10000:50 --quiet ${options}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(scene_${name} PROPERTIES TIMEOUT 900 LABELS scene)
  endif()
  # few constraints, and impacts make any difference grow; models and searches: minutes by singular values, on demand
  if(scene MATCHES "^scripts/(contact/|films/(title|towers|cards|pandora|hexapod|conflict|reel)|models/|robots/|picture/debug|solve/)")
    continue()
  endif()
  add_test(NAME solver_${name} COMMAND tauwerk lua tests/solvers.lua ${scene}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(solver_${name} PROPERTIES TIMEOUT 400 LABELS "scene;solver")
endforeach()

# the search for the lamp's hop itself, which its scene's test leaves out
add_test(NAME scene_lamp_hops COMMAND tauwerk run scripts/solve/lamp.lua --no-render --quiet --set from=hop
  -o ${CMAKE_CURRENT_BINARY_DIR}/scenes/lamp_hops WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(scene_lamp_hops PROPERTIES TIMEOUT 900 LABELS scene)
