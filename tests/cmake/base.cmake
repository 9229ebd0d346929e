# Tests that let memory, threads and files fail on command.
set(memory malloc calloc realloc)
tw_wrap(file ${memory} fsync rename fclose)
tw_wrap(thread ${memory} pthread_create)
tw_wrap(base ${memory})

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

# the longest one is begun first; sanitizers see one random world of each kind, where others see two
if(TARGET unit_roundtrip)
  set_tests_properties(unit_roundtrip PROPERTIES COST 100)
endif()
if(TW_SANITIZE)
  foreach(test unit_roundtrip unit_steppers_kinds)
    if(TARGET ${test})
      target_compile_definitions(${test} PRIVATE WORLDS=1)
    endif()
  endforeach()
endif()
