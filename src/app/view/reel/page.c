/* Writing a page with its film in one file; see page.h. */
#include "app/view/reel/page.h"

#include "base/file.h"
#include "base/text/memo.h"
#include "io/store/pack.h"
#include "io/text/markup.h"

#include <stdlib.h>
#include <string.h>

tw_status tw_page_there(const char *command) {
    if (tw_page_player_size) return TW_OK;
    return tw_fail(TW_IO,
                   "%s: this program was built without its page: building that needs npm and its "
                   "packages. 'apt-get install npm', then build again (docs/view.md)",
                   command);
}

/* writes the page with the player, and the packed film [size] in it */
static tw_status put(FILE *out, const void *film, size_t size) {
    static const char place[] = "<!--film-->";
    size_t n = sizeof place - 1;
    const unsigned char *end = tw_page_player + tw_page_player_size, *p = tw_page_player;
    while (p + n <= end && memcmp(p, place, n) != 0) p++;
    if (p + n > end) return tw_fail(TW_IO, "the built page is broken: it has no place for a film");
    fwrite(tw_page_player, 1, (size_t)(p - tw_page_player), out);
    fputs("<script id=\"film\" type=\"application/octet-stream\">", out);
    tw_markup_base64(out, film, size);
    fputs("</script>", out);
    fwrite(p + n, 1, (size_t)(end - p) - n, out);
    return TW_OK;
}

/* ---- messages ------------------------------------------------------------------------------- */

typedef struct packer {
    FILE *out;
    char *bytes;
    size_t size, begin;
} packer;

static void begin_message(packer *p, uint32_t kind) {
    uint32_t head[2] = {kind, 0};
    fwrite(head, sizeof head, 1, p->out);
    fflush(p->out);
    p->begin = p->size;
}

static void end_message(packer *p) {
    fflush(p->out);
    /* if the stream has failed, the head of the message may not have been written, and must not
     * be filled in */
    if (ferror(p->out)) return;
    uint32_t length = (uint32_t)(p->size - p->begin);
    for (size_t n = length; n % 8; n++) fputc(' ', p->out);
    fflush(p->out);
    if (ferror(p->out)) return;
    memcpy(p->bytes + p->begin - 4, &length, 4);
}

static void put_all(packer *p, tw_reel *r, const tw_reel_film *film) {
    begin_message(p, 0), tw_reel_put_film(p->out, film), end_message(p);
    begin_message(p, 0), tw_reel_put_stage(p->out, r->stage), end_message(p);
    begin_message(p, 0), tw_reel_put_things(p->out, r, 0, 0), end_message(p);
    begin_message(p, 0), tw_reel_put_objects(p->out, r), end_message(p);
    begin_message(p, 0), tw_reel_put_events(p->out, r), end_message(p);
    begin_message(p, 1), tw_reel_put_frames(p->out, r, 0, r->frame.count), end_message(p);
}

static tw_status write_page(const packer *p, const char *path) {
    unsigned char *packed;
    size_t size;
    tw_file *file;
    TW_TRY(tw_deflate_at(9, p->bytes, p->size, &packed, &size));
    tw_status s = tw_file_open(path, &file);
    if (s == TW_OK) {
        s = put(tw_file_stream(file), packed, size);
        if (s == TW_OK)
            s = tw_file_commit(file);
        else
            tw_file_discard(file);
    }
    free(packed);
    return s;
}

tw_status tw_page_save(tw_reel *r, const tw_reel_film *film, const char *path) {
    if (!r->stage) return tw_fail(TW_SCRIPT, "%s: the film has no frames", film->name);
    packer p = {.bytes = NULL};
    p.out = tw_memo_open(&p.bytes, &p.size);
    if (!p.out) return tw_fail_memory();
    put_all(&p, r, film);
    bool bad = ferror(p.out) || tw_reel_lost(r);
    bad = fclose(p.out) != 0 || bad;
    tw_status s = bad ? tw_fail_memory() : write_page(&p, path);
    free(p.bytes);
    return s;
}
