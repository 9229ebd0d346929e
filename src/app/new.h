/* `tauwerk new NAME`: writes a commented starter scene, NAME.lua, and beside it .luarc.json and
 * .luacheckrc for editors and luacheck. Existing files are not changed.
 */
#ifndef TW_APP_NEW_H
#define TW_APP_NEW_H

#include "app/base/options.h"

extern const tw_option_table tw_new_table;

tw_status tw_new(int argc, char *const *argv);

#endif
