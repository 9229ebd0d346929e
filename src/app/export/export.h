/*
 * `tauwerk export`: the motion of a scene as a page with a player (.html), and for other programs:
 * animated glTF (.glb) or USD (.usda), a skeleton (.bvh), the trace as a table (.csv) or as an
 * array of NumPy (.npy); its pictures (.gif, .apng); or the scene itself as a robot's file (.urdf, .sdf,
 * .xml).
 */
#ifndef TW_APP_EXPORT_EXPORT_H
#define TW_APP_EXPORT_EXPORT_H

#include "app/export/scene.h"

extern const tw_option_table tw_export_table;

tw_status tw_export_command(int argc, char *const *argv);

/* a format of exports, with its functions for scripts and for baked films */
typedef struct tw_export_format {
    const char *ending;
    /* exports each scene of a script by itself (scene), or the script as a whole (script); one of
     * the two is NULL */
    tw_status (*scene)(tw_scene *scene, const char *path, tw_report *report);
    tw_status (*script)(const tw_scene_options *o);
    /* exports a baked film; NULL: the format cannot be made of one */
    tw_status (*baked)(const char *from, const char *path);
} tw_export_format;

/* write FILE.glb or .usda from a scene (bodies.c), and from a baked film (twb.c) */
tw_status tw_export_glb(tw_scene *scene, const char *path, tw_report *report);
tw_status tw_export_baked(const char *from, const char *path);
/* write FILE.gif or .apng, the pictures of a film, from a script, and from a baked film
 * (video.c) */
tw_status tw_export_video(const tw_scene_options *o);
tw_status tw_export_video_baked(const char *from, const char *path);
/* writes FILE.bvh from a scene (bvh.c) */
tw_status tw_export_bvh(tw_scene *scene, const char *path, tw_report *report);
/* write FILE.html from a scene, and from a baked film (html.c) */
tw_status tw_export_html(tw_scene *scene, const char *path, tw_report *report);
tw_status tw_export_html_baked(const char *from, const char *path);

#endif
