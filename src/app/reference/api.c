/* Classes of the Lua module, and look-up of members; see api.h. */
#include "app/reference/api.h"

#include <string.h>

const tw_api_class tw_api_classes[] = {
    {"tw", NULL, "the module: local tw = require \"tauwerk\""},
    {"tw.math", NULL, "functions with exact derivatives, for functions of t"},
    {"vec3", NULL, "a vector: v.x v.y v.z, v[1] v[2] v[3], + - * / ==, -v"},
    {"quat", NULL, "a quaternion, w first; of a body it takes body coordinates to the world's"},
    {"spline", NULL, "a smooth function of t"},
    {"maker", NULL, "what scenes and groups can make"},
    {"scene", "maker", "bodies, forces and constraints, and the time that passes for them"},
    {"group", "maker", "objects with a common name and frame"},
    {"body", NULL, "a rigid body"},
    {"point", NULL, "a point of a body, or one fixed or moving in space"},
    {"force", NULL, "a force"},
    {"constraint", NULL, "a constraint"},
    {"prop", NULL, "what is only in the picture"},
    {"text", NULL, "a text in the picture"},
    {"text.fields", NULL, "fields of scene:text{...}"},
    {"graph", NULL, "curves in the picture"},
    {"graph.fields", NULL, "fields of scene:graph{...}"},
    {"part", NULL, "the camera, a light, a material: fields to read and to assign"},
    {"event", NULL,
     "what is planned: by at, every, during, when, on_contact, ramp, keys, timeline"},
    {"story", NULL, "what the function of scene:timeline gets"},
    {"random", NULL, "random numbers from scene.seed: scene.random"},
    {"robot", NULL, "a robot from a file"},
    {"contact", NULL, "two bodies that touch, or a body and the ground"},
    {"hit", NULL, "what a ray meets first"},
    {"gap", NULL, "how far two things are apart"},
    {"energy", NULL, "energies of a scene"},
    {"split", NULL, "parts of a constraint's force"},
    {"record", NULL, "values over time"},
    {"diagnosis", NULL, "what the constraints of a scene are together"},
    {"required", NULL, "what a given motion needs"},
    {"rest", NULL, "where a model rests, or why it does not"},
    {"mode", NULL, "a natural mode of small vibrations"},
    {"assembly", "diagnosis", "what scene:assemble has done"},
    {"found", NULL, "what scene:solve has found"},
    {"stats", NULL, "counts and seconds of a scene"},
    {"body_fields", NULL, "fields of all bodies"},
    {"force_fields", NULL, "fields of all forces"},
    {"constraint_fields", NULL, "fields of all constraints"},
    {"prop_fields", NULL, "fields of all that is only in the picture"},
    {"camera.fields", NULL, "fields of scene.camera = {...}"},
    {"follow", NULL, "a place that goes along with something"},
    {"scene.fields", NULL, "fields of tw.scene{...} besides those of the table"},
    {0}};

static const tw_api_part *const parts[] = {tw_api_scene_parts, tw_api_object_parts,
                                           tw_api_value_parts};

const tw_api_part *tw_api_part_at(int i) {
    for (size_t f = 0; f < sizeof parts / sizeof *parts; f++)
        for (const tw_api_part *p = parts[f]; p->row; p++)
            if (i-- == 0) return p;
    return tw_catalogue_functions(i);
}

bool tw_api_owned(const tw_api *row, const char *class_) {
    size_t n = strlen(class_);
    for (const char *p = row->owner; *p; p += strspn(p, " ")) {
        size_t m = strcspn(p, " ");
        if (m == n && !strncmp(p, class_, n)) return true;
        p += m;
    }
    return false;
}

const tw_api_class *tw_api_class_named(const char *name) {
    for (const tw_api_class *c = tw_api_classes; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

const tw_api *tw_api_find(const char *class_, const char *name) {
    const tw_api_part *p;
    for (const tw_api_class *c = tw_api_class_named(class_); c;
         c = c->base ? tw_api_class_named(c->base) : NULL)
        for (int i = 0; (p = tw_api_part_at(i)); i++)
            for (int k = 0; k < p->count; k++)
                if (!strcmp(p->row[k].name, name) && tw_api_owned(&p->row[k], c->name))
                    return &p->row[k];
    return NULL;
}
