# What the program does as a process: exit status, messages, files. A test is a shell script in
# tests/cli/ or a room of it (lib.sh is their common part); 77 means that the machine cannot do the test.
if(TARGET tauwerk)
  file(GLOB_RECURSE cli_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/*.sh)
  list(FILTER cli_tests EXCLUDE REGEX "/lib\\.sh$")
  # files that fail on command, for faults.sh
  add_library(faults MODULE ${CMAKE_CURRENT_SOURCE_DIR}/faults/interpose.c)
  target_link_libraries(faults PRIVATE ${CMAKE_DL_LIBS})
  add_executable(drive ${CMAKE_CURRENT_SOURCE_DIR}/faults/drive.c)
  # baked films that nobody would bake, for hostile.sh
  add_executable(hostile ${CMAKE_CURRENT_SOURCE_DIR}/support/hostile.c)
  target_link_libraries(hostile PRIVATE tw_all ${TW_CMOCKA})
  foreach(script ${cli_tests})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name}
      COMMAND sh ${script} $<TARGET_FILE:tauwerk> ${CMAKE_SOURCE_DIR} ${PROJECT_VERSION}
              $<TARGET_FILE:faults> $<TARGET_FILE:hostile>)
    set_tests_properties(cli_${name} PROPERTIES TIMEOUT 400 LABELS cli SKIP_RETURN_CODE 77)
  endforeach()
  # failing calls in every command; TAUWERK_FAULTS=all for each of them
  add_test(NAME faults_campaign
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/faults/campaign.sh $<TARGET_FILE:tauwerk> ${CMAKE_SOURCE_DIR}
            ${PROJECT_VERSION} $<TARGET_FILE:faults> $<TARGET_FILE:drive>)
  set_tests_properties(faults_campaign PROPERTIES TIMEOUT 7200 LABELS cli SKIP_RETURN_CODE 77)
  set_tests_properties(cli_faults cli_kill PROPERTIES TIMEOUT 1200)
  if(TW_SANITIZE) # it catches crashes itself, wants to be loaded first, and more memory than a limit leaves
    set_tests_properties(cli_bomb cli_check cli_faults cli_launched cli_limits cli_marks cli_trust cli_unseen faults_campaign PROPERTIES DISABLED TRUE)
  endif()
endif()
