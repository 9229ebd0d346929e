/* Drawing of frames' pictures in a process of its own; see live.h. */
#include "app/view/live/live.h"
#include "app/view/message/json.h"

#include "base/thread.h"
#include "io/picture/image.h"
#include "io/text/markup.h"
#include "library/frames.h"
#include "library/picture/picture.h"

#include <stdlib.h>
#include <unistd.h>

static tw_status say_picture(tw_work *w, int frame, const char *quality, const uint8_t *png,
                             size_t size) {
    tw_message m;
    tw_status s = tw_message_begin(&m);
    if (s == TW_OK) {
        fprintf(m.out, "{\"type\":\"picture\",\"frame\":%d,\"quality\":\"%s\",\"image\":\"", frame,
                quality);
        tw_markup_base64(m.out, png, size);
        fputs("\"}", m.out);
        s = tw_message_send(w, &m, TW_SAY_ONCE, 0, true);
    }
    return s;
}

static tw_status draw(tw_work *w, int frame, tw_team *team) {
    static const struct {
        tw_quality quality;
        const char *name;
    } both[] = {{TW_QUALITY_DRAFT, "draft"}, {TW_QUALITY_NORMAL, "normal"}};
    const tw_film *film = w->film;
    if (!w->ended)
        TW_TRY(tw_frames_complete(film->frames.data, film->frames.count,
                                  (double)w->width / w->height));
    const bool sharp = film->frames.data[frame]->sharp;
    for (int i = 0; i < 2; i++) {
        tw_picture_options o = {.width = w->width, .height = w->height, .quality = both[i].quality};
        uint8_t *png;
        size_t size;
        /* drafts have no motion blur */
        film->frames.data[frame]->sharp = sharp || both[i].quality == TW_QUALITY_DRAFT;
        TW_TRY(tw_frame_png_bytes(film->frames.data[frame], &o, team, &png, &size));
        tw_status s = say_picture(w, frame, both[i].name, png, size);
        free(png);
        TW_TRY(s);
    }
    return TW_OK;
}

tw_status tw_draw_begin(tw_work *w, int frame) {
    int end[2];
    if (!w->film || frame < 0 || (size_t)frame >= w->film->frames.count)
        return tw_fail(TW_ARGUMENT, "there is no frame %d", frame + 1);
    TW_TRY(tw_line_make(end));
    pid_t child = fork();
    if (child != 0) {
        close(end[1]);
        tw_letter l = {.kind = TW_LETTER_DRAW, .pid = (int32_t)child, .line = end[0]};
        tw_status s = child > 0 ? tw_letter_send(w->line, &l, NULL)
                                : tw_fail_system("cannot start a process to draw");
        close(end[0]);
        return s;
    }
    close(w->line);
    close(end[0]);
    w->line = end[1];
    tw_team *team = NULL;
    tw_status s = tw_team_create(tw_processors(), &team);
    if (s == TW_OK) s = draw(w, frame, team);
    if (s != TW_OK) (void)tw_say_word(w, TW_SAY_ONCE, "refused", tw_failure());
    _exit(0);
}
