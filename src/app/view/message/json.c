/* JSON text; see json.h. */
#include "app/view/message/json.h"

#include "base/text/utf8.h"

#include <math.h>

void tw_json_text(FILE *out, const char *text) {
    fputc('"', out);
    for (const char *p = text ? text : ""; *p;) {
        int n = tw_utf8_length(p);
        if (!n || (unsigned char)*p < 0x20 || *p == '<')
            fprintf(out, "\\u%04x", n ? (unsigned)*p : 0xfffdu);
        else if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else
            fwrite(p, 1, (size_t)n, out);
        p += n ? n : 1;
    }
    fputc('"', out);
}

void tw_json_number(FILE *out, double x) {
    if (isfinite(x))
        fprintf(out, "%.9g", x);
    else
        fputs("null", out);
}

static void list(FILE *out, const double *x, int n) {
    for (int i = 0; i < n; i++) {
        fputc(i ? ',' : '[', out);
        tw_json_number(out, x[i]);
    }
    fputc(']', out);
}

void tw_json_vec(FILE *out, vec3 v) {
    list(out, (const double[]){v.x, v.y, v.z}, 3);
}

void tw_json_rgb(FILE *out, tw_rgb c) {
    list(out, (const double[]){c.r, c.g, c.b}, 3);
}

void tw_json_pose(FILE *out, const tw_pose *p) {
    list(out, (const double[]){p->x.x, p->x.y, p->x.z, p->q.w, p->q.x, p->q.y, p->q.z}, 7);
}
