# Further builds of loops and rays, for processors with AVX2 and AVX-512 (base/math/processor.h chooses).

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
