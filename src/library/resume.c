/* Continues a film with an edited script; see resume.h. */
#include "library/resume.h"

#include "script/lua/change.h"

tw_status tw_resume_note(tw_script *script, const char *path) {
    return tw_script_track(script, path);
}

tw_status tw_resume_note_text(tw_script *script, const char *path, const char *text, size_t size) {
    return tw_script_track_text(script, path, text, size);
}

void tw_resume_file(tw_script *script, const char *path) {
    tw_script_track_file(script, path);
}

void tw_resume_end(tw_script *script) {
    tw_script_track_end(script);
}

size_t tw_resume_count(const tw_script *script) {
    return tw_script_called(script);
}

bool tw_resume_possible(const tw_script *script) {
    return tw_script_may_go_on(script);
}

tw_status tw_resume_with(tw_script *script, bool *same, bool *moved) {
    return tw_script_change(script, same, moved);
}

bool tw_resume_with_text(tw_script *script, const char *text, size_t size, int *from) {
    return tw_script_change_text(script, text, size, from);
}

bool tw_resume_line_stays(const tw_script *script, int line) {
    return tw_script_line_stays(script, line);
}
