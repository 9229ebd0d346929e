/*
 * A strobe: images of bodies as they were at evenly spaced earlier times; the images stand still in
 * the picture. Poses are recorded from the moment at which the strobe is made, at times of its own,
 * so that they do not depend on which frames are drawn.
 */
#include "model/prop.h"

typedef struct strobe {
    tw_id_list of;
    double every;
    tw_value fade;
} strobe;

static tw_status add_image(const tw_past *image, double fade, tw_piece_list *out) {
    const tw_form *f = &image->body->form;
    for (int i = 0; i < f->count; i++) {
        tw_piece piece = {.shape = f->shape[i],
                          .pose = tw_pose_compose(&image->pose, &f->pose[i]),
                          .material = f->look[i].material,
                          .color = f->look[i].color,
                          .as = image->body,
                          .fade = fade};
        TW_TRY(tw_piece_push(out, &piece));
    }
    return TW_OK;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const strobe *o = in->own;
    double seconds = tw_value1(&o->fade, in->t);
    for (size_t i = in->image_count; i-- > 0;) {
        double fade = isnan(seconds) ? 0 : seconds > 0 ? in->image[i].age / seconds : 1;
        if (fade < 1) TW_TRY(add_image(&in->image[i], fade, out));
    }
    return TW_OK;
}

static double every(const void *own) {
    return ((const strobe *)own)->every;
}

#define ROW(field) .name = #field, .offset = offsetof(strobe, field)

static const tw_param params[] = {
    {ROW(of), .type = TW_PARAM_BODIES, .flags = TW_REQUIRED | TW_OR_GROUP,
     .doc = "bodies, or groups with their bodies at creation"},
    {ROW(every), .type = TW_PARAM_NUMBER, .flags = TW_AT_CREATION, .range = TW_POSITIVE,
     .unit = "s", .preset = {0.1}, .doc = "time between images; the first one is at creation"},
    {ROW(fade), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE, .unit = "s",
     .preset = {TW_UNSET}, .doc = "time in which an image fades out; unset: images stay"},
};

const tw_prop_kind tw_prop_strobe = {
    .kind = {.name = "strobe",
             .doc = "images of bodies as they were before, as under a flashing light",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(strobe)},
    .anchor = TW_ANCHOR_WORLD,
    .show = show,
    .every = every,
};
