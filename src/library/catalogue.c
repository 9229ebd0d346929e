/* Lists of kinds; see catalogue.h. */
#include "library/catalogue.h"

#include "frame/look.h"
#include "model/prop.h"
#include "steppers/stepper.h"

const tw_kind *tw_catalogue_prop(int i) {
    return tw_prop_kinds[i] ? &tw_prop_kinds[i]->kind : NULL;
}

const char *tw_catalogue_solid(int i, const tw_kind **fields) {
    const char *name = tw_prop_solid_name(i);
    const tw_prop_kind *solid;
    if (name && tw_prop_solid(name, &solid) == TW_OK) *fields = &solid->kind;
    return name;
}

const char *tw_catalogue_stepper(int i, const char **doc) {
    const char *name = tw_stepper_choices[i];
    const tw_stepper_kind *k = name ? tw_stepper_find(name) : NULL;
    *doc = k ? k->doc : NULL;
    return name;
}

const char *tw_catalogue_look(int i, const char **doc) {
    const tw_look_kind *k = tw_look_kinds[i];
    *doc = k ? k->doc : NULL;
    return k ? k->name : NULL;
}

const tw_look_kind *tw_catalogue_find_look(const char *name, const char **near) {
    return tw_look_find(name, near);
}

static const char *const finishes[] = {"the scene's only", "none", "matte", "gloss", "grid",
                                       "checker"};

static const char *const tones[] = {
    [TW_TONE_NONE] = "none", [TW_TONE_FILM] = "film", [TW_TONE_FILMIC] = "filmic"};

tw_look_about tw_catalogue_look_about(const tw_look_kind *k) {
    return (tw_look_about){.name = k->name,
                           .doc = k->doc,
                           .floor = finishes[k->stage ? k->finish : TW_FLOOR_AUTO],
                           .tone = tones[k->tone],
                           .exposure = k->exposure,
                           .bounces = k->bounces};
}
