/* TW_VERSION: the program's version; the build defines it from TAUWERK_VERSION in
 * include/tauwerk.h. */
#ifndef TW_VERSION
#error "the build defines TW_VERSION"
#endif
