/* The skeleton of a film; see bones.h. */
#include "app/export/bones.h"

#include "library/ends.h"

#include <math.h>
#include <stdlib.h>

/* ---- bodies and bonds ------------------------------------------------------------------------ */

/* adds a bond between the first of a constraint's bodies and each of its other bodies */
static tw_status add_bonds(tw_bones *b, const tw_constraint_end_list *ends) {
    for (size_t k = 1; k < ends->count; k++) {
        const tw_constraint_end *one = &ends->data[0], *two = &ends->data[k];
        tw_bond bond = {.serial = {one->body, two->body},
                        .x = {one->x, two->x},
                        .placed = one->placed && two->placed};
        TW_TRY(tw_push(&b->bond, bond));
    }
    return TW_OK;
}

static tw_status look_at_constraint(tw_bones *b, const tw_scene *scene, size_t i) {
    tw_constraint_end_list ends = {0};
    tw_status s = tw_constraint_ends(scene, i, &ends);
    if (s == TW_OK) s = add_bonds(b, &ends);
    tw_array_free(&ends);
    return s;
}

tw_status tw_bones_look(tw_bones *b, const tw_scene *scene, double t) {
    const tw_scene_state now = tw_scene_state_of(scene);
    TW_TRY(tw_push(&b->courses.time, t));
    for (size_t i = 0; i < now.bodies; i++) {
        const tw_body_state body = tw_body_state_of(scene, i);
        tw_course *one;
        TW_TRY(tw_course_of(&b->courses, body.o.serial, body.o.name, i, body.pose, &one));
        TW_TRY(tw_course_add(one, body.pose, body.visible));
        if (b->reach.count < b->courses.course.count)
            TW_TRY(tw_push(&b->reach, tw_body_reach(&body)));
    }
    for (size_t i = 0; i < now.constraints; i++) {
        uint32_t serial = tw_constraint_about(scene, i).o.serial;
        if (serial <= b->last) continue;
        b->last = serial;
        TW_TRY(look_at_constraint(b, scene, i));
    }
    return tw_courses_end_frame(&b->courses);
}

/* ---- the forest ----------------------------------------------------------------------------- */

typedef struct forest {
    /* [2 bonds] the bodies of bond b, as indices of their courses: side[2 b], side[2 b + 1] */
    size_t *side;
    /* [courses] union-find forest: parent of each course in its set of connected courses */
    size_t *set;
    const tw_bond **by; /* [bonds] the bonds in the order in which they are tried: by rank */
    bool *used;         /* [bonds] true: the bond is a branch of the forest */
    bool *done;         /* [courses] true: the body of the course has its bone */
    /* branches that end at course c: branch[first[c]] .. branch[first[c + 1] - 1], each as 2 bond +
     * side, where side is the end at c; next [courses]: index of the branch of a course to follow
     * next in the depth-first search */
    size_t *branch, *first, *next;
} forest;

static size_t course_of(const tw_bones *b, uint32_t serial) {
    const tw_course *one = tw_course_find(&b->courses, serial, 0);
    return one ? (size_t)(one - b->courses.course.data) : SIZE_MAX;
}

static vec3 world(const tw_pose *p, vec3 x) {
    return v3_add(p->x, q_rotate(p->q, x));
}

/* rank of a bond (tw_bond.order); the bond's points coincide if in some frame their distance is
 * less than 1e-3 of the bodies' sizes */
static int order_of(const tw_bones *b, const tw_bond *bond, const size_t side[2]) {
    static const double near = 1e-3;
    if (!bond->placed) return 2;
    const tw_course *one = &b->courses.course.data[side[0]],
                    *two = &b->courses.course.data[side[1]];
    double least = INFINITY;
    for (size_t k = 0; k < b->courses.time.count; k++)
        least = fmin(least, v3_length(v3_sub(world(&one->pose.data[k], bond->x[0]),
                                             world(&two->pose.data[k], bond->x[1]))));
    return least > near * (b->reach.data[side[0]] + b->reach.data[side[1]]);
}

static int by_order(const void *a, const void *b) {
    const tw_bond *const *p = a, *const *q = b;
    return (*p)->order != (*q)->order ? (*p)->order - (*q)->order : (*p > *q) - (*p < *q);
}

static size_t tree_of(size_t *set, size_t i) {
    while (set[i] != i) i = set[i] = set[set[i]];
    return i;
}

