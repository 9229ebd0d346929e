/* TW_VERSION: the program's version, from the build, which has it from include/tauwerk.h. */
#ifndef TW_VERSION
#error "the build defines TW_VERSION"
#endif
