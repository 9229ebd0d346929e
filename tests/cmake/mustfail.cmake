# A test that cannot fail proves nothing: the derivative test, built with one sign error planted in a
# constraint kind, must turn red.
set(wrong ${CMAKE_CURRENT_BINARY_DIR}/mustfail)
file(READ ${CMAKE_SOURCE_DIR}/src/kinds/constraints/points/_connect.h text)
string(REPLACE "v3_neg(axes[i])" "axes[i]" planted "${text}")
if(planted STREQUAL text)
  message(FATAL_ERROR "mustfail: nothing to plant the error into")
endif()
file(CONFIGURE OUTPUT ${wrong}/kinds/constraints/points/_connect.h CONTENT "${planted}" @ONLY)

set(objects "")
foreach(layer base steppers numeric shape model contact dynamics)
  list(APPEND objects $<TARGET_OBJECTS:tw_${layer}>)
endforeach()
file(GLOB_RECURSE kinds CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/kinds/*.c)
get_target_property(registries tw_kinds SOURCES)
list(FILTER registries INCLUDE REGEX "_registry\\.c$")
add_executable(mustfail_derivatives unit/model/derivatives.c ${kinds} ${registries} ${objects}
  $<TARGET_OBJECTS:tw_wide>)
target_include_directories(mustfail_derivatives BEFORE PRIVATE ${wrong})
target_include_directories(mustfail_derivatives PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(mustfail_derivatives PRIVATE tw_all_needs ${TW_CMOCKA})
add_test(NAME mustfail_derivatives COMMAND mustfail_derivatives)
set_tests_properties(mustfail_derivatives PROPERTIES
  PASS_REGULAR_EXPRESSION "point_to_[a-z]+, state [0-9]+, row [0-9]+: D = ")
