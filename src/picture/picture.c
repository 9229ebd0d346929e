/* Drawing of a picture from beginning to end: memory, the tiles (draw.c), conversion to sRGB
 * (resolve.c), and the overlay; see picture.h. */
#include "picture/picture.h"

#include "base/math/processor.h"
#include "base/view.h"
#include "picture/fade.h"
#include "picture/filter/filter.h"
#include "picture/layers/catch.h"
#include "picture/layers/collect.h"
#include "picture/layers/forces.h"
#include "picture/light/bloom.h"
#include "picture/lines/lines.h"
#include "picture/rays/scene.h"

#include <stdlib.h>

size_t tw_picture_memory(const tw_picture_options *o) {
    /* bytes of: linear light (floats) and sRGB (4) of each pixel; at normal quality, four bytes of
     * each pixel for the lattice of open ground, more than it takes: its nodes of 16 bytes are one
     * for 4 x 4 pixels (tile/open.h); parts of about two rows of tiles, which wait for the filter
     * (tile/flight.h) */
    size_t pixels = (size_t)o->width * (size_t)o->height;
    size_t rows = o->quality == TW_QUALITY_DRAFT ? 0 : 2;
    size_t flight = (rows * (size_t)o->width / TW_TILE + 1) * sizeof(tw_parts);
    size_t floats = 4 + (size_t)tw_extras_floats(o->extras);
    return pixels * (floats * sizeof(float) + 4 + (o->quality == TW_QUALITY_NORMAL ? 4 : 0)) +
           flight;
}

tw_status tw_image_create(int width, int height, tw_image *image) {
    *image = (tw_image){.width = width, .height = height};
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        return tw_fail(TW_ARGUMENT, "picture size: expected 1 to 16384 pixels, got %d x %d", width,
                       height);
    size_t pixels = (size_t)width * (size_t)height;
    image->linear = calloc(pixels, 4 * sizeof(float));
    image->srgb = calloc(pixels, 4);
    if (image->linear && image->srgb) return TW_OK;
    tw_image_free(image);
    return tw_fail_memory();
}

tw_status tw_image_create_for(const tw_picture_options *o, tw_image *image) {
    TW_TRY(tw_image_create(o->width, o->height, image));
    tw_status s = tw_extras_create(o->extras, o->width, o->height, &image->extras);
    if (s != TW_OK) tw_image_free(image);
    return s;
}

void tw_image_free(tw_image *image) {
    tw_extras_free(&image->extras);
    free(image->linear);
    free(image->srgb);
    *image = (tw_image){0};
}

/* a function that draws, such as tw_draw_frame of draw.c; each is compiled three times: for any
 * processor, for AVX2, for AVX-512 */
typedef tw_status drawing(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image);
typedef tw_status resolving(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                            const float *light, tw_image *image);
typedef struct {
    drawing *draw, *catch, *collect;
    resolving *resolve;
} tw_loops;

drawing tw_draw_frame;
static const tw_loops plain = {tw_draw_frame, tw_catch_draw, tw_collect, tw_resolve};
#ifdef TW_WIDER
drawing tw_draw_frame_wide, tw_draw_frame_widest;
drawing tw_catch_draw_wide, tw_catch_draw_widest, tw_collect_wide, tw_collect_widest;
resolving tw_resolve_wide;
static const tw_loops wide = {tw_draw_frame_wide, tw_catch_draw_wide, tw_collect_wide,
                              tw_resolve_wide};
static const tw_loops widest = {tw_draw_frame_widest, tw_catch_draw_widest, tw_collect_widest,
                                tw_resolve_wide};
#endif

static const tw_loops *choose(const tw_picture_options *options) {
#ifdef TW_WIDER
    if (tw_processor_widest() && options->quality != TW_QUALITY_DRAFT) return &widest;
    if (tw_processor_wide()) return &wide;
#endif
    (void)options;
    return &plain;
}

