/* Posters of a gallery; see poster.h. */
#include "app/view/gallery/poster.h"

#include "app/base/stop.h"
#include "app/view/message/letter.h"
#include "base/text/memo.h"
#include "io/picture/image.h"
#include "io/text/markup.h"

#include <stdlib.h>
#include <string.h>
#include <tauwerk.h>
#include <unistd.h>

enum { WIDTH = 320, HEIGHT = 180 };
static const double LONG = 6; /* real time after which the simulation for a poster is stopped, s */

static double until;

static tw_status poll_clock(void *context) {
    (void)context;
    return tw_clock() < until ? TW_OK : TW_TIME_LIMIT;
}

static tw_status play(tw_engine *e, tw_ref scene) {
    tw_variant duration;
    TW_TRY(tw_get(e, scene, "duration", &duration));
    until = tw_clock() + LONG;
    double half = duration.kind == TW_IS_NUMBER ? 0.5 * duration.is.number : 0;
    tw_variant now;
    TW_TRY(tw_get(e, scene, "time", &now));
    tw_status s = tw_advance(e, scene, now.is.number + half);
    until = 1e300;
    /* a scene that fails, or takes too long, is drawn in the state that it has reached */
    return s == TW_MEMORY ? s : TW_OK;
}

static tw_status draw(tw_engine *e, const char *script, uint8_t *pixels) {
    tw_variant scenes;
    until = tw_clock() + 2 * LONG;
    TW_TRY(tw_run_file(e, script, &scenes));
    if (scenes.kind != TW_IS_LIST || !scenes.count)
        return tw_fail(TW_SCRIPT, "the script returns no scene");
    tw_ref scene = scenes.is.item[0].is.ref;
    TW_TRY(play(e, scene));
    const tw_draw_options o = {.size = sizeof o, .width = WIDTH, .height = HEIGHT};
    return tw_draw(e, scene, &o, pixels, NULL);
}

static tw_status make(const char *script, const tw_trust *trust, char **text, size_t *length) {
    const tw_engine_options o = {
        .size = sizeof o, .threads = 1, .sandbox = trust->sandbox, .poll = poll_clock};
    static uint8_t pixels[4 * WIDTH * HEIGHT];
    tw_engine *e = NULL;
    tw_status s = tw_open(&o, &e);
    if (s == TW_OK) s = draw(e, script, pixels);
    if (s != TW_OK) {
        *text = strdup(tw_last_error(e));
        *length = *text ? strlen(*text) : 0;
        return s;
    }
    uint8_t *png;
    size_t size;
    TW_TRY(tw_png_bytes(WIDTH, HEIGHT, pixels, false, &png, &size));
    FILE *out = tw_memo_open(text, length);
    if (!out) return tw_fail_memory();
    tw_markup_base64(out, png, size);
    if (fclose(out) == 0) return TW_OK;
    free(*text);
    *text = NULL;
    *length = 0;
    return tw_fail_memory();
}

void tw_poster_work(const char *script, const tw_trust *trust, int line) {
    char *text = NULL;
    size_t length = 0;
    tw_status s = make(script, trust, &text, &length);
    tw_letter l = {
        .kind = TW_LETTER_SAY, .sort = (uint32_t)s, .bytes = (uint32_t)length, .line = -1};
    (void)tw_letter_send(line, &l, text);
    _exit(0);
}
