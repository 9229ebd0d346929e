/* Beside the library a program calls its own libm: the functions that it gets by name are those of
 * the system's libm, and the engine works with its own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <tauwerk.h>

typedef double (*function)(double);

static int check(const char *name, function mine) {
    void *libm = dlopen("libm.so.6", RTLD_NOW);
    void *own = libm ? dlsym(libm, name) : NULL;
    Dl_info info;
    if (!own || !dladdr(*(void **)&mine, &info)) return printf("%s: not found\n", name), 1;
    volatile double x = 0.7;
    double a = mine(x), b = ((function)own)(x);
    /* of an indirect function the address may be a place in the program; its value is what counts
     */
    function from_default = (function)dlsym(RTLD_DEFAULT, name);
    Dl_info where;
    if (!dladdr(*(void **)&from_default, &where) || a != b || from_default(x) != b)
        return printf("%s is not the system's\n", name), 1;
    const char *p = where.dli_fname;
    for (; *p; p++)
        if (p[0] == 't' && p[1] == 'a' && p[2] == 'u' && p[3] == 'w') break;
    if (*p) return printf("%s comes from %s\n", name, where.dli_fname), 1;
    return 0;
}

int main(void) {
    tw_engine *e;
    if (tw_open(NULL, &e) != TW_OK) return printf("%s\n", tw_last_error(NULL)), 1;
    int bad = check("sin", sin) + check("cos", cos) + check("exp", exp) + check("log", log) +
              check("tan", tan) + check("atan", atan);
    tw_close(e);
    return bad != 0;
}
