/* The command `tauwerk check`; see check.h. */
#include "app/check/check.h"

#include "app/base/stop.h"
#include "app/run/run.h"
#include "base/file.h"
#include "base/text/path.h"
#include "io/text/junit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- options ------------------------------------------------------------------------------- */

static const tw_option options[] = {
    {"golden", 0, "DIR", "folder of the goldens (default: golden/ beside each script)",
     tw_set_folder, offsetof(tw_check_options, golden)},
    {"update", 0, NULL, "write new goldens, and say what changed", tw_set_switch,
     offsetof(tw_check_options, update)},
    {"report", 0, "DIR", "write DIR/index.html: what differs, with curves and pictures",
     tw_set_folder, offsetof(tw_check_options, report)},
    {"junit", 0, "FILE", "write the results as JUnit XML", tw_set_file,
     offsetof(tw_check_options, junit)},
    {"look", 0, "NAME",
     "draw the pictures in this look, not the scenes' own (tauwerk help looks); goldens are "
     "recorded "
     "and compared with the same",
     tw_set_look_name, offsetof(tw_check_options, look)},
    {"jobs", 'j', "N", "scripts at a time (default: one for each processor)", tw_set_threads,
     offsetof(tw_check_options, jobs)},
    {"limit-time", 0, "S", "stop a script after S seconds (default 600)", tw_set_positive,
     offsetof(tw_check_options, limit_time)},
    TW_OPTION_TRUST(tw_check_options, trust),
};

const tw_option_table tw_check_table = {.command = "check",
                                        .option = options,
                                        .count = sizeof options / sizeof options[0],
                                        .word = tw_add_word,
                                        .word_place = offsetof(tw_check_options, paths)};

/* ---- one script ---------------------------------------------------------------------------- */

/* a growing text */
typedef TW_ARRAY(char) text;

static tw_status append(text *t, const char *s) {
    size_t n = strlen(s);
    TW_TRY(tw_reserve(t, t->count + n + 1));
    memcpy(t->data + t->count, s, n + 1);
    t->count += n;
    return TW_OK;
}

static size_t findings_of(const tw_check_case *c) {
    size_t n = 0;
    for (size_t i = 0; i < c->comparisons.count; i++) n += c->comparisons.data[i].findings.count;
    return n;
}

/* sets the case's failure to a text with a line for each finding */
static tw_status describe(tw_check_case *c) {
    text t = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; s == TW_OK && i < c->comparisons.count; i++) {
        const tw_comparison *k = &c->comparisons.data[i];
        for (size_t f = 0; s == TW_OK && f < k->findings.count; f++) {
            const tw_finding *found = &k->findings.data[f];
            char more[120] = "";
            if (found->count > 1 || found->largest > 0)
                snprintf(more, sizeof more, " (%zu differ, by up to %.3g)", found->count,
                         found->largest);
            if (c->comparisons.count > 1) {
                s = append(&t, k->fresh ? k->fresh->name : k->golden->name);
                if (s == TW_OK) s = append(&t, ": ");
            }
            if (s == TW_OK) s = append(&t, found->text);
            if (s == TW_OK) s = append(&t, more);
            if (s == TW_OK) s = append(&t, "\n");
        }
    }
    if (s != TW_OK) {
        tw_array_free(&t);
        return tw_fail_memory();
    }
    c->status = TW_MISMATCH;
    c->failure = t.data;
    return TW_OK;
}

static tw_status compare_scenes(tw_check_case *c) {
    size_t n = c->fresh.scenes.count, m = c->golden.scenes.count;
    for (size_t i = 0; i < n || i < m; i++) {
        tw_comparison k;
        tw_status s =
            tw_compare(i < m ? &c->golden.scenes.data[i] : NULL,
                       i < n ? &c->fresh.scenes.data[i] : NULL, c->golden_folder, c->work, &k);
        if (s == TW_OK && tw_push(&c->comparisons, k) != TW_OK) s = tw_fail_memory();
        if (s == TW_OK) continue;
        tw_comparison_free(&k);
        return s;
    }
    return findings_of(c) ? describe(c) : TW_OK;
}

static tw_status fail_case(tw_check_case *c, tw_status status, const char *why) {
    c->status = status;
    c->failure = strdup(why);
    return c->failure ? TW_OK : tw_fail_memory();
}

/* to be called after a case's run: reads the run's record and compares it with the golden. If the
 * result is wrong, c->status and c->failure are set, and the function itself returns TW_OK. */
