/*
 * What programs that measure one engine share: settings from the command line, clocks, and an end
 * when something fails. For C and C++.
 */
#ifndef BENCH_COMMON_SETTINGS_H
#define BENCH_COMMON_SETTINGS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_settings {
    int count;
    char **word; /* NAME=VALUE */
} bench_settings;

/* the value of a setting, or `otherwise` */
const char *bench_text(const bench_settings *s, const char *name, const char *otherwise);
double bench_number(const bench_settings *s, const char *name, double otherwise);
int bench_is(const bench_settings *s, const char *name, const char *value);

/* fails unless all of them have a name in one of the two lists, NULL at their ends */
void bench_check_settings(const bench_settings *s, const char *const *common,
                          const char *const *own);

/* tells why and ends the program with status 3 */
void bench_fail(const char *format, ...);

double bench_clock(void);     /* s, monotonic */
double bench_processor(void); /* s that this process has used */

#ifdef __cplusplus
}
#endif
#endif
