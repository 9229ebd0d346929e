# Tests of ten seconds and more, which sanitizers make five to ten times as long: their suite leaves them out. What
# they go through others go through too: lua_contact*, unit_contact_*, shorter scenes of contacts and mechanisms.
set(slow
  lua_drops
  scene_contact_card_house scene_contact_wall scene_contact_wrecking_ball scene_contact_ramp
  solver_mechanisms_bricard solver_mechanisms_jansen solver_mechanisms_peaucellier)
foreach(name ${slow})
  if(TEST ${name})
    set_property(TEST ${name} APPEND PROPERTY LABELS slow)
  else()
    message(FATAL_ERROR "tests/slow.cmake: there is no test ${name}")
  endif()
endforeach()
