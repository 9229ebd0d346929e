/* Rolling and spinning friction of contacts: turn.c */
#ifndef TW_DYNAMICS_CONTACT_TURN_H
#define TW_DYNAMICS_CONTACT_TURN_H

#include "dynamics/contact/contact.h"

struct tw_contact_set;
struct tw_contact_group;
struct tw_contact_task;
struct tw_twist;

/* rows of tw_touching.lambda, along the contact's frame: 0 .. 2: the force on b; TW_TOUCH_FORCE on:
 * a torque on b (turn.c) */
enum { TW_TOUCH_FORCE = 3, TW_TOUCH_ROWS = 6 };

/* rows of one contact against spinning (one) or rolling (two) in the problem of its group */
typedef struct tw_turn_row {
    int contact;  /* index of the contact in its group */
    int touching; /* index in tw_contact_set.touching */
    /* first axis of the contact's frame, and number of rows: 0, 1 for spinning; 1, 2 for rolling */
    int axis, rows;
    int first;  /* first row in tw_contact_set.caps.row */
    double arm; /* m */
    /* length, m, by which rows are scaled: rates become speeds (m/s), unknowns become forces */
    double size;
    double limit; /* bound on the norm of the rows' unknowns, N, or N s */
    /* true in a problem of forces at an instant if the contact turns: then the unknowns are -limit
     * times the unit vector `along` */
    bool known;
    double along[2];
    double D[2][2][6]; /* [side][row] */
} tw_turn_row;

/* has the contact friction against rolling or spinning of its bodies? */
bool tw_contact_turns(const tw_contact *c);
/* key under which the contact's torque is remembered, beside that of its force */
static inline uint64_t tw_contact_turn_key(const tw_contact *c) {
    return c->key ^ UINT64_C(0x9e3779b97f4a7c15);
}
/* adds the rows of a group's rolling and spinning friction to s->caps.row and s->caps.ball */
tw_status tw_contact_turn_begin(tw_dynamics *d, struct tw_contact_set *s,
                                const struct tw_contact_group *g,
                                const struct tw_contact_task *task, const struct tw_twist *v);
/* sets the bounds of the rows to arms times the normal forces of the last solution; *again: the
 * bounds have changed, so that the problem must be solved again */
tw_status tw_contact_turn_again(struct tw_contact_set *s, int round, bool *again);
bool tw_contact_turn_gives_up(int round);
/* copies the torques from the rows to lambda of the contacts in s->touching, and removes the rows
 * from s->caps.row */
void tw_contact_turn_end(struct tw_contact_set *s, const struct tw_contact_group *g);

#endif
