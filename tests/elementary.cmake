# the truth about elementary functions comes from MPFR
if(TARGET unit_elementary)
  target_link_libraries(unit_elementary PRIVATE mpfr gmp)
endif()
