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

# further builds of some files, for processors with AVX2 and AVX-512
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  include(wide.cmake)
endif()

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

# loops over pixels and frames, in layers that are built at -O1
set_source_files_properties(io/picture/likeness.c io/picture/png/png_pack.c io/picture/y4m.c io/store/pack.c io/store/pack_shared.c
  PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
# stb_truetype: a few glyphs a picture, and most of the file's building
set_source_files_properties(picture/letters/font.c PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)

# stb_image copies nothing from nowhere at times, and adds nothing to it: undefined on paper only
if(TW_SANITIZE OR TW_FUZZ)
  set_source_files_properties(io/picture/stb.c
    PROPERTIES COMPILE_OPTIONS "-fno-sanitize=nonnull-attribute;-fno-sanitize=pointer-overflow")
endif()

# the bodies behind libm's names must not be recognised as those names and turned into calls of themselves
set_source_files_properties(base/math/libm_names.c PROPERTIES COMPILE_OPTIONS -fno-builtin)

# the page of `export -o FILE.html` and `view`: made by npm's packages where npm is there, else empty
find_program(TW_NPM npm)
if(TARGET tw_app)
  set(TW_PAGE "" CACHE PATH "folder with the page that another build of the same sources has made")
  set(page ${TW_PAGE})
  if(NOT TW_PAGE)
    file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS page/*)
    set(page ${CMAKE_BINARY_DIR}/page)
    add_custom_command(OUTPUT ${page}/page.c
      COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/page -DWORK=${page} -DNPM=${TW_NPM} -DTESTS=${BUILD_TESTING}
              -P ${CMAKE_SOURCE_DIR}/cmake/Page.cmake
      DEPENDS ${page_sources} ${CMAKE_SOURCE_DIR}/cmake/Page.cmake
      COMMENT "page" VERBATIM)
  endif()
  target_sources(tw_app PRIVATE ${page}/page.c)
endif()
