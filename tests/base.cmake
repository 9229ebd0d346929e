# Tests that let memory, threads and files fail on command.
set(memory malloc calloc realloc)
foreach(f ${memory} fsync rename fclose)
  target_link_options(unit_file PRIVATE LINKER:--wrap=${f})
endforeach()
foreach(f ${memory} pthread_create)
  target_link_options(unit_thread PRIVATE LINKER:--wrap=${f})
endforeach()
foreach(f ${memory})
  target_link_options(unit_base PRIVATE LINKER:--wrap=${f})
endforeach()

# a locale with a decimal comma, where the system can make one
find_program(TW_LOCALEDEF localedef)
set(locales ${CMAKE_BINARY_DIR}/locale)
if(TW_LOCALEDEF AND NOT EXISTS ${locales}/de_DE.UTF-8)
  file(MAKE_DIRECTORY ${locales})
  execute_process(COMMAND ${TW_LOCALEDEF} -i de_DE -f UTF-8 ${locales}/de_DE.UTF-8
    OUTPUT_QUIET ERROR_QUIET)
endif()
if(EXISTS ${locales}/de_DE.UTF-8)
  set_tests_properties(unit_base PROPERTIES ENVIRONMENT LOCPATH=${locales})
endif()

# the longest ones: begun first, and slow under sanitizers
if(TARGET unit_roundtrip)
  set_tests_properties(unit_roundtrip PROPERTIES COST 100)
endif()