/* chooses bonds by Kruskal's algorithm: by rank, without those that would close a loop */
static void choose(tw_bones *b, forest *f) {
    size_t n = b->bond.count;
    for (size_t i = 0; i < n; i++) {
        tw_bond *bond = &b->bond.data[i];
        for (int k = 0; k < 2; k++) f->side[2 * i + (size_t)k] = course_of(b, bond->serial[k]);
        bool there = f->side[2 * i] != SIZE_MAX && f->side[2 * i + 1] != SIZE_MAX;
        bond->order = there ? order_of(b, bond, &f->side[2 * i]) : 3;
        f->by[i] = bond;
    }
    qsort(f->by, n, sizeof *f->by, by_order);
    for (size_t i = 0; i < b->courses.course.count; i++) f->set[i] = i;
    for (size_t i = 0; i < n && f->by[i]->order < 3; i++) {
        size_t bond = (size_t)(f->by[i] - b->bond.data);
        size_t x = tree_of(f->set, f->side[2 * bond]), y = tree_of(f->set, f->side[2 * bond + 1]);
        f->used[bond] = x != y;
        if (x != y) f->set[x > y ? x : y] = x > y ? y : x;
    }
}

static void list_branches(const tw_bones *b, forest *f) {
    size_t courses = b->courses.course.count, sides = 2 * b->bond.count;
    for (size_t k = 0; k < sides; k++)
        if (f->used[k / 2]) f->first[f->side[k] + 1]++;
    for (size_t i = 0; i < courses; i++) f->next[i] = f->first[i + 1] += f->first[i];
    for (size_t k = sides; k-- > 0;)
        if (f->used[k / 2]) f->branch[--f->next[f->side[k]]] = k;
}

/* adds the bones of a tree of the forest, from its root on in depth-first order */
static tw_status grow(tw_bones *b, forest *f, size_t root) {
    tw_bone bone = {.course = root, .parent = TW_NO_PARENT, .reach = b->reach.data[root]};
    TW_TRY(tw_push(&b->bone, bone));
    f->done[root] = true;
    for (size_t at = b->bone.count - 1; at != TW_NO_PARENT;) {
        const tw_bone now = b->bone.data[at];
        if (f->next[now.course] == f->first[now.course + 1]) {
            at = now.parent;
            continue;
        }
        size_t k = f->branch[f->next[now.course]++], to = f->side[k ^ 1];
        if (f->done[to]) continue;
        const tw_bond *bond = &b->bond.data[k / 2];
        bone = (tw_bone){.course = to,
                         .parent = at,
                         .depth = now.depth + 1,
                         .own = bond->x[(k & 1) ^ 1],
                         .on = bond->x[k & 1],
                         .reach = b->reach.data[to]};
        TW_TRY(tw_push(&b->bone, bone));
        f->done[to] = true;
        at = b->bone.count - 1;
    }
    return TW_OK;
}

static tw_status grow_all(tw_bones *b, forest *f) {
    choose(b, f);
    list_branches(b, f);
    for (size_t i = 0; i < b->courses.course.count; i++)
        if (!f->done[i]) TW_TRY(grow(b, f, i));
    return TW_OK;
}

tw_status tw_bones_make(tw_bones *b) {
    size_t bodies = b->courses.course.count + 1, bonds = b->bond.count + 1;
    forest f = {.side = calloc(2 * bonds, sizeof *f.side),
                .set = calloc(bodies, sizeof *f.set),
                .by = calloc(bonds, sizeof *f.by),
                .used = calloc(bonds, sizeof *f.used),
                .done = calloc(bodies, sizeof *f.done),
                .branch = calloc(2 * bonds, sizeof *f.branch),
                .first = calloc(bodies + 1, sizeof *f.first),
                .next = calloc(bodies, sizeof *f.next)};
    bool whole = f.side && f.set && f.by && f.used && f.done && f.branch && f.first && f.next;
    tw_status s = whole ? grow_all(b, &f) : tw_fail_memory();
    free(f.side), free(f.set), free(f.by), free(f.used), free(f.done);
    free(f.branch), free(f.first), free(f.next);
    return s;
}

void tw_bones_free(tw_bones *b) {
    tw_courses_free(&b->courses);
    tw_array_free(&b->reach);
    tw_array_free(&b->bond);
    tw_array_free(&b->bone);
}
