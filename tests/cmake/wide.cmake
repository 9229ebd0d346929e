# a function inside the further builds of pictures (src/wide.cmake), for its test
if(TARGET unit_filter AND TARGET tw_picture_wide)
  foreach(width wide widest)
    set(one ${CMAKE_CURRENT_BINARY_DIR}/filter_${width}.o)
    tw_picture_object(${width} ${one} tw_filter_tile $<TARGET_OBJECTS:tw_picture_${width}>)
    target_sources(unit_filter PRIVATE ${one})
  endforeach()
endif()
