# The page in a browser (playwright-core with Debian's Chromium): skipped where there is no npm or no Chromium.
find_program(TW_NODE node)
if(TARGET tauwerk AND TW_NODE)
  # Those in a browser are left out under sanitizers: the tests by sockets send the server all that a page does.
  foreach(folder page server lua)
    file(GLOB view_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/view/${folder}/*.mjs)
    list(FILTER view_tests EXCLUDE REGEX "test\\.mjs$")
    set(labels view)
    if(NOT folder STREQUAL "server")
      list(APPEND labels slow)
    endif()
    foreach(script ${view_tests})
      get_filename_component(name ${script} NAME_WE)
      add_test(NAME view_${name}
        COMMAND ${TW_NODE} ${script} $<TARGET_FILE:tauwerk> ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/page)
      set_tests_properties(view_${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77 LABELS "${labels}")
    endforeach()
  endforeach()
  # a hand that pulls keeps to the clock: beside other tests it gives fewer places of its way
  set_tests_properties(view_hand view_touch PROPERTIES RUN_SERIAL TRUE)
elseif(TARGET tauwerk)
  message(STATUS "tests of the page are left out: there is no node")
endif()
