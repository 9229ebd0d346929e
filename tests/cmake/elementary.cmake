# The elementary functions are measured against MPFR, which only this test needs.
find_library(TW_MPFR mpfr REQUIRED)
find_library(TW_GMP gmp REQUIRED)
target_link_libraries(unit_elementary PRIVATE ${TW_MPFR} ${TW_GMP})
