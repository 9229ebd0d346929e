/* `tauwerk import FILE.urdf|.xml|.sdf -o SCENE.lua`: converts a robot's file to a script that makes
 * the same robot (lua/tauwerk/robot/record.lua). */
#ifndef TW_APP_IMPORT_IMPORT_H
#define TW_APP_IMPORT_IMPORT_H

#include "app/base/options.h"

extern const tw_option_table tw_import_table;
tw_status tw_import_command(int argc, char *const *argv);

#endif
