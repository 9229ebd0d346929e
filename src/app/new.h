/* `tauwerk new NAME`: a scene to begin with, commented, as NAME.lua. What is there stays. */
#ifndef TW_APP_NEW_H
#define TW_APP_NEW_H

#include "app/base/options.h"

extern const tw_option_table tw_new_table;

tw_status tw_new(int argc, char *const *argv);

#endif
