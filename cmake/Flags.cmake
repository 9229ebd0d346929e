# Flags for every target. Bits must not depend on compiler or processor: no contraction of a*b+c, no
# fast-math, plain x86-64 unless a file is a dispatched kernel.
add_library(tw_flags INTERFACE)
target_include_directories(tw_flags INTERFACE ${CMAKE_SOURCE_DIR}/include)
target_compile_definitions(tw_flags INTERFACE _POSIX_C_SOURCE=200809L _XOPEN_SOURCE=700)
target_compile_options(tw_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-psabi
  -ffp-contract=off -fno-math-errno -fno-trapping-math)
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
# GCC 12 for aarch64 dies of an internal error where it vectorizes some reductions
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tw_flags INTERFACE -fno-tree-loop-vectorize)
endif()
if(TW_WERROR)
  target_compile_options(tw_flags INTERFACE -Werror)
endif()
if(TW_SANITIZE)
  target_compile_options(tw_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(tw_flags INTERFACE -fsanitize=address,undefined)
endif()

# Hardening; no bit of a result depends on it (tests/determinism). Sanitizers bring their own, and
# glibc's fortified functions need an optimising compiler
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
target_compile_options(tw_flags INTERFACE -fstack-protector-strong)
target_link_options(tw_flags INTERFACE LINKER:-z,relro,-z,now,-z,noexecstack,--build-id=sha1)
if(NOT TW_SANITIZE AND NOT TW_FUZZ AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  target_compile_options(tw_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
# libFuzzer's targets (tests/fuzz): clang only, with the sanitizers that a fuzzer needs
if(TW_FUZZ)
  target_compile_options(tw_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined,bounds -fno-sanitize-recover=undefined,bounds
    -fno-omit-frame-pointer)
  target_link_options(tw_flags INTERFACE -fsanitize=address,undefined,bounds)
endif()
