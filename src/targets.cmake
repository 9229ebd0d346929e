# what the layers need of other packages
function(tw_uses layer)
  if(TARGET tw_${layer})
    target_link_libraries(tw_${layer} PRIVATE ${ARGN})
  endif()
endfunction()
tw_uses(numeric tw_ext_lapacke tw_ext_amd)
tw_uses(steppers tw_ext_cvode tw_ext_arkode)
tw_uses(io tw_ext_deflate tw_ext_expat tw_ext_jpeg tw_ext_exr)
tw_uses(script tw_ext_lua)
tw_uses(app tw_ext_lua tw_ext_civetweb tw_ext_cjson tw_ext_edit)
if(TARGET tw_app)
  target_compile_definitions(tw_app PRIVATE TW_VERSION="${PROJECT_VERSION}")
endif()
foreach(layer picture io)
  if(TARGET tw_${layer})
    target_include_directories(tw_${layer} SYSTEM PRIVATE ${TW_STB_INCLUDE})
  endif()
endforeach()
if(TARGET tw_picture)
  target_compile_definitions(tw_picture PRIVATE TW_FONT="${TW_FONT}")
endif()

# the files of lua/ inside the library, for programs that it is linked into
set(lua_files "")
set(lua_list "")
file(GLOB_RECURSE sources RELATIVE ${CMAKE_SOURCE_DIR}/lua CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lua/*.lua)
foreach(source ${sources})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lua/${source})
  file(READ ${CMAKE_SOURCE_DIR}/lua/${source} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "[/.]lua$" "" name "${source}")
  string(REPLACE "/" "." name "${name}")
  string(MAKE_C_IDENTIFIER ${name} id)
  string(APPEND lua_files "static const unsigned char ${id}[] = {${bytes}};\n")
  string(APPEND lua_list "    {\"${name}\", ${id}, sizeof ${id}},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/tw_lua_files.c CONTENT
"/* written by the build from the files in lua */
#include \"script/lua/files.h\"

${lua_files}
const tw_lua_file tw_lua_files[] = {
${lua_list}    {0, 0, 0}};
" @ONLY)
if(TARGET tw_script)
  target_sources(tw_script PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/tw_lua_files.c)
endif()

if(TARGET tw_script)
  target_compile_definitions(tw_script PRIVATE TW_LUA_DIR="${CMAKE_SOURCE_DIR}/lua")
endif()

# the rays once more with eight lanes, for processors with AVX2 (picture/rays/wide.h); never fused, so the
# same bytes
set(wide_sources)
foreach(name draw resolve view draft/draft draft/draft_light draft/raster_clip draft/raster_mesh draft/raster_setup
    draft/raster_tile draft/shadow_map filter/filter filter/guide filter/part filter/residual layers/catch
    layers/collect light/env light/stars rays/bsdf rays/camera rays/glow rays/lamp rays/meet rays/over rays/pixmap
    rays/sample rays/shades rays/surface rays/texture rays/tree tile/flight tile/ground tile/lamps tile/lattice
    tile/path tile/plain tile/quarter tile/shade tile/tile tile/trace tile/wait
    tile/wave)
  list(APPEND wide_sources picture/${name}.c)
endforeach()
file(GLOB kinds RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS shape/kinds/*.c)
list(APPEND wide_sources shape/shape.c shape/mesh/ray.c ${kinds} ${CMAKE_CURRENT_BINARY_DIR}/tw_shape_registry.c)
# tw_picture_widened(TARGET SHAPES SOURCE...): a further build of these, in which the shapes of the files SHAPES, a
# list, have further names
function(tw_picture_widened target shapes)
  add_library(${target} OBJECT ${ARGN})
  set(names "")
  foreach(source ${shapes})
    get_filename_component(name ${source} NAME_WE)
    string(APPEND names "#define tw_shape_${name} TW_BUILT(tw_shape_${name})\n")
  endforeach()
  set(names_file ${CMAKE_CURRENT_BINARY_DIR}/${target}_names.h)
  file(CONFIGURE OUTPUT ${names_file} CONTENT
    "/* written by the build */\n${names}" @ONLY)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC tw_flags)
  if(target MATCHES widest)
    target_compile_options(${target} PRIVATE -mavx512f -mavx512bw -mavx512dq -mavx512vl
      -mprefer-vector-width=512 -fno-tree-vectorize -DTW_WIDEST)
  else()
    target_compile_options(${target} PRIVATE -mavx2 -mno-fma)
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-include ${CMAKE_SOURCE_DIR}/src/picture/rays/wide.h"
    "SHELL:-include ${names_file}")
endfunction()
tw_picture_widened(tw_picture_wide "${kinds}" ${wide_sources})
list(APPEND TW_ENGINE_OBJECTS $<TARGET_OBJECTS:tw_picture_wide>)
list(APPEND TW_LIBRARY_OBJECTS $<TARGET_OBJECTS:tw_picture_wide>)

# and with sixteen, for processors with AVX-512, but for drafts
set(widest_sources ${wide_sources})
list(FILTER widest_sources EXCLUDE REGEX "draft|raster|resolve|shadow_map")
tw_picture_widened(tw_picture_widest "${kinds}" ${widest_sources})
list(APPEND TW_ENGINE_OBJECTS $<TARGET_OBJECTS:tw_picture_widest>)
list(APPEND TW_LIBRARY_OBJECTS $<TARGET_OBJECTS:tw_picture_widest>)

# and, in the same manner, loops of the engine
add_library(tw_wide OBJECT numeric/cone/sweep/lu_sweep.c numeric/cone/sweep/quad_sweep.c numeric/cone/sweep/sweep.c
  numeric/linear/sparse/sparse_factor.c numeric/linear/sparse/sparse_sweep.c dynamics/points/chain_kernel.c
  dynamics/points/kernel.c steppers/parts/_stage_kernel.c)
target_include_directories(tw_wide PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(tw_wide PUBLIC tw_flags)
target_compile_options(tw_wide PRIVATE -mavx2 -mno-fma -DTW_WIDE)
list(APPEND TW_ENGINE_OBJECTS $<TARGET_OBJECTS:tw_wide>)
list(APPEND TW_LIBRARY_OBJECTS $<TARGET_OBJECTS:tw_wide>)

# everything but main(), for the program and for the tests
add_library(tw_all_needs INTERFACE)
target_include_directories(tw_all_needs INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(tw_all_needs INTERFACE tw_flags tw_ext_lapacke tw_ext_amd tw_ext_cvode
  tw_ext_arkode tw_ext_deflate tw_ext_expat tw_ext_jpeg tw_ext_exr tw_ext_lua tw_ext_civetweb tw_ext_cjson tw_ext_edit
  Threads::Threads ${CMAKE_DL_LIBS} m)
add_library(tw_all INTERFACE)
target_link_libraries(tw_all INTERFACE tw_all_needs)
target_sources(tw_all INTERFACE ${TW_ENGINE_OBJECTS})

if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/app/main.c)
  add_executable(tauwerk app/main.c)
  target_link_libraries(tauwerk PRIVATE tw_all)
  set_target_properties(tauwerk PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

  # texts that the program writes of itself: stubs of the module, man pages, completion for shells
  set(TW_WRITTEN ${CMAKE_BINARY_DIR}/library/tauwerk.lua)
  add_custom_command(OUTPUT ${TW_WRITTEN}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/library ${CMAKE_BINARY_DIR}/completion
    COMMAND tauwerk man -o ${CMAKE_BINARY_DIR}/man
    COMMAND tauwerk completion bash -o ${CMAKE_BINARY_DIR}/completion/tauwerk
    COMMAND tauwerk completion zsh -o ${CMAKE_BINARY_DIR}/completion/_tauwerk
    COMMAND tauwerk completion fish -o ${CMAKE_BINARY_DIR}/completion/tauwerk.fish
    COMMAND tauwerk stubs -o ${TW_WRITTEN}
    DEPENDS tauwerk COMMENT "Stubs, man pages, completion" VERBATIM)
  add_custom_target(tauwerk_written ALL DEPENDS ${TW_WRITTEN})
endif()

# stb_image copies nothing from nowhere at times, and adds nothing to it: undefined on paper only
if(TW_SANITIZE OR TW_FUZZ)
  set_source_files_properties(io/picture/lightmap.c io/picture/pixmap.c io/picture/png/png_read.c
    PROPERTIES COMPILE_OPTIONS "-fno-sanitize=nonnull-attribute;-fno-sanitize=pointer-overflow")
endif()

# the bodies behind libm's names must not be recognised as those names and turned into calls of themselves
set_source_files_properties(base/math/libm_names.c PROPERTIES COMPILE_OPTIONS -fno-builtin)

# the page of `export -o FILE.html` and `view`: made by npm's packages where npm is there, else empty
find_program(TW_NPM npm)
if(TARGET tw_app)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS page/*)
  set(page ${CMAKE_BINARY_DIR}/page)
  add_custom_command(OUTPUT ${page}/page.c
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/page -DWORK=${page} -DNPM=${TW_NPM}
            -P ${CMAKE_SOURCE_DIR}/cmake/Page.cmake
    DEPENDS ${page_sources} ${CMAKE_SOURCE_DIR}/cmake/Page.cmake
    COMMENT "page" VERBATIM)
  target_sources(tw_app PRIVATE ${page}/page.c)
endif()
