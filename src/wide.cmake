# Further builds of loops and rays, for processors with AVX2 and AVX-512 (base/math/processor.h chooses).

# The renderer once more with eight lanes, for processors with AVX2. Lanes do not depend on their number
# (shape/lanes.h) and a b + c is never fused, so all builds give the same bytes; picture.c chooses when the program runs.
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
# tw_picture_build(TARGET SOURCE...): objects of these, for AVX-512 where the target's name ends in widest
function(tw_picture_build target)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC tw_flags)
  if(target MATCHES widest)
    target_compile_options(${target} PRIVATE -mavx512f -mavx512bw -mavx512dq -mavx512vl
      -mprefer-vector-width=512 -fno-tree-vectorize -DTW_WIDEST)
  else()
    target_compile_options(${target} PRIVATE -mavx2 -mno-fma -DTW_WIDE)
  endif()
  target_precompile_headers(${target} PRIVATE <immintrin.h>)
endfunction()
# tw_picture_object(WIDTH FILE NAMES OBJECTS...): one object FILE of a build's objects. It shows the functions NAMES, a
# list, as tw_filter_tile_wide; all its other names are local, so that they are not those of other builds.
function(tw_picture_object width file names)
  set(objects "")
  foreach(some ${ARGN}) # but precompiled headers
    list(APPEND objects $<FILTER:${some},INCLUDE,[.]o$>)
  endforeach()
  file(GENERATE OUTPUT ${file}.list CONTENT "$<JOIN:${objects},\n>\n")
  set(shown "")
  set(renamed "")
  foreach(name ${names})
    list(APPEND shown --keep-global-symbol=${name})
    list(APPEND renamed --redefine-sym ${name}=${name}_${width})
  endforeach()
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_LINKER} -r -o ${file} @${file}.list
    COMMAND ${CMAKE_OBJCOPY} ${shown} ${file}
    COMMAND ${CMAKE_OBJCOPY} ${renamed} ${file}
    DEPENDS ${objects} ${file}.list COMMENT "Linking ${file}" VERBATIM)
  set_source_files_properties(${file} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
endfunction()
tw_picture_build(tw_picture_wide ${wide_sources})
# and with sixteen, for processors with AVX-512, but for drafts
set(widest_sources ${wide_sources})
list(FILTER widest_sources EXCLUDE REGEX "draft|raster|resolve|shadow_map")
tw_picture_build(tw_picture_widest ${widest_sources})
# picture.c chooses between the builds of these
set_property(GLOBAL PROPERTY TW_PICTURE_DOORS tw_draw_frame tw_catch_draw tw_collect tw_resolve)
get_property(doors GLOBAL PROPERTY TW_PICTURE_DOORS)
foreach(width wide widest)
  set(one ${CMAKE_CURRENT_BINARY_DIR}/tw_picture_${width}.o)
  tw_picture_object(${width} ${one} "${doors}" $<TARGET_OBJECTS:tw_picture_${width}>)
  list(APPEND TW_ENGINE_OBJECTS ${one})
  list(APPEND TW_LIBRARY_OBJECTS ${one})
endforeach()

# and, in the same manner, loops of the engine
add_library(tw_wide OBJECT numeric/cone/sweep/lu_sweep.c numeric/cone/sweep/quad_sweep.c numeric/cone/sweep/sweep.c
  numeric/linear/sparse/sparse_factor.c numeric/linear/sparse/sparse_sweep.c dynamics/points/chain_kernel.c
  dynamics/points/kernel.c steppers/parts/_stage_kernel.c)
target_include_directories(tw_wide PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(tw_wide PUBLIC tw_flags)
target_compile_options(tw_wide PRIVATE -mavx2 -mno-fma -DTW_WIDE)
list(APPEND TW_ENGINE_OBJECTS $<TARGET_OBJECTS:tw_wide>)
list(APPEND TW_LIBRARY_OBJECTS $<TARGET_OBJECTS:tw_wide>)
