/* Messages to the windows from a process that simulates; see live.h. */
#include "app/view/live/live.h"
#include "app/view/message/json.h"

#include "app/base/stop.h"
#include "base/text/memo.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

tw_status tw_message_begin(tw_message *m) {
    *m = (tw_message){.out = NULL};
    m->out = tw_memo_open(&m->bytes, &m->size);
    return m->out ? TW_OK : tw_fail_memory();
}

tw_status tw_message_send(tw_work *w, tw_message *m, tw_say_sort sort, size_t first, bool text) {
    bool bad = ferror(m->out);
    bad = fclose(m->out) != 0 || bad;
    tw_letter l = {.kind = TW_LETTER_SAY,
                   .sort = (uint32_t)sort,
                   .first = (uint32_t)first,
                   .text = text,
                   .bytes = (uint32_t)m->size,
                   .line = -1};
    tw_status s =
        bad || m->size > UINT32_MAX ? tw_fail_memory() : tw_letter_send(w->line, &l, m->bytes);
    free(m->bytes);
    return s;
}

tw_status tw_tell(tw_work *w, tw_letter_kind kind, int first) {
    tw_letter l = {.kind = kind, .first = (uint32_t)first, .pid = (int32_t)getpid(), .line = -1};
    return tw_letter_send(w->line, &l, NULL);
}

tw_status tw_say_word(tw_work *w, tw_say_sort sort, const char *type, const char *text) {
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    fprintf(m.out, "{\"type\":\"%s\",\"text\":", type);
    tw_json_text(m.out, text);
    fputc('}', m.out);
    return tw_message_send(w, &m, sort, 0, true);
}

tw_status tw_say_film(tw_work *w, const tw_reel_film *film) {
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    tw_reel_put_film(m.out, film);
    return tw_message_send(w, &m, TW_SAY_FILM, 0, true);
}

tw_status tw_say_stage(tw_work *w, const tw_frame *f) {
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    tw_reel_put_stage(m.out, f);
    return tw_message_send(w, &m, TW_SAY_STAGE, 0, true);
}

static tw_status lost(tw_message *m) {
    fclose(m->out);
    free(m->bytes);
    return tw_fail_memory();
}

tw_status tw_say_lists(tw_work *w) {
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    tw_reel_put_objects(m.out, &w->reel);
    if (tw_reel_lost(&w->reel)) return lost(&m);
    TW_TRY(tw_message_send(w, &m, TW_SAY_OBJECTS, 0, true));
    TW_TRY(tw_message_begin(&m));
    tw_reel_put_events(m.out, &w->reel);
    if (tw_reel_lost(&w->reel)) return lost(&m);
    return tw_message_send(w, &m, TW_SAY_EVENTS, 0, true);
}

tw_status tw_say_new(tw_work *w) {
    tw_message m;
    const tw_reel *r = &w->reel;
    /* the page removes things of later frames when it gets this message, so after a change of the
     * text it is sent without new things, too */
    if (w->anew || w->said_things < r->thing.count) {
        TW_TRY(tw_message_begin(&m));
        tw_reel_put_things(m.out, r, w->said_things, w->said_meshes);
        TW_TRY(tw_message_send(w, &m, TW_SAY_THINGS, w->said_things, true));
        w->said_things = r->thing.count;
        w->said_meshes = r->mesh.count;
    }
    if (w->said_frames == r->frame.count) return TW_OK;
    TW_TRY(tw_message_begin(&m));
    tw_reel_put_frames(m.out, r, w->said_frames, r->frame.count);
    TW_TRY(tw_message_send(w, &m, TW_SAY_FRAMES, w->said_frames, false));
    w->said_frames = r->frame.count;
    w->said = tw_clock();
    return TW_OK;
}

tw_status tw_say_between(tw_work *w, double t) {
    tw_message m;
    tw_reel *r = &w->reel;
    TW_TRY(tw_say_new(w));
    size_t number = r->frame.count;
    TW_TRY(tw_reel_between(r, w->scene, t));
    tw_status s = tw_message_begin(&m);
    if (s == TW_OK) {
        tw_reel_put_frames(m.out, r, number, number + 1);
        s = tw_message_send(w, &m, TW_SAY_FRAMES, number, false);
    }
    tw_reel_drop(r);
    w->said = tw_clock();
    return s;
}

tw_status tw_say_live(tw_work *w, bool running) {
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    fprintf(m.out,
            "{\"type\":\"live\",\"frame\":%d,\"running\":%s,\"touched\":%s,\"stepper\":", w->frame,
            running ? "true" : "false", w->touched ? "true" : "false");
    tw_json_text(m.out, tw_live_stepper(w->scene));
    fputc('}', m.out);
    return tw_message_send(w, &m, TW_SAY_LIVE, 0, true);
}

void tw_put_object(FILE *out, const tw_origin *o) {
    const char *slash = o->file ? strrchr(o->file, '/') : NULL;
    fprintf(out, "\"id\":%lu,\"name\":", (unsigned long)o->serial);
    tw_json_text(out, o->name);
    /* the name without its folder, since windows must not see paths of the machine */
    fputs(",\"file\":", out);
    tw_json_text(out, slash ? slash + 1 : o->file);
    fprintf(out, ",\"line\":%d", o->line);
}
