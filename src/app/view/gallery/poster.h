/* Drawing of a poster: a small picture of a scene, made in a process of its own that uses only the
 * library. */
#ifndef TW_APP_VIEW_POSTER_H
#define TW_APP_VIEW_POSTER_H

#include "app/base/trust.h"

/* Simulates the first half of the film, but at most for some seconds, draws the scene as it then
 * is, and sends one letter to `line`: with `sort` 0 and a PNG in base64, or with a status as `sort`
 * and the reason. Ends the process */
_Noreturn void tw_poster_work(const char *script, const tw_trust *trust, int line);

#endif
