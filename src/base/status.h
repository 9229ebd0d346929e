/*
 * Statuses of functions that can fail, and the texts of failures.
 *
 * The engine never prints, exits or jumps: it returns a status and leaves the reason in a buffer of
 * the calling thread, which the script layer or the command line shows. One list gives code, the
 * process's exit status and a general text.
 */
#ifndef TW_BASE_STATUS_H
#define TW_BASE_STATUS_H

#define TW_STATUS_LIST(X)                       \
    X(TW_OK, 0, "done")                         \
    X(TW_SCRIPT, 1, "script error")             \
    X(TW_ARGUMENT, 1, "wrong argument")         \
    X(TW_USAGE, 2, "wrong usage")               \
    X(TW_DIVERGED, 3, "simulation failed")      \
    X(TW_UNDERFLOW, 3, "step size underflow")   \
    X(TW_NONFINITE, 3, "a value is not finite") \
    X(TW_IO, 4, "input or output failed")       \
    X(TW_MEMORY, 5, "out of memory")            \
    X(TW_MISMATCH, 6, "a check failed")         \
    X(TW_TIME_LIMIT, 124, "time limit reached") \
    X(TW_INTERRUPTED, 130, "interrupted")

typedef enum tw_status {
#define X(name, exit_status, text) name,
    TW_STATUS_LIST(X)
#undef X
        TW_STATUS_COUNT
} tw_status;

/* exit status of the process that corresponds to s */
int tw_status_exit(tw_status s);

/* text that describes the status s in general */
const char *tw_status_text(tw_status s);

/* sets this thread's failure text (printf style) and returns s, so that callers can write return
 * tw_fail(...) */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tw_status
tw_fail(tw_status s, const char *format, ...);

/* failure of a call of the system: the text, ": ", and the reason that errno gives. Returns TW_IO;
 * TW_MEMORY for ENOMEM */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
tw_status
tw_fail_system(const char *format, ...);

/* sets the text for memory exhaustion and returns TW_MEMORY */
tw_status tw_fail_memory(void);

/* text of the last failure in this thread; it fits into TW_FAILURE_TEXT bytes */
enum { TW_FAILURE_TEXT = 2048 };
const char *tw_failure(void);

/* the status of the last failure in this thread */
tw_status tw_failure_status(void);

/* copy of the last failure, made before clean-up work that may fail itself, and made the last
 * failure again after it */
typedef struct tw_kept {
    tw_status status;
    char text[TW_FAILURE_TEXT]; /* text of the failure; "" if the status is TW_OK */
} tw_kept;
tw_kept tw_failure_keep(tw_status s);
/* makes the copied failure the last one again, and returns its status; TW_OK: changes nothing */
tw_status tw_failure_again(const tw_kept *kept);

/* returns from the calling function if e is not TW_OK */
#define TW_TRY(e)                                     \
    do {                                              \
        tw_status try_status_ = (e);                  \
        if (try_status_ != TW_OK) return try_status_; \
    } while (0)

#endif
