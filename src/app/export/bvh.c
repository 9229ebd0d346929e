/*
 * Export of a film as BVH, the motion of a skeleton in text [Biovision]: a tree of joints with
 * offsets, then a line of numbers for each frame.
 *
 * Every body is a joint whose frame has the body's axes and its origin where a constraint joins the
 * body to its parent; without rotation the axes are those of the scene. A joint with three channels
 * rotates about its origin; if the origin moves relative to the parent (on a slider, or while the
 * model is being assembled), the joint has its position as well, like the roots. The file's single
 * root is an additional joint that never moves.
 *
 * BVH's y axis points up: everything is rotated by -90 degrees about x. With x' = x, y' = z, z' =
 * -y the turn matrix R of a joint relative to its parent becomes G R G^T, written as R_z R_x R_y in
 * degrees.
 */
#include "app/export/bones.h"
#include "base/file.h"
#include "base/math/elementary.h"
#include "base/text/plain.h"
#include "base/text/unique.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 180 / 3.14159265358979323846;

typedef struct bvh {
    const tw_bones *bones;
    FILE *out;
    size_t frames;
    /* [bones + 1] names of the bones as words that all differ, and last one of the scene; owned */
    char **name;
    /* [bones] true: the joint's origin moves relative to the parent, so the file gives it six
     * channels instead of three */
    bool *moves;
    vec3 *angle; /* [bones] angles about z, x, y in the previous frame, degrees */
    /* [bones][frames] world position of each joint, computed from the numbers in the file as a
     * reader of it does, m */
    vec3 *at;
} bvh;

/* ---- poses ---------------------------------------------------------------------------------- */

static vec3 upright(vec3 x) {
    return v3(x.x, x.z, -x.y);
}

static tw_pose body_of(const bvh *f, size_t bone, size_t k) {
    return f->bones->courses.course.data[f->bones->bone.data[bone].course].pose.data[k];
}

/* world position of the bone's joint in frame k, m */
static vec3 joint_of(const bvh *f, size_t bone, size_t k) {
    tw_pose p = body_of(f, bone, k);
    return v3_add(p.x, q_rotate(p.q, f->bones->bone.data[bone].own));
}

/* rotation of the bone relative to its parent in frame k */
static quat turn_of(const bvh *f, size_t bone, size_t k) {
    size_t parent = f->bones->bone.data[bone].parent;
    quat own = body_of(f, bone, k).q;
    return parent == TW_NO_PARENT ? own : q_mul(q_conj(body_of(f, parent, k).q), own);
}

/* position of the joint in frame k relative to the parent's joint, in the parent's axes; the
 * parent's joint is taken where a reader of the file computes it, so that rounding does not add
 * up */
static vec3 place_of(const bvh *f, size_t bone, size_t k) {
    size_t parent = f->bones->bone.data[bone].parent;
    vec3 x = joint_of(f, bone, k);
    if (parent == TW_NO_PARENT) return x;
    return q_rotate(q_conj(body_of(f, parent, k).q), v3_sub(x, f->at[parent * f->frames + k]));
}

/* constant position of the bone's joint relative to the parent's joint, in the parent's axes */
static vec3 offset_of(const bvh *f, size_t bone) {
    const tw_bone *b = &f->bones->bone.data[bone];
    return b->parent == TW_NO_PARENT ? v3_zero()
                                     : v3_sub(b->on, f->bones->bone.data[b->parent].own);
}

static bool place_moves(const bvh *f, size_t bone) {
    /* least change of position, relative to the body's size, for which a joint counts as moving */
    static const double still = 1e-6;
    const tw_bone *b = &f->bones->bone.data[bone];
    if (b->parent == TW_NO_PARENT) return true;
    vec3 offset = offset_of(f, bone);
    for (size_t k = 0; k < f->frames; k++)
        if (v3_length(v3_sub(place_of(f, bone, k), offset)) > still * b->reach) return true;
    return false;
}

/* positions for a reader of the file are summed along the chain, so parents must come first */
static void place_all(bvh *f) {
    for (size_t i = 0; i < f->bones->bone.count; i++) {
        size_t parent = f->bones->bone.data[i].parent;
        vec3 offset = offset_of(f, i), *at = &f->at[i * f->frames];
        f->moves[i] = place_moves(f, i);
        for (size_t k = 0; k < f->frames; k++)
            at[k] = f->moves[i] ? joint_of(f, i, k)
                                : v3_add(f->at[parent * f->frames + k],
                                         q_rotate(body_of(f, parent, k).q, offset));
    }
}

