# Tests of ten seconds and more, or that sanitizers make so long, or that read only sources: their suite leaves these out. What they go through
# others go through too: lua_contact, lua_contact_cage, unit_contact_*, unit_sparse_many, unit_assemble, unit_picture, unit_renderer,
# unit_glow, cli_watch, shorter scenes.
set(slow
  cli_bake cli_farm cli_kill cli_movie_ffmpeg cli_notices cli_robot cli_site cli_together cli_tutorial cli_watch_resume
  layers
  lua_assemble lua_big lua_closed_forms lua_contact_adaptive lua_contact_against lua_contact_caps lua_contact_gripper
  lua_contact_rough lua_contact_row lua_contact_uneven lua_contact_variants lua_points lua_timestep lua_too_short
  reference_05_n_four_bar reference_20_mechanisms
  unit_again unit_elementary unit_framing_films unit_open unit_picture_golden unit_sensitivities unit_sparse unit_store
  lua_drops
  scene_lamp_hops scene_contact_card_house scene_contact_chain scene_contact_dominoes scene_contact_galton scene_contact_newtons_cradle
  scene_contact_pile scene_contact_wall_hit scene_contact_ramp scene_contact_wall
  scene_contact_wrecking_ball scene_joints_gear scene_mechanisms_jansen
  solver_mechanisms_bricard solver_mechanisms_jansen solver_mechanisms_peaucellier)
foreach(name ${slow})
  if(TEST ${name})
    set_property(TEST ${name} APPEND PROPERTY LABELS slow)
  else()
    message(FATAL_ERROR "tests/cmake/slow.cmake: there is no test ${name}")
  endif()
endforeach()
