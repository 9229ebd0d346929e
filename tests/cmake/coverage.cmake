# Counted builds: processes that leave by _exit, as forked ones do, or are killed by others of ours write their counts
# first.
if(CMAKE_C_FLAGS MATCHES "--coverage" AND TARGET tauwerk)
  target_sources(tauwerk PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/counted_exit.c)
  target_link_options(tauwerk PRIVATE LINKER:--wrap=_exit LINKER:--wrap=kill)
endif()
