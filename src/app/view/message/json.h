/* Writing JSON values to a stream. */
#ifndef TW_APP_VIEW_JSON_H
#define TW_APP_VIEW_JSON_H

#include "base/math/vec.h"
#include "library/film.h"

#include <stdio.h>

/* writes a string in quotes; '<' is escaped, so that it can be part of HTML; broken UTF-8 becomes
 * U+FFFD; NULL: an empty string */
void tw_json_text(FILE *out, const char *text);
/* writes a number with 9 significant digits; null if it is not finite */
void tw_json_number(FILE *out, double x);
void tw_json_vec(FILE *out, vec3 v); /* [x,y,z] */
void tw_json_rgb(FILE *out, tw_rgb c);
void tw_json_pose(FILE *out, const tw_pose *p); /* [x,y,z,qw,qx,qy,qz] */

#endif
