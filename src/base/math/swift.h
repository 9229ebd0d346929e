/* Largest rates at which a motion changes, in one state: the steps of explicit steppers must be
 * short compared with their inverses. */
#ifndef TW_BASE_MATH_SWIFT_H
#define TW_BASE_MATH_SWIFT_H

typedef struct tw_swift {
    double vibration; /* bound on the frequency of small vibrations, rad/s; INFINITY: unknown */
    double turning;   /* largest angular speed of a body, rad/s */
    double swinging;  /* largest angular acceleration that joints give to a body, rad/s^2 */
    double decay;     /* largest rate at which deviations of constraints decay, 1/s */
} tw_swift;

#endif
