/* Rates at which a motion can change at a state: bounds on the length of explicit steps. */
#ifndef TW_BASE_MATH_SWIFT_H
#define TW_BASE_MATH_SWIFT_H

typedef struct tw_swift {
    double vibration; /* no small vibration is swifter (rad/s); infinite: nothing is known */
    double turning;   /* no body turns faster (rad/s) */
    double swinging;  /* no joint changes a body's angular velocity faster (rad/s^2) */
    double decay;     /* fastest rate at which deviations return to their law (1/s) */
} tw_swift;

#endif
