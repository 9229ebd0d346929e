# The library as programs see it: installed, linked, called (tests/library). Nothing of the build or the source
# tree is within reach of the programs that are built here.
if(TARGET tauwerk_shared)
  find_program(TW_CXX NAMES c++ g++ clang++)
  if(NOT TW_CXX)
    set(TW_CXX none)
  endif()
  add_test(NAME library_install COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/library/install.sh ${CMAKE_BINARY_DIR}
    ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/library_install ${CMAKE_C_COMPILER} ${TW_CXX} ${CMAKE_NM})
  set_tests_properties(library_install PROPERTIES TIMEOUT 400 LABELS library SKIP_RETURN_CODE 77)
endif()
if(TARGET tauwerk_shared AND TARGET tauwerk)
  find_program(TW_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(TW_PYTHON)
    add_test(NAME library_python COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/library/python.sh ${CMAKE_BINARY_DIR}
      ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/library_python ${TW_PYTHON})
    set_tests_properties(library_python PROPERTIES TIMEOUT 200 LABELS library SKIP_RETURN_CODE 77)
  endif()
endif()
if(TARGET tauwerk_lua AND TARGET tauwerk)
  find_program(TW_STOCK_LUA NAMES lua5.4)
  if(NOT TW_STOCK_LUA)
    set(TW_STOCK_LUA none)
  endif()
  add_test(NAME library_lua COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/library/lua.sh ${CMAKE_BINARY_DIR}
    ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/library_lua ${TW_STOCK_LUA} ${CMAKE_C_COMPILER} ${CMAKE_NM}
    ${TW_LIBDIR}/liblua5.4.a)
  set_tests_properties(library_lua PROPERTIES TIMEOUT 200 LABELS library SKIP_RETURN_CODE 77)
endif()