static tw_status judge(tw_check_case *c) {
    char record[4096], why[1200];
    if (c->status != TW_OK) return TW_OK;
    if (snprintf(record, sizeof record, "%s/record", c->work) >= (int)sizeof record)
        return tw_fail(TW_IO, "the path of the folder %s is too long", c->work);
    if (c->test) return TW_OK;
    TW_TRY(tw_golden_read(record, &c->fresh));
    tw_file_kind golden;
    TW_TRY(tw_file_look(c->golden_path, true, &golden));
    c->missing = golden == TW_FILE_NONE;
    if (c->missing) {
        snprintf(why, sizeof why,
                 "there is no golden '%s'; 'tauwerk check --update %s' writes what the scene does "
                 "now",
                 c->golden_path, c->script);
        return fail_case(c, TW_MISMATCH, why);
    }
    tw_status s = tw_golden_read(c->golden_path, &c->golden);
    if (s == TW_MEMORY) return s;
    if (s != TW_OK) {
        snprintf(why, sizeof why, "%s; 'tauwerk check --update %s' writes it anew", tw_failure(),
                 c->script);
        tw_golden_free(&c->golden);
        return fail_case(c, TW_MISMATCH, why);
    }
    return compare_scenes(c);
}

/* ---- lines --------------------------------------------------------------------------------- */

static const char *word_of(const tw_check_case *c) {
    if (c->status == TW_OK) return "ok";
    if (c->missing) return "no golden";
    if (c->comparisons.count) return "differs";
    return "failed";
}

/* number of scenes in the case's record that are recorded by other scripts */
static int borrowed(const tw_check_case *c) {
    int n = 0;
    for (size_t i = 0; i < c->fresh.scenes.count; i++) n += *c->fresh.scenes.data[i].of != '\0';
    return n;
}

static int first_line(const char *s) {
    return (int)strcspn(s, "\n");
}

static tw_status judge_and_tell(void *context, tw_check_case *c) {
    const tw_check_options *o = context;
    TW_TRY(judge(c));
    bool renewed = o->update && c->status == TW_MISMATCH && !c->test && c->fresh.scenes.count;
    if (renewed)
        return TW_OK; /* differences that --update accepts are reported later, when the golden is
                         written */
    printf("%-9s  %s", word_of(c), c->script);
    if (c->status == TW_OK) {
        char more[60] = "";
        int n = borrowed(c);
        if (n) snprintf(more, sizeof more, "; scenes recorded by their own scripts: %d", n);
        printf("  (%.1f s%s)\n", c->seconds, more);
    } else {
        printf(": %.*s", first_line(c->failure), c->failure);
        size_t n = findings_of(c);
        if (n > 1) printf(" (and %zu more)", n - 1);
        putchar('\n');
    }
    fflush(stdout);
    return TW_OK;
}

/* ---- the end ------------------------------------------------------------------------------- */

/* makes the folder of the file at `path`, which need not exist */
static tw_status make_folder_of(const char *path) {
    char *folder = tw_path_folder(path);
    tw_status s = folder ? tw_folder_make(folder) : tw_fail_memory();
    free(folder);
    return s;
}

static tw_status write_junit(const char *path, const tw_check_cases *cases) {
    tw_junit_case *all = calloc(cases->count + 1, sizeof *all);
    char(*line)[700] = calloc(cases->count + 1, sizeof *line);
    char(*folder)[300] = calloc(cases->count + 1, sizeof *folder);
    tw_status s = all && line && folder ? TW_OK : tw_fail_memory();
    for (size_t i = 0; s == TW_OK && i < cases->count; i++) {
        const tw_check_case *c = &cases->data[i];
        const char *slash = strrchr(c->script, '/');
        snprintf(folder[i], sizeof folder[i], "%.*s", slash ? (int)(slash - c->script) : 1,
                 slash ? c->script : ".");
        /* JUnit's class names have points instead of slashes */
        for (char *p = folder[i]; *p && strcmp(folder[i], ".") != 0; p++)
            if (*p == '/') *p = '.';
        if (c->failure)
            snprintf(line[i], sizeof line[i], "%.*s", first_line(c->failure), c->failure);
        all[i] = (tw_junit_case){.folder = folder[i],
                                 .name = c->stem,
                                 .file = c->script,
                                 .seconds = c->seconds,
                                 .outcome = c->status == TW_OK         ? TW_JUNIT_PASSED
                                            : c->status == TW_MISMATCH ? TW_JUNIT_FAILED
                                                                       : TW_JUNIT_ERROR,
                                 .message = line[i],
                                 .text = c->failure,
                                 .output = c->output};
    }
    if (s == TW_OK) s = tw_junit_write(path, "tauwerk check", all, cases->count);
    free(all);
    free(line);
    free(folder);
    return s;
}

/* true: --update may take this run as the new golden */
static bool renewable(const tw_check_case *c) {
    return c->status == TW_OK || (c->status == TW_MISMATCH && c->fresh.scenes.count);
}

static tw_status update(tw_check_cases *cases) {
    size_t bad = 0, written;
    for (size_t i = 0; i < cases->count; i++) bad += !renewable(&cases->data[i]);
    if (bad) {
        printf("no golden was changed: %zu of %zu scripts failed\n", bad, cases->count);
        return TW_OK;
    }
    TW_TRY(tw_check_update(cases, &written));
    for (size_t i = 0; i < cases->count; i++) cases->data[i].status = TW_OK;
    printf("%zu golden%s written, %zu as before\n", written, written == 1 ? "" : "s",
           cases->count - written);
    return TW_OK;
}

