# The release build under valgrind: a film with letters, forces and two threads, and a program in Lua.
# Not with the sanitizers, which replace the same functions.
if(TARGET tauwerk AND NOT TW_SANITIZE)
  find_program(TW_VALGRIND valgrind REQUIRED)
  set(valgrind ${TW_VALGRIND} -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/valgrind)
  add_test(NAME valgrind_film COMMAND ${CMAKE_COMMAND} -E chdir ${CMAKE_CURRENT_BINARY_DIR} ${valgrind}
    $<TARGET_FILE:tauwerk> run ${CMAKE_SOURCE_DIR}/scripts/figures/f05_forces.lua -o ${out} --frames 1-40:39
    --size 48x27 --threads 2 --trace ${out}.csv)
  add_test(NAME valgrind_lua COMMAND ${valgrind} $<TARGET_FILE:tauwerk> lua
    ${CMAKE_CURRENT_SOURCE_DIR}/determinism/hash.lua ${CMAKE_SOURCE_DIR}/tests/scenes/tiny.lua)
  # the library's example in C
  if(TARGET tauwerk_shared)
    add_executable(library_tower ${CMAKE_SOURCE_DIR}/docs/library/tower.c)
    target_link_libraries(library_tower PRIVATE tauwerk_shared)
    target_include_directories(library_tower PRIVATE ${CMAKE_SOURCE_DIR}/include)
    add_test(NAME valgrind_library COMMAND ${valgrind} $<TARGET_FILE:library_tower>
      ${CMAKE_CURRENT_BINARY_DIR}/library_tower.png)
    set_tests_properties(valgrind_library PROPERTIES TIMEOUT 300 LABELS valgrind)
  endif()
  # every film anew: pictures that are up to date are not drawn again
  add_test(NAME valgrind_clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${out})
  set_tests_properties(valgrind_clean PROPERTIES FIXTURES_SETUP valgrind_folder)
  set_tests_properties(valgrind_film PROPERTIES FIXTURES_REQUIRED valgrind_folder)
  set_tests_properties(valgrind_film valgrind_lua valgrind_clean PROPERTIES TIMEOUT 300 LABELS valgrind)
endif()
