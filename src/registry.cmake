# The tables of kinds are written by the build from the file names: kinds/bodies/sphere.c defines
# tw_body_sphere, kinds/constraints/points/on_line.c tw_constraint_on_line, steppers/rk4.c tw_stepper_rk4,
# shape/kinds/box.c tw_shape_box.
# A new kind is a new file, in the folder or in a room of it. Files whose names begin with an underscore or
# are one of not_kinds are helpers of their folder.
# tw_registry_file(FOLDER PREFIX TYPE HEADER [ALSO...]): the table of src/FOLDER, and of more folders, as
# PREFIX_registry.c in the present binary folder. Of kinds that one is chosen from, as one is called auto,
# also PREFIX_choices: their names, that one first.
function(tw_registry_file folder prefix type header)
  set(found "")
  foreach(place ${CMAKE_SOURCE_DIR}/src/${folder} ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${place}/*.c)
    set(more "")
    foreach(source ${sources})
      get_filename_component(name ${source} NAME_WE)
      list(APPEND more ${name})
    endforeach()
    list(SORT more) # whatever room it is in
    list(APPEND found ${more})
  endforeach()
  set(externs "")
  set(not_kinds stepper common)
  set(names "")
  set(choices FALSE)
  set(entries "")
  foreach(name ${found})
    if(NOT name MATCHES "^_" AND NOT name IN_LIST not_kinds)
      string(APPEND externs "extern const ${type} ${prefix}_${name};\n")
      string(APPEND entries "    &${prefix}_${name},\n")
      if(name STREQUAL auto)
        string(PREPEND names "    \"${name}\",\n")
        set(choices TRUE)
      else()
        string(APPEND names "    \"${name}\",\n")
      endif()
    endif()
  endforeach()
  if(choices)
    set(names "\nconst char *const ${prefix}_choices[] = {\n${names}    0};\n")
  else()
    set(names "")
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_registry.c)
  file(CONFIGURE OUTPUT ${out} CONTENT
"/* written by the build from the files in src/${folder} */
#include \"${header}\"

${externs}
const ${type} *const ${prefix}_kinds[] = {
${entries}    0};
${names}" @ONLY)
endfunction()
function(tw_registry layer folder prefix type header)
  tw_registry_file(${folder} ${prefix} ${type} ${header})
  if(TARGET tw_${layer})
    target_sources(tw_${layer} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_registry.c)
  endif()
endfunction()
tw_registry(shape shape/kinds tw_shape tw_shape_kind shape/shape.h)
tw_registry(steppers steppers tw_stepper tw_stepper_kind steppers/stepper.h)
tw_registry(frame frame/looks tw_look tw_look_kind frame/look.h)
tw_registry(kinds kinds/bodies tw_body tw_body_kind model/field/kind.h)
tw_registry(kinds kinds/forces tw_force tw_force_kind model/field/kind.h)
tw_registry(kinds kinds/props tw_prop tw_prop_kind model/prop.h)
tw_registry(kinds kinds/constraints tw_constraint tw_constraint_kind model/field/kind.h)
tw_registry(script script/functions tw_function tw_function_table script/functions/function.h)
tw_registry(app app/commands tw_verb tw_command app/help.h)