static tw_status check(const tw_frame *f, const tw_picture_options *o, const tw_image *image) {
    if (image->width != o->width || image->height != o->height)
        return tw_fail(TW_ARGUMENT, "picture size: expected %d x %d, got an image of %d x %d",
                       o->width, o->height, image->width, image->height);
    if (o->extras && o->quality == TW_QUALITY_DRAFT)
        return tw_fail(TW_ARGUMENT, "layers: expected a quality with rays, got draft");
    if (image->extras.which != o->extras)
        return tw_fail(TW_ARGUMENT, "layers: the image has no room for those of the options");
    if (o->extras & TW_EXTRA_MOTION && f->lines != TW_LINES_NONE)
        return tw_fail(TW_ARGUMENT, "layer motion: pictures of lines show an instant, in which "
                                    "nothing moves; expected the other layers alone");
    if (o->extras & TW_EXTRA_MOTION && !(f->shutter > 0))
        return tw_fail(TW_ARGUMENT,
                       "layer motion: frame %d was kept without motion; a film whose camera has "
                       "shutter = 0 needs 'bake --layers motion'",
                       f->number);
    const tw_camera *c = &f->camera;
    bool parallel = c->projection == TW_ORTHOGRAPHIC;
    if (!(v3_length(v3_sub(c->target, c->eye)) > 0))
        return tw_fail(TW_ARGUMENT,
                       "camera: expected eye and target apart, got (%.9g, %.9g, %.9g) for both",
                       c->eye.x, c->eye.y, c->eye.z);
    if (!parallel && !(c->fov > 0 && c->fov < TW_VIEW_ANGLE_END))
        return tw_fail(TW_ARGUMENT,
                       "camera: expected a field of view above 0 and below %.9g radians, got %.9g",
                       TW_VIEW_ANGLE_END, c->fov);
    if (parallel && !(c->height > 0 && isfinite(c->height)))
        return tw_fail(TW_ARGUMENT,
                       "camera: expected a positive height of an orthographic "
                       "picture, got %g m",
                       c->height);
    if (f->sweep_count < 0 || f->sweep_count == 1 || f->sweep_count > TW_SWEEP)
        return tw_fail(TW_ARGUMENT, "camera: expected 2 .. %d places over the shutter, got %d",
                       TW_SWEEP, f->sweep_count);
    if (c->aperture > 0 && !(c->focus > 0))
        return tw_fail(TW_ARGUMENT, "camera: an open aperture needs a positive focus distance");
    return TW_OK;
}

/* true: in this transparent picture the ground itself does not appear, only the shadows and the
 * light that bodies cast on it (layers/catch.h) */
static bool catches(const tw_frame *f, const tw_picture_options *o) {
    return o->alpha && o->ground != TW_CATCH_OPAQUE && f->has_ground &&
           o->quality != TW_QUALITY_DRAFT;
}

static tw_status draw_light(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                            tw_image *image) {
    const tw_loops *loops = choose(options);
    drawing *draw = catches(frame, options) ? loops->catch : loops->draw;
    TW_TRY(draw(frame, options, team, image));
    if (options->extras) {
        TW_TRY(loops->collect(frame, options, team, image));
        if (options->extras & TW_EXTRA_FORCES) TW_TRY(tw_forces_draw(frame, options, image));
    }
    if (!(frame->bloom > 0)) return loops->resolve(frame, options, team, image->linear, image);
    float *light;
    TW_TRY(tw_bloom(frame, team, image, &light));
    tw_status st = loops->resolve(frame, options, team, light, image);
    free(light);
    return st;
}

tw_status tw_picture_draw_bare(const tw_frame *frame, const tw_picture_options *options,
                               tw_team *team, tw_image *image) {
    TW_TRY(check(frame, options, image));
    TW_TRY(draw_light(frame, options, team, image));
    return tw_lines_draw(frame, options, image);
}

tw_status tw_picture_mark(const tw_frame *frame, const tw_picture_options *options,
                          tw_image *image) {
    TW_TRY(check(frame, options, image));
    return tw_overlay(frame, options, image);
}

static tw_status draw_one(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image) {
    TW_TRY(tw_picture_draw_bare(frame, options, team, image));
    return tw_overlay(frame, options, image);
}

/* draws a fade: `frame` and the frame that it fades from, mixed; layers other than colour show
 * `frame` alone */
static tw_status draw_fade(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                           tw_image *image) {
    size_t pixels = (size_t)image->width * (size_t)image->height;
    tw_image under;
    TW_TRY(tw_image_create_for(options, &under));
    tw_status s = tw_picture_draw(frame->fades, options, team, &under);
    if (s == TW_OK) s = draw_one(frame, options, team, image);
    if (s == TW_OK) {
        tw_fade_bytes(image->srgb, under.srgb, pixels, frame->share);
        tw_fade_light(image->linear, under.linear, pixels, frame->share);
    }
    tw_image_free(&under);
    return s;
}

tw_status tw_picture_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image) {
    return (frame->fades ? draw_fade : draw_one)(frame, options, team, image);
}
