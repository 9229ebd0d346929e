/* Lines from a terminal; see edit.h. */
#include "app/edit.h"

#include "app/base/stop.h"
#include "app/keys.h"
#include "app/reference/api.h"
#include "base/array.h"
#include "base/file.h"
#include "library/catalogue.h"

/* libedit's header uses FILE without declaring it, and has old-style declarations, which our
 * warnings refuse */
#include <editline/readline.h>
#include <stdio.h>

#include <stdlib.h>
#include <string.h>

enum { HISTORY = 1000 };

/* state of the prompt, global since libedit's callbacks have no context */
static struct {
    tw_script *script;
    TW_ARRAY(char *) names; /* names that can complete the text before the cursor */
    size_t next;
    bool full; /* memory for further names ran out */
    bool begun;
    char history[3000]; /* path of the history file; empty: none */
} edit;

/* ---- completion ----------------------------------------------------------------------------- */

static void offer(void *context, const char *text) {
    (void)context;
    for (size_t i = 0; i < edit.names.count; i++)
        if (!strcmp(edit.names.data[i], text)) return;
    char *copy = edit.full ? NULL : strdup(text);
    if (copy && tw_push(&edit.names, copy) == TW_OK) return;
    free(copy);
    edit.full = true;
}

static void offer_name(const char *before, const char *begin, const char *name) {
    char text[400];
    if (strncmp(name, begin, strlen(begin)) != 0) return;
    snprintf(text, sizeof text, "%s%s", before, name);
    offer(NULL, text);
}

static void offer_rows(const char *before, const char *begin, const tw_param *p, int n) {
    for (int i = 0; i < n; i++) offer_name(before, begin, p[i].name);
}

static void offer_table(const char *before, const char *begin, tw_field_table table) {
    tw_field_rows rows = tw_catalogue_rows(table);
    offer_rows(before, begin, rows.row, rows.count);
}

/* offers the fields, points and read-outs of a kind for completion */
static void offer_kind(const char *before, const char *begin, const char *kind) {
    const tw_kind *k;
    tw_kind_member m;
    for (tw_kind_class c = 0; c < TW_KIND_PROP; c++)
        for (int i = 0; (k = tw_catalogue_kind(c, i)); i++) {
            if (strcmp(k->name, kind) != 0) continue;
            offer_rows(before, begin, k->params, k->param_count);
            for (int n = 0; tw_catalogue_member(k, n, &m); n++) offer_name(before, begin, m.name);
        }
}

static void offer_object(void *context, const char *class_, const char *kind, const char *before,
                         const char *begin) {
    (void)context;
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++)
        for (int k = 0; k < p->count; k++)
            if (tw_api_find(class_, p->row[k].name) == &p->row[k])
                offer_name(before, begin, p->row[k].name);
    if (!strcmp(class_, "body")) offer_table(before, begin, TW_TABLE_BODY);
    if (!strcmp(class_, "force")) offer_table(before, begin, TW_TABLE_FORCE);
    if (!strcmp(class_, "constraint")) offer_table(before, begin, TW_TABLE_CONSTRAINT);
    if (!strcmp(class_, "scene")) {
        offer_table(before, begin, TW_TABLE_SCENE);
        offer_table(before, begin, TW_TABLE_STAGE);
    }
    if (kind) offer_kind(before, begin, kind);
}

static char *next_name(const char *text, int state) {
    (void)text;
    if (!state) edit.next = 0;
    return edit.next < edit.names.count ? strdup(edit.names.data[edit.next++]) : NULL;
}

static void forget_names(void) {
    for (size_t i = 0; i < edit.names.count; i++) free(edit.names.data[i]);
    tw_array_free(&edit.names);
    edit.full = false;
}

static char **complete(const char *text, int start, int end) {
    (void)start;
    (void)end;
    const tw_completion c = {.each = offer, .of = offer_object};
    rl_attempted_completion_over = 1; /* otherwise libedit would complete names of files */
    forget_names();
    tw_prompt_complete(edit.script, text, &c);
    return edit.names.count ? rl_completion_matches(text, next_name) : NULL;
}

/* ---- reading lines -------------------------------------------------------------------------- */

static void find_history(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char folder[2900];
    int n = -1;
    edit.history[0] = '\0';
    if (state && *state)
        n = snprintf(folder, sizeof folder, "%s/tauwerk", state);
    else if (home && *home)
        n = snprintf(folder, sizeof folder, "%s/.local/state/tauwerk", home);
    if (n <= 0 || n >= (int)sizeof folder || tw_folder_make(folder) != TW_OK) return;
    snprintf(edit.history, sizeof edit.history, "%s/history", folder);
}

/* Sets the terminal up before the prompt is shown; libedit does so after. Characters typed in
 * between would be held by the kernel, which drops them at Ctrl-C or Ctrl-Z.
 *
 * ^D that is typed while a statement runs arrives as NUL: the kernel has taken it for an end of
 * file. libedit binds NUL to "quote the next character" when it sets the terminal up, before every
 * line; here NUL ends the prompt like ^D. */
static int set_up(void) {
    rl_prep_terminal(1);
    return rl_parse_and_bind("bind ^@ em-delete-or-list");
}

void tw_edit_begin(tw_script *s) {
    static char name[] = "tauwerk";
    edit.script = s;
    edit.begun = true;
    rl_readline_name = name;
    rl_getc_function = tw_keys_next;
    rl_catch_signals = 0; /* keys.c does */
    tw_keys_begin();
    using_history();
    stifle_history(HISTORY);
    find_history();
    if (*edit.history) read_history(edit.history);
    tw_keys_end();
    rl_attempted_completion_function = complete;
    rl_completion_append_character = '\0';
    rl_pre_input_hook = set_up;
}

tw_status tw_edit_line(void *context, const char *prompt, char **line, bool *over) {
    (void)context;
    tw_keys_begin();
    *line = readline(prompt);
    tw_keys_end();
    *over = !*line;
    tw_status s = *line ? TW_OK : tw_stop_poll(NULL);
    if (s != TW_OK) { /* it has ended the reading */
        putchar('\n');
        return s;
    }
    if (*line && **line) add_history(*line);
    return TW_OK;
}

bool tw_edit_again(void *context) {
    (void)context;
    return tw_stop_take_back();
}

void tw_edit_end(void) {
    if (!edit.begun) return;
    edit.begun = false;
    tw_keys_begin();
    if (*edit.history) write_history(edit.history);
    tw_keys_end();
    forget_names();
}
