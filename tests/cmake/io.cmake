# Tests of files' contents: pictures are read back by stb_image, which only the tests use; memory
# fails on command.
if(TARGET unit_io)
  target_include_directories(unit_io SYSTEM PRIVATE ${TW_STB_INCLUDE})
endif()
if(TARGET unit_picture_golden)
  target_include_directories(unit_picture_golden SYSTEM PRIVATE ${TW_STB_INCLUDE})
endif()
tw_wrap(io malloc calloc realloc)
