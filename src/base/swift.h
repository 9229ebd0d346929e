/* How swiftly a motion can change at a state: what explicit steps must not be too long for. */
#ifndef TW_BASE_SWIFT_H
#define TW_BASE_SWIFT_H

typedef struct tw_swift {
    double vibration; /* no small vibration is swifter (rad/s); infinite: nothing is known */
    double turning;   /* no body turns faster (rad/s) */
    double swinging;  /* no body's angular velocity changes faster (rad/s^2) */
    double decay;     /* nothing goes back to its law faster (1/s) */
} tw_swift;

#endif
