/* The program's version: the same as in CMakeLists.txt, which a test compares. */
#ifndef TW_APP_VERSION_H
#define TW_APP_VERSION_H

#define TW_VERSION "0.1.0"

#endif
