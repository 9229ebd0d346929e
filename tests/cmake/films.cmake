# The films in scripts/films/ are scenes like others (scenes.cmake) and have goldens (check.cmake). Here is what a film shows
# for a moment, at the length that is asked of it.
add_test(NAME film_towers_hangs
  COMMAND tauwerk run scripts/films/towers.lua --set gust=0 --no-render --quiet
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(film_towers_hangs PROPERTIES TIMEOUT 300 LABELS scene)
add_test(NAME film_cards_stands
  COMMAND tauwerk run scripts/films/cards.lua --set kick=0 --no-render --quiet
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(film_cards_stands PROPERTIES TIMEOUT 300 LABELS scene)
# the reel's first card and shots; what is drawn of it is simulated
add_test(NAME scene_films_reel
  COMMAND tauwerk run scripts/films/reel.lua -o ${CMAKE_CURRENT_BINARY_DIR}/scenes/films_reel --size 160x90 --frames 1-450:50 --quiet
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(scene_films_reel PROPERTIES TIMEOUT 300 LABELS scene)
