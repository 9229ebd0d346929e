# Lua programs against the public module; each fails by an error. What begins with _ is shared by some. They get the path of the
# program as their argument.
file(GLOB_RECURSE programs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/lua/*.lua)
list(FILTER programs EXCLUDE REGEX "/_[^/]*$")
foreach(program ${programs})
  get_filename_component(name ${program} NAME_WE)
  add_test(NAME lua_${name} COMMAND tauwerk lua ${program} $<TARGET_FILE:tauwerk> WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(lua_${name} PROPERTIES TIMEOUT 400 LABELS lua)
endforeach()
