/*
 * Elementary functions whose bits do not depend on the processor, the compiler or the C library.
 *
 * glibc chooses variants with fused multiply-add at run time, so its results differ between
 * processors. These use plain IEEE double operations in a fixed order (-ffp-contract=off). The
 * error is below 0.6 ulp; all NaNs that they return have the same bits. libm's own names (sin, exp,
 * pow, ...) are also defined with the same code (libm_names.c), so that libraries linked statically
 * into the program use them too.
 */
#ifndef TW_BASE_MATH_ELEMENTARY_H
#define TW_BASE_MATH_ELEMENTARY_H

double tw_sin(double x);
double tw_cos(double x);
double tw_tan(double x);
double tw_asin(double x);
double tw_acos(double x);
double tw_atan(double x);
double tw_atan2(double y, double x);
double tw_sinh(double x);
double tw_cosh(double x);
double tw_tanh(double x);
double tw_exp(double x);
double tw_exp2(double x);
double tw_expm1(double x);
double tw_log(double x);
double tw_log1p(double x);
double tw_log2(double x);
double tw_log10(double x);
double tw_pow(double x, double y);
double tw_cbrt(double x);
double tw_hypot(double x, double y);

#endif