/* ---- angles --------------------------------------------------------------------------------- */

/* the angle plus the number of full turns that brings it nearest to `before`, degrees */
static double nearest(double angle, double before) {
    return angle - 360 * floor((angle - before) / 360 + 0.5);
}

static double change(vec3 a, vec3 b) {
    return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z);
}

/*
 * angles a, b, c, in degrees, with R_z(a) R_x(b) R_y(c) = G R G^T. There are two solutions, (a, b,
 * c) and (a + 180, 180 - b, c + 180), each with whole turns added; the one nearest to the angles of
 * the previous frame is taken, so that interpolation between frames is right, too. At b = +-90
 * degrees a and c rotate about the same axis: c stays as it was.
 */
static vec3 angles(quat q, vec3 before) {
    mat3 R = q_matrix((quat){q.w, q.x, q.z, -q.y});
    double s = R.m[2][1], c = sqrt(R.m[0][1] * R.m[0][1] + R.m[1][1] * R.m[1][1]);
    vec3 one = v3(tw_atan2(-R.m[0][1], R.m[1][1]), tw_atan2(s, c), tw_atan2(-R.m[2][0], R.m[2][2]));
    if (c < 1e-9) {
        one.z = before.z / degrees;
        one.x = tw_atan2(R.m[1][0], R.m[0][0]) - (s > 0 ? one.z : -one.z);
    }
    one = v3_scale(one, degrees);
    vec3 two = v3(one.x + 180, 180 - one.y, one.z + 180);
    one = v3(nearest(one.x, before.x), nearest(one.y, before.y), nearest(one.z, before.z));
    two = v3(nearest(two.x, before.x), nearest(two.y, before.y), nearest(two.z, before.z));
    return change(one, before) <= change(two, before) ? one : two;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* malloc'ed copy of the name with '_' for spaces and braces and '?' for control characters; "_" for
 * an empty name; NULL: no memory */
static char *word_of(const char *name) {
    char *word = strdup(*name ? name : "_");
    if (!word) return NULL;
    tw_text_plain(word, strlen(word));
    for (char *c = word; *c; c++)
        if (isspace((unsigned char)*c) || *c == '{' || *c == '}') *c = '_';
    return word;
}

/* fills f->name: words for the bones, then one for the scene */
static tw_status name_bones(bvh *f, const char *scene) {
    const tw_bones *b = f->bones;
    size_t n = b->bone.count;
    for (size_t i = 0; i <= n; i++) {
        f->name[i] = word_of(i < n ? b->courses.course.data[b->bone.data[i].course].name : scene);
        if (!f->name[i]) return tw_fail_memory();
    }
    return tw_text_unique(f->name, n + 1);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void indent(const bvh *f, size_t depth) {
    for (size_t i = 0; i < depth; i++) fputc('\t', f->out);
}

static void put_vector(const bvh *f, const char *word, vec3 x) {
    x = upright(x);
    fprintf(f->out, "%s%.12g %.12g %.12g\n", word, x.x + 0.0, x.y + 0.0, x.z + 0.0);
}

/* writes the end site of a bone without children: the point opposite to its joint as seen from the
 * body's centre, or, if the joint is at the centre, a point above it */
static void put_end(const bvh *f, size_t bone, size_t depth) {
    const tw_bone *b = &f->bones->bone.data[bone];
    vec3 end = v3_scale(b->own, -2);
    if (!(v3_length(end) > 0)) end = v3(0, 0, b->reach);
    indent(f, depth), fprintf(f->out, "End Site\n");
    indent(f, depth), fprintf(f->out, "{\n");
    indent(f, depth + 1), put_vector(f, "OFFSET ", end);
    indent(f, depth), fprintf(f->out, "}\n");
}

/* writes the head of a bone. It is indented one level more than tw_bone.depth, since the file has a
 * root of its own */
static void put_bone(const bvh *f, size_t bone) {
    const tw_bone *b = &f->bones->bone.data[bone];
    size_t depth = b->depth + 1;
    indent(f, depth), fprintf(f->out, "JOINT %s\n", f->name[bone]);
    indent(f, depth), fprintf(f->out, "{\n");
    indent(f, depth + 1), put_vector(f, "OFFSET ", offset_of(f, bone));
    indent(f, depth + 1);
    fprintf(f->out, "CHANNELS %s", f->moves[bone] ? "6 Xposition Yposition Zposition " : "3 ");
    fprintf(f->out, "Zrotation Xrotation Yrotation\n");
    size_t next = bone + 1 < f->bones->bone.count ? f->bones->bone.data[bone + 1].depth + 1 : 1;
    if (next <= depth) put_end(f, bone, depth + 1);
    for (; next <= depth; depth--) indent(f, depth), fprintf(f->out, "}\n");
}

static void put_frame(const bvh *f, size_t k) {
    fprintf(f->out, "0 0 0 0 0 0");
    for (size_t i = 0; i < f->bones->bone.count; i++) {
        f->angle[i] = angles(turn_of(f, i, k), f->angle[i]);
        fputc(' ', f->out);
        if (f->moves[i]) {
            vec3 x = upright(place_of(f, i, k));
            fprintf(f->out, "%.12g %.12g %.12g ", x.x + 0.0, x.y + 0.0, x.z + 0.0);
        }
        fprintf(f->out, "%.12g %.12g %.12g", f->angle[i].x + 0.0, f->angle[i].y + 0.0,
                f->angle[i].z + 0.0);
    }
    fputc('\n', f->out);
}

static void put_all(const bvh *f, double fps) {
    const char *root = f->name[f->bones->bone.count];
    fprintf(f->out, "HIERARCHY\nROOT %s\n{\n\tOFFSET 0 0 0\n", root);
    fprintf(f->out, "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n");
    for (size_t i = 0; i < f->bones->bone.count; i++) put_bone(f, i);
    fprintf(f->out, "}\nMOTION\nFrames: %zu\nFrame Time: %.9g\n", f->frames, 1 / fps);
    for (size_t k = 0; k < f->frames; k++) put_frame(f, k);
}

static tw_status write_file(bvh *f, const tw_scene_state *now, const char *path) {
    tw_file *file;
    TW_TRY(name_bones(f, now->name));
    place_all(f);
    TW_TRY(tw_file_open(path, &file));
    f->out = tw_file_stream(file);
    put_all(f, now->fps);
    return tw_file_commit(file);
}

static tw_status write_bones(const tw_bones *bones, const tw_scene_state *now, const char *path) {
    size_t n = bones->bone.count;
    bvh f = {.bones = bones,
             .frames = bones->courses.time.count,
             .name = calloc(n + 1, sizeof *f.name),
             .moves = calloc(n, sizeof *f.moves),
             .angle = calloc(n, sizeof *f.angle),
             .at = calloc(n * bones->courses.time.count, sizeof *f.at)};
    bool whole = f.name && f.moves && f.angle && f.at;
    tw_status s = whole ? write_file(&f, now, path) : tw_fail_memory();
    for (size_t i = 0; f.name && i <= n; i++) free(f.name[i]);
    free(f.name), free(f.moves), free(f.angle), free(f.at);
    return s;
}

/* ---- the scene ------------------------------------------------------------------------------ */

typedef struct seen {
    const tw_scene *scene;
    double begin; /* s */
    tw_bones bones;
} seen;

static tw_status look(void *context, int number, double t) {
    seen *s = context;
    (void)number;
    return tw_bones_look(&s->bones, s->scene, t - s->begin);
}

tw_status tw_export_bvh(tw_scene *scene, const char *path, tw_report *report) {
    seen one = {.scene = scene, .begin = tw_scene_state_of(scene).time};
    tw_scene_look looks = {.look = look, .context = &one};
    tw_status s = tw_scene_play(scene, &looks, report);
    /* events of the script may have changed the scene's name */
    const tw_scene_state now = tw_scene_state_of(scene);
    if (s == TW_OK && !one.bones.courses.course.count)
        s = tw_fail(TW_SCRIPT, "%s: the film has no bodies, of which .bvh makes joints", now.name);
    if (s == TW_OK) s = tw_bones_make(&one.bones);
    if (s == TW_OK) s = write_bones(&one.bones, &now, path);
    tw_bones_free(&one.bones);
    return s;
}
