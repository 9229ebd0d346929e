/* Report on the machine; see doctor.h. */
#include "app/doctor.h"

#include "app/base/tools.h"
#include "app/version.h"
#include "base/file.h"
#include "base/math/processor.h"
#include "base/thread.h"
#include "library/picture/paper.h"
#include "library/scripts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { PATH = 4096 };

/* ---- bits ---------------------------------------------------------------------------------- */

/*
 * A short simulation that uses everything that could depend on processor and compiler: elementary
 * functions, joints, springs, solutions of the constraints' equations. It has fixed steps of a
 * classical method, so that improvements of steppers do not change its bits. Its hash is the same
 * in every build on every machine; if a change of the mechanics changes it, the failing test shows
 * the new one, which both compilers must give.
 */
static const char *const trial =
    "local tw = require 'tauwerk'\n"
    "local s = tw.scene { gravity = 'earth', tau = 0.1, stepper = 'rk4', step = 1 / 240 }\n"
    "local before = s:nail { 0, 0, 3 }\n"
    "for i = 1, 6 do\n"
    "  local rod = s:rod { from = { i - 1, 0, 2 + i % 2 }, to = { i, 0, 3 - i % 2 }, radius = "
    "0.05, mass = i }\n"
    "  s:connect(before, rod.end1)\n"
    "  s:spring { a = rod.center, b = s:nail { i, 0.5, 2 }, rest = 0.4, stiffness = 30 }\n"
    "  before = rod.end2\n"
    "end\n"
    "s:connect(before, s:path(function(t)\n"
    "  return { 4 + tw.math.cos(t), tw.math.sin(3 * t), 2 + tw.math.exp(-t) } end))\n"
    "s:drag { linear = 0.1 }\n"
    "s:advance(0.5)\n"
    "print(s:hash())\n";

static const char *const right = "4e3c560f2aeb32d3\n";

typedef struct words {
    char text[256];
    size_t used;
} words;

static void keep(void *context, const char *text, size_t length) {
    words *w = context;
    if (length > sizeof w->text - 1 - w->used) length = sizeof w->text - 1 - w->used;
    memcpy(w->text + w->used, text, length);
    w->used += length;
    w->text[w->used] = '\0';
}

static tw_status run_file(void *path, tw_script *script) {
    return tw_script_do_file(script, path, 0, NULL);
}

/* writes the trial script to a temporary file and runs it */
static tw_status run_trial(words *said) {
    char path[TW_TEMPORARY];
    TW_TRY(tw_temporary_path("tauwerk-doctor", path));
    int fd = mkstemp(path);
    if (fd < 0) return tw_fail_system("cannot make the file '%s'", path);
    size_t n = strlen(trial);
    bool whole = write(fd, trial, n) == (ssize_t)n;
    whole = close(fd) == 0 && whole;
    tw_status s = whole ? TW_OK : tw_fail(TW_IO, "cannot write to %s", path);
    tw_script_options options = {.output = keep, .output_context = said};
    if (s == TW_OK) s = tw_script_with(&options, run_file, path);
    unlink(path);
    return s;
}

/* ---- lines --------------------------------------------------------------------------------- */

static void line(const char *what, const char *text) {
    printf("%-12s %s\n", what, text);
}

static void processor(void) {
    struct utsname u;
    char text[400];
    if (uname(&u) == 0) {
        snprintf(text, sizeof text, "%.100s %.100s, %.60s", u.sysname, u.release, u.machine);
        line("system", text);
    }
#if defined(__x86_64__) && defined(__GNUC__)
    snprintf(
        text, sizeof text, "AVX %s, AVX2 %s, FMA %s, AVX-512 %s; loops with %s lanes, rays with %s",
        __builtin_cpu_supports("avx") ? "yes" : "no", __builtin_cpu_supports("avx2") ? "yes" : "no",
        __builtin_cpu_supports("fma") ? "yes" : "no",
        __builtin_cpu_supports("avx512f") ? "yes" : "no", tw_processor_wide() ? "8" : "4",
        tw_processor_widest() ? "16"
        : tw_processor_wide() ? "8"
                              : "4");
    line("processor", text);
#endif
    snprintf(text, sizeof text, "%d", tw_processors());
    line("threads", text);
}

static void tool(const char *name, const char *purpose) {
    char path[PATH], text[PATH + 200];
    if (tw_tool_find(name, path, sizeof path))
        snprintf(text, sizeof text, "%s", path);
    else
        snprintf(text, sizeof text, "not there (%s)", purpose);
    line(name, text);
}

/* reports whether files can be created in the folder, and returns that */
static bool folder(const char *what, const char *path) {
    char file[PATH], text[PATH + 100];
    int n = snprintf(file, PATH, "%s/tauwerk-doctor-XXXXXX", path);
    int fd = n < PATH ? mkstemp(file) : -1;
    if (fd < 0) {
        snprintf(text, sizeof text, "%s: cannot be written to: %s", path,
                 n < PATH ? strerror(errno) : "its path is too long");
        line(what, text);
        return false;
    }
    close(fd);
    unlink(file);
    snprintf(text, sizeof text, "%s: can be written to", path);
    line(what, text);
    return true;
}

static tw_status letters(void) {
    double width, up;
    tw_status s = tw_paper_measure("Tauwerk", 16, &width, &up);
    if (s == TW_OK) line("letters", "can be drawn");
    return s;
}

static tw_status bits(void) {
    words said = {0};
    TW_TRY(run_trial(&said));
    if (!strcmp(said.text, right)) {
        line("bits", "a trial simulation gives the right ones");
        return TW_OK;
    }
    for (char *p = said.text; *p; p++)
        if (*p == '\n') *p = p[1] ? ' ' : '\0';
    return tw_fail(TW_MISMATCH,
                   "doctor: the trial simulation's bits differ from the reference: %s; films "
                   "will differ from those of other machines",
                   said.text);
}

const tw_option_table tw_doctor_table = {.command = "doctor"};

tw_status tw_doctor(int argc, char *const *argv) {
    int used;
    TW_TRY(tw_options_read(&tw_doctor_table, argc, argv, NULL, &used));
    line("tauwerk", TW_VERSION);
    processor();
    tool("ffmpeg", "films as .mp4, .mkv, .webm, .gif; without it .apng, .y4m");
    tool("chafa", "previews in the terminal");
    tool("sbatch", "tauwerk farm --slurm");
    tool("parallel", "tauwerk farm --parallel");
    tool("ssh", "tauwerk farm --parallel on other machines");
    bool writable = folder("here", ".");
    writable = folder("temporary", tw_temporary_folder()) && writable;
    TW_TRY(letters());
    TW_TRY(bits());
    if (!writable) return tw_fail(TW_IO, "doctor: a folder cannot be written to");
    return fflush(stdout) == 0 ? TW_OK : tw_fail(TW_IO, "cannot write to the standard output");
}