/* prints a summary of all cases and returns the command's status; the status of a failed script
 * takes precedence over TW_MISMATCH */
static tw_status outcome(const tw_check_cases *cases, bool updated) {
    size_t differ = 0, failed = 0, missing = 0;
    tw_status other = TW_OK;
    for (size_t i = 0; i < cases->count; i++) {
        const tw_check_case *c = &cases->data[i];
        if (c->status == TW_OK) continue;
        if (c->status == TW_MISMATCH) {
            missing += c->missing;
            differ += c->comparisons.count > 0;
            failed += !c->missing && !c->comparisons.count;
        } else {
            failed++;
            if (other == TW_OK) other = c->status;
        }
    }
    if (!differ && !failed && !missing) {
        if (!updated) printf("%zu checked, all as recorded\n", cases->count);
        return TW_OK;
    }
    char told[200] = "";
    if (missing) snprintf(told, sizeof told, ", %zu without a golden", missing);
    return tw_fail(other != TW_OK ? other : TW_MISMATCH,
                   "check: of %zu scripts %zu differ, %zu failed%s", cases->count, differ, failed,
                   told);
}

/* locks a check's working folder by the file `lock` in it, until the process ends. make: creates
 * the file, which must not exist. Returns the descriptor, to be kept open; -1: another process has
 * the lock, or an error */
static int hold(const char *folder, bool make) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/lock", folder) >= (int)sizeof path) return -1;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (make ? O_CREAT | O_EXCL : 0), 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

/* longest time from the creation of a working folder to the creation of its lock, s; an older
 * folder without lock is a leftover */
enum { BEGINS = 60 };

/* removes from the temporary folder those working folders of this user that killed checks have
 * left */
static void remove_left(const char *temporary) {
    static const char begin[] = "tauwerk-check-";
    DIR *d = opendir(temporary);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[4096];
        struct stat st;
        if (strncmp(e->d_name, begin, sizeof begin - 1) != 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", temporary, e->d_name) >= (int)sizeof path)
            continue;
        if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid()) continue;
        int fd = hold(path, false);
        /* a folder without a lock is a leftover that was removed only in part, unless it is so new
         * that its check may be just about to make the lock */
        if (fd < 0 && errno == ENOENT && time(NULL) - st.st_mtime > BEGINS) fd = hold(path, true);
        if (fd < 0) continue;
        (void)tw_folder_remove(path);
        close(fd);
    }
    if (d) closedir(d);
}

static tw_status run_in(const tw_check_options *o, const char *work, tw_check_cases *cases) {
    TW_TRY(tw_check_find(o, cases));
    TW_TRY(tw_check_run(o, work, cases, judge_and_tell, (void *)(uintptr_t)o));
    if (o->report) TW_TRY(tw_check_report_write(o->report, cases));
    if (o->junit) TW_TRY(make_folder_of(o->junit));
    if (o->junit) TW_TRY(write_junit(o->junit, cases));
    if (o->update) TW_TRY(update(cases));
    return outcome(cases, o->update);
}

static void free_cases(tw_check_cases *cases) {
    for (size_t i = 0; i < cases->count; i++) {
        tw_check_case *c = &cases->data[i];
        for (size_t k = 0; k < c->comparisons.count; k++)
            tw_comparison_free(&c->comparisons.data[k]);
        tw_array_free(&c->comparisons);
        tw_golden_free(&c->golden);
        tw_golden_free(&c->fresh);
        free(c->script);
        free(c->golden_folder);
        free(c->stem);
        free(c->golden_path);
        free(c->work);
        free(c->failure);
        free(c->output);
    }
    tw_array_free(cases);
}

tw_status tw_check_command(int argc, char *const *argv) {
    tw_check_options o = {.limit_time = 600};
    tw_check_cases cases = {0};
    int used;
    char work[TW_TEMPORARY];
    tw_status s = tw_options_read(&tw_check_table, argc, argv, &o, &used);
    if (s == TW_OK) s = tw_trust_settle(&o.trust, "check", true);
    if (s == TW_OK) s = tw_temporary_path("tauwerk-check", work);
    if (s == TW_OK && !mkdtemp(work)) {
        s = tw_fail_system("cannot make the folder '%s'", work);
    } else if (s == TW_OK) {
        int held = hold(work, true);
        remove_left(tw_temporary_folder());
        tw_kept kept = tw_failure_keep(run_in(&o, work, &cases));
        (void)tw_folder_remove(work);
        if (held >= 0) close(held);
        s = tw_failure_again(&kept);
    }
    free_cases(&cases);
    tw_array_free(&o.paths);
    fflush(stdout);
    if (s == TW_OK && ferror(stdout)) s = tw_fail(TW_IO, "cannot write to the standard output");
    return s;
}
