# The page in a browser (playwright-core with Debian's Chromium): skipped where there is no npm or no Chromium.
find_program(TW_NODE node)
if(TARGET tauwerk AND TW_NODE)
  file(GLOB view_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/view/*.mjs)
  list(FILTER view_tests EXCLUDE REGEX "/(browser|socket)\\.mjs$")
  foreach(script ${view_tests})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME view_${name}
      COMMAND ${TW_NODE} ${script} $<TARGET_FILE:tauwerk> ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/page)
    set_tests_properties(view_${name} PROPERTIES TIMEOUT 900 LABELS view SKIP_RETURN_CODE 77)
  endforeach()
elseif(TARGET tauwerk)
  message(STATUS "tests of the page are left out: there is no node")
endif()
