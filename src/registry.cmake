# The tables of kinds are written by the build from the file names: kinds/bodies/sphere.c defines
# tw_body_sphere, kinds/constraints/on_line.c tw_constraint_on_line, steppers/rk4.c tw_stepper_rk4.
# A new kind is a new file. Files whose names begin with an underscore or stand in TW_NOT_KINDS are
# helpers of their folder.
set(TW_NOT_KINDS stepper common)
function(tw_registry layer folder prefix type header)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  set(externs "")
  set(entries "")
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    if(NOT name MATCHES "^_" AND NOT name IN_LIST TW_NOT_KINDS)
      string(APPEND externs "extern const ${type} ${prefix}_${name};\n")
      string(APPEND entries "    &${prefix}_${name},\n")
    endif()
  endforeach()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_registry.c)
  file(CONFIGURE OUTPUT ${out} CONTENT
"/* written by the build from the files in src/${folder} */
#include \"${header}\"

${externs}
const ${type} *const ${prefix}_kinds[] = {
${entries}    0};
" @ONLY)
  if(TARGET tw_${layer})
    target_sources(tw_${layer} PRIVATE ${out})
  endif()
endfunction()
tw_registry(steppers steppers tw_stepper tw_stepper_kind steppers/stepper.h)
tw_registry(frame frame/looks tw_look tw_look_kind frame/look.h)
tw_registry(kinds kinds/bodies tw_body tw_body_kind model/field/kind.h)
tw_registry(kinds kinds/forces tw_force tw_force_kind model/field/kind.h)
tw_registry(kinds kinds/props tw_prop tw_prop_kind model/prop.h)
tw_registry(kinds kinds/constraints tw_constraint tw_constraint_kind model/field/kind.h)
