/* Rolling and spinning friction of contacts: turn.c */
#ifndef TW_DYNAMICS_CONTACT_TURN_H
#define TW_DYNAMICS_CONTACT_TURN_H

#include "dynamics/contact/contact.h"

struct tw_contact_set;
struct tw_contact_group;
struct tw_contact_task;
struct tw_twist;

/* unknowns of a contact along its frame: a force, and a torque on b about the contact (turn.c) */
enum { TW_TOUCH_FORCE = 3, TW_TOUCH_ROWS = 6 };

/* turn.c: rows of one contact against spinning (1) or rolling (2) in the group's problem */
typedef struct tw_turn_row {
    int contact;    /* index in the group */
    int touching;   /* index in tw_contact_set.touching */
    int axis, rows; /* first axis of the frame, number of rows: spinning 0, 1; rolling 1, 2 */
    int first;      /* first row in tw_contact_set.capped_row */
    double arm;     /* m */
    double size;    /* m, factor of the rows: rates become speeds, unknowns forces */
    double limit;   /* N, or N s: bound on the unknowns */
    /* forces at an instant while the contact turns: the unknowns are -limit along `along` */
    bool known;
    double along[2];
    double D[2][2][6]; /* [side][row] */
} tw_turn_row;

/* has the contact friction against rolling or spinning? */
bool tw_contact_turns(const tw_contact *c);
/* key of the contact's torque in the memory */
static inline uint64_t tw_contact_turn_key(const tw_contact *c) {
    return c->key ^ UINT64_C(0x9e3779b97f4a7c15);
}
/* adds the rows of a group's rolling and spinning friction to s->capped_row and s->ball */
tw_status tw_contact_turn_begin(tw_dynamics *d, struct tw_contact_set *s,
                                const struct tw_contact_group *g,
                                const struct tw_contact_task *task, const struct tw_twist *v);
/* sets the bounds for the last solution's normal forces; *again: they differ, solve again */
tw_status tw_contact_turn_again(struct tw_contact_set *s, int round, bool *again);
bool tw_contact_turn_gives_up(int round);
/* moves the torques to the contacts of `touching`, and removes the rows */
void tw_contact_turn_end(struct tw_contact_set *s, const struct tw_contact_group *g);

#endif
