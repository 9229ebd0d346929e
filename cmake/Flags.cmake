# Flags for every target. Bits must not depend on compiler or processor: no contraction of a*b+c, no
# fast-math, plain x86-64 unless a file is a dispatched kernel.
add_library(tw_flags INTERFACE)
target_compile_definitions(tw_flags INTERFACE _POSIX_C_SOURCE=200809L _XOPEN_SOURCE=700)
target_compile_options(tw_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-psabi
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -fno-strict-aliasing) # growing arrays (base/array.h) are reached through void pointers
# Where the user's flags allow fused instructions, GCC 12 makes some (vfmaddsub) all the same
include(CheckCSourceCompiles)
check_c_source_compiles("
  #ifndef __FMA__
  #error none
  #endif
  int main(void) { return 0; }" TW_FLAGS_HAVE_FMA)
if(TW_FLAGS_HAVE_FMA AND CMAKE_C_COMPILER_ID STREQUAL GNU) # clang would drop AVX-512 with it
  target_compile_options(tw_flags INTERFACE -mno-fma)
endif()
if(TW_WERROR)
  target_compile_options(tw_flags INTERFACE -Werror)
endif()
if(TW_SANITIZE)
  target_compile_options(tw_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(tw_flags INTERFACE -fsanitize=address,undefined)
endif()
