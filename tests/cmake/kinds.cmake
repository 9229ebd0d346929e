# A new kind is one file that no other names: tauwerk_kinds is the program with the kinds of tests/kinds, of the same
# objects but for the tables, which are written anew.
set(more ${CMAKE_CURRENT_SOURCE_DIR}/kinds)
set(tables "")
set(written "")
foreach(row "shapes shape/kinds tw_shape tw_shape_kind shape/shape.h"
    "bodies kinds/bodies tw_body tw_body_kind model/field/kind.h"
    "forces kinds/forces tw_force tw_force_kind model/field/kind.h"
    "constraints kinds/constraints tw_constraint tw_constraint_kind model/field/kind.h"
    "steppers steppers tw_stepper tw_stepper_kind steppers/stepper.h"
    "commands app/commands tw_verb tw_command app/help.h"
    "functions script/functions tw_function tw_function_table script/functions/function.h")
  separate_arguments(row)
  list(POP_FRONT row name)
  list(GET row 1 prefix)
  tw_registry_file(${row} ${more}/${name})
  list(APPEND tables ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_registry.c)
  list(APPEND written ${prefix})
endforeach()
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${more}/*.c)
# those that are not written anew stay
list(JOIN written "|" written)
set(objects "")
get_target_property(all tw_all INTERFACE_SOURCES)
foreach(part ${all})
  list(APPEND objects "$<FILTER:${part},EXCLUDE,(${written})_registry>")
endforeach()
# shapes are in each build of the picture; its other objects are there already
file(GLOB shapes CONFIGURE_DEPENDS ${more}/shapes/*.c)
list(FILTER objects EXCLUDE REGEX "tw_picture_wid")
get_property(doors GLOBAL PROPERTY TW_PICTURE_DOORS)
foreach(width wide widest)
  tw_picture_build(kinds_${width} ${shapes} ${CMAKE_CURRENT_BINARY_DIR}/tw_shape_registry.c)
  set(one ${CMAKE_CURRENT_BINARY_DIR}/kinds_${width}.o)
  tw_picture_object(${width} ${one} "${doors}" $<TARGET_OBJECTS:kinds_${width}>
    $<FILTER:$<TARGET_OBJECTS:tw_picture_${width}>,EXCLUDE,tw_shape_registry>)
  list(APPEND objects ${one})
endforeach()
add_executable(tauwerk_kinds ${CMAKE_SOURCE_DIR}/src/app/main.c ${sources} ${tables} ${objects})
target_include_directories(tauwerk_kinds PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(tauwerk_kinds PRIVATE tw_all_needs tw_ext_lua)
add_test(NAME kinds_one_file COMMAND tauwerk_kinds lua ${more}/use.lua WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME kinds_pictures COMMAND sh ${more}/pictures.sh $<TARGET_FILE:tauwerk_kinds> ${more}/domes.lua)
foreach(topic dumbbell dome lift altitude halve heaviest twice heavies)
  add_test(NAME kinds_help_${topic} COMMAND tauwerk_kinds help ${topic})
  add_test(NAME kinds_unknown_${topic} COMMAND tauwerk help ${topic})
  set_tests_properties(kinds_unknown_${topic} PROPERTIES WILL_FAIL TRUE)
endforeach()
add_test(NAME kinds_command COMMAND tauwerk_kinds halve 3)
set_tests_properties(kinds_command PROPERTIES PASS_REGULAR_EXPRESSION "^1.5\n$")
add_test(NAME kinds_command_wrong COMMAND tauwerk_kinds halve three)
set_tests_properties(kinds_command_wrong PROPERTIES PASS_REGULAR_EXPRESSION "expected a number, got 'three'")
add_test(NAME kinds_command_offered COMMAND tauwerk_kinds completion fish)
set_tests_properties(kinds_command_offered PROPERTIES PASS_REGULAR_EXPRESSION "half of a number")
add_test(NAME kinds_function_stubs COMMAND tauwerk_kinds stubs)
set_tests_properties(kinds_function_stubs PROPERTIES PASS_REGULAR_EXPRESSION "heaviest")
