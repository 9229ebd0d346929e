/*
 * Functions with the names of libm's that call those of elementary.h. The linker takes them instead
 * of libm's, so that Lua's math library, SUNDIALS and LAPACK, linked statically, give the same bits
 * on every processor too. Functions that are exact anyway (sqrt, floor, fmod, frexp, ...) stay
 * libm's.
 *
 * Compiled with -fno-builtin: otherwise the compiler would assume that a function named sin is
 * libm's, and replace calls or the body.
 */
#include "base/math/elementary.h"

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double exp(double x);
double exp2(double x);
double expm1(double x);
double log(double x);
double log1p(double x);
double log2(double x);
double log10(double x);
double pow(double x, double y);
double cbrt(double x);
double hypot(double x, double y);
float logf(float x);
void sincos(double x, double *s, double *c);

double sin(double x) {
    return tw_sin(x);
}

double cos(double x) {
    return tw_cos(x);
}

double tan(double x) {
    return tw_tan(x);
}

double asin(double x) {
    return tw_asin(x);
}

double acos(double x) {
    return tw_acos(x);
}

double atan(double x) {
    return tw_atan(x);
}

double atan2(double y, double x) {
    return tw_atan2(y, x);
}

double sinh(double x) {
    return tw_sinh(x);
}

double cosh(double x) {
    return tw_cosh(x);
}

double tanh(double x) {
    return tw_tanh(x);
}

double exp(double x) {
    return tw_exp(x);
}

double exp2(double x) {
    return tw_exp2(x);
}

double expm1(double x) {
    return tw_expm1(x);
}

double log(double x) {
    return tw_log(x);
}

double log1p(double x) {
    return tw_log1p(x);
}

double log2(double x) {
    return tw_log2(x);
}

double log10(double x) {
    return tw_log10(x);
}

double pow(double x, double y) {
    return tw_pow(x, y);
}

double cbrt(double x) {
    return tw_cbrt(x);
}

double hypot(double x, double y) {
    return tw_hypot(x, y);
}

/* compilers replace a sin and a cos of the same argument by a call of this function */
void sincos(double x, double *s, double *c) {
    *s = tw_sin(x);
    *c = tw_cos(x);
}

/* single precision, since LAPACK computes block sizes with it */
float logf(float x) {
    return (float)tw_log(x);
}
