/* A small picture of a scene, by a process of its own and through the library alone. */
#ifndef TW_APP_VIEW_POSTER_H
#define TW_APP_VIEW_POSTER_H

#include "app/base/trust.h"

/* draws the scene of the script as it is after half of its film, or after some seconds of work;
 * sends one letter: sort 0 and a PNG in base64, or another sort and the reason. Ends the process */
_Noreturn void tw_poster_work(const char *script, const tw_trust *trust, int line);

#endif
