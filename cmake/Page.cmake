# Makes WORK/page.c of the TypeScript in SOURCE: npm installs the packages that package-lock.json
# names, esbuild makes one file of it all (the test view_types checks types). Without npm, or where its
# packages are not to be had, the page is empty: the program says so when it is asked for it. An error in
# the page's own source ends the build.
file(MAKE_DIRECTORY ${WORK})

function(write_empty why)
  message("page: ${why}: 'tauwerk view' and 'export -o FILE.html' will say so (docs/view.md)")
  file(WRITE ${WORK}/page.c "#include \"app/view/reel/page.h\"\n
const unsigned char tw_page_player[1] = {0}, tw_page_modeller[1] = {0};
const size_t tw_page_player_size = 0, tw_page_modeller_size = 0;\n")
endfunction()

if(NOT NPM)
  write_empty("npm is not there")
  return()
endif()

file(GLOB sources ${SOURCE}/*.ts ${SOURCE}/*.css ${SOURCE}/*.html ${SOURCE}/*.json ${SOURCE}/*.mjs)
set(rooms lua making panels scene script)
# what an earlier build has copied, and the source has no longer
file(GLOB before ${WORK}/*.ts)
if(before)
  file(REMOVE ${before})
endif()
foreach(room ${rooms})
  file(REMOVE_RECURSE ${WORK}/${room})
  list(APPEND sources ${SOURCE}/${room})
endforeach()
file(COPY ${sources} DESTINATION ${WORK})
file(SHA256 ${SOURCE}/package-lock.json lock)
set(less "") # tests need types and a browser's driver besides
if(NOT TESTS)
  set(less --omit=dev)
  string(APPEND lock " without tests")
endif()
set(installed "")
if(EXISTS ${WORK}/installed)
  file(READ ${WORK}/installed installed)
endif()
if(NOT installed STREQUAL lock)
  execute_process(COMMAND ${NPM} ci ${less} --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
  if(failed)
    message("${said}")
    write_empty("npm could not install the packages of src/page/package-lock.json")
    return()
  endif()
  file(WRITE ${WORK}/installed ${lock})
endif()
execute_process(COMMAND node build.mjs page.c WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "page: the page in src/page does not build")
endif()
