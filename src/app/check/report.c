/*
 * The report of a check: one self-contained HTML file with pictures and curves. It shows the
 * differences: golden and new curves of totals and of the bodies and constraints in findings;
 * pictures of the golden, the run, and the difference. See check.h.
 */
#include "app/check/check.h"

#include "base/file.h"
#include "io/text/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVES_MOST = 14, WIDTH = 420, HEIGHT = 150, LEFT = 8, TOP = 8 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>tauwerk "
    "check</title>\n<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:76rem;padding:0 1rem;"
    "color:#1c1c1c;background:#fff}\n"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem;"
    "border-bottom:1px solid #ddd;vertical-align:top}\n"
    ".ok{color:#1a7f37}.bad{color:#b42318;font-weight:600}\n"
    "section{margin-top:2.5rem;border-top:3px solid #ddd}\n"
    "pre{background:#f5f5f4;padding:.6rem;overflow:auto;white-space:pre-wrap;font-size:13px}\n"
    "figure{display:inline-block;margin:.4rem .8rem .4rem 0;vertical-align:top}\n"
    "figcaption{font-size:13px;color:#555}img{image-rendering:pixelated;width:320px;max-width:100%}"
    "\n"
    "svg{border:1px solid #ddd;background:#fff}.g{stroke:#2563a8}.n{stroke:#c2410c;"
    "stroke-dasharray:5 3}polyline{fill:none;stroke-width:1.6}.at{stroke:#999;stroke-width:1;"
    "stroke-dasharray:2 3}\n"
    "text{font:11px system-ui,sans-serif;fill:#555}.keyg{color:#2563a8}.keyn{color:#c2410c}\n"
    "</style></head><body>\n";

/* ---- curves -------------------------------------------------------------------------------- */

typedef struct series {
    const tw_golden_samples *all;
    const char *name; /* name of the body or constraint; NULL: the samples of all names */
    int number;       /* index of the plotted number in a sample */
} series;

static bool taken(const series *s, size_t i) {
    return !s->name || !strcmp(s->all->data[i].name, s->name);
}

typedef struct range {
    double low, high;
    int first, last; /* frames */
} range;

static void widen(range *r, const series *s) {
    for (size_t i = 0; i < s->all->count; i++) {
        double x = s->all->data[i].v[s->number];
        if (!taken(s, i) || !isfinite(x)) continue;
        r->low = fmin(r->low, x);
        r->high = fmax(r->high, x);
        if (s->all->data[i].frame < r->first) r->first = s->all->data[i].frame;
        if (s->all->data[i].frame > r->last) r->last = s->all->data[i].frame;
    }
}

static double across(const range *r, int frame) {
    int n = r->last > r->first ? r->last - r->first : 1;
    return LEFT + (WIDTH - 2.0 * LEFT) * (frame - r->first) / n;
}

static void put_line(FILE *out, const series *s, const range *r, const char *class) {
    bool open = false;
    for (size_t i = 0; i < s->all->count; i++) {
        double x = s->all->data[i].v[s->number];
        if (!taken(s, i)) continue;
        if (!isfinite(x)) { /* a gap */
            if (open) fputs("\"/>", out);
            open = false;
            continue;
        }
        if (!open) fprintf(out, "<polyline class=\"%s\" points=\"", class);
        open = true;
        double u = (x - r->low) / (r->high - r->low);
        fprintf(out, "%.1f,%.1f ", across(r, s->all->data[i].frame),
                HEIGHT - TOP - (HEIGHT - 2.0 * TOP) * u);
    }
    if (open) fputs("\"/>", out);
}

static void put_plot(FILE *out, const char *title, const series *golden, const series *fresh,
                     int mark) {
    range r = {INFINITY, -INFINITY, 1 << 30, 0};
    widen(&r, golden);
    widen(&r, fresh);
    if (!(r.low <= r.high)) return;
    double low = r.low, high = r.high;
    if (!(r.high > r.low)) r.low -= 1, r.high += 1;
    fprintf(out, "<figure><svg width=\"%d\" height=\"%d\" role=\"img\">", WIDTH, HEIGHT);
    if (mark >= r.first && mark <= r.last)
        fprintf(out, "<line class=\"at\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                across(&r, mark), across(&r, mark), HEIGHT);
    put_line(out, golden, &r, "g");
    put_line(out, fresh, &r, "n");
    fprintf(out, "<text x=\"%d\" y=\"12\">%.6g</text><text x=\"%d\" y=\"%d\">%.6g</text>", LEFT,
            high, LEFT, HEIGHT - 3, low);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">frames %d to %d</text></svg>",
            WIDTH - LEFT, HEIGHT - 3, r.first, r.last);
    fputs("<figcaption>", out);
    tw_markup_text(out, title);
    fputs("</figcaption></figure>\n", out);
}

/* finds the range of a field's numbers in a sample; *constraint: the field is one of constraints,
 * not of bodies; false: no field has that name */
static bool field_of(const char *what, int *first, int *count, bool *constraint) {
    static const struct {
        const char *what;
        int first, count;
        bool constraint;
    } fields[] = {{"position", 0, 3, false}, {"orientation", 3, 4, false},
                  {"velocity", 7, 3, false}, {"angular_velocity", 10, 3, false},
                  {"deviation", 0, 1, true}, {"rate", 1, 1, true},
                  {"residual", 2, 1, true},  {"force", 3, 3, true}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(fields[i].what, what)) {
            *first = fields[i].first;
            *count = fields[i].count;
            *constraint = fields[i].constraint;
            return true;
        }
    return false;
}

static int put_field_plots(FILE *out, const tw_comparison *k, const tw_finding *f) {
    static const char *const parts[4][4] = {
        {""}, {"x", "y"}, {"x", "y", "z"}, {"w", "x", "y", "z"}};
    int first, count;
    bool constraint;
    if (!f->object || !field_of(f->what, &first, &count, &constraint)) return 0;
    for (int i = 0; i < count; i++) {
        char title[300];
        series g = {constraint ? &k->golden->constraints : &k->golden->bodies, f->object,
                    first + i};
        series n = {constraint ? &k->fresh->constraints : &k->fresh->bodies, f->object, first + i};
        snprintf(title, sizeof title, "%s '%.120s': %s%s%s", constraint ? "constraint" : "body",
                 f->object, f->what, count > 1 ? "." : "", parts[count - 1][i]);
        put_plot(out, title, &g, &n, f->frame);
    }
    return count;
}

/* writes the curves of a comparison: totals first, which have more points, then bodies and
 * constraints */
static void put_curves(FILE *out, const tw_comparison *k) {
    int plots = 0;
    for (size_t i = 0; i < k->findings.count; i++) {
        const tw_finding *f = &k->findings.data[i];
        for (int c = 0; c < TW_CURVES; c++) {
            if (strcmp(tw_curve_name[c], f->what) != 0) continue;
            series g = {&k->golden->curves, NULL, c}, n = {&k->fresh->curves, NULL, c};
            put_plot(out, f->what, &g, &n, f->frame);
            plots++;
        }
    }
    for (size_t i = 0; i < k->findings.count && plots < CURVES_MOST; i++)
        plots += put_field_plots(out, k, &k->findings.data[i]);
    if (plots)
        fputs("<p><span class=\"keyg\">&#9473; golden</span> &nbsp; <span class=\"keyn\">&#9549; "
              "new</span> &nbsp; dotted: the first frame that differs</p>\n",
              out);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static tw_status put_picture(FILE *out, const char *path, const char *caption) {
    char *bytes;
    size_t size;
    if (!path) return TW_OK;
    TW_TRY(tw_file_read(path, &bytes, &size));
    fputs("<figure><img alt=\"", out);
    tw_markup_text(out, caption);
    fputs("\" src=\"data:image/png;base64,", out);
    tw_markup_base64(out, bytes, size);
    fputs("\"><figcaption>", out);
    tw_markup_text(out, caption);
    fputs("</figcaption></figure>\n", out);
    free(bytes);
    return TW_OK;
}

static tw_status put_pictures(FILE *out, const tw_comparison *k) {
    for (size_t i = 0; i < k->pictures.count; i++) {
        const tw_shown_picture *p = &k->pictures.data[i];
        char caption[120];
        /* only pictures that differ, or lack a golden, are shown */
        if (!p->map && p->golden) continue;
        fputs("<div>", out);
        snprintf(caption, sizeof caption, "frame %d, golden", p->frame);
        TW_TRY(put_picture(out, p->golden, caption));
        snprintf(caption, sizeof caption, "frame %d, new", p->frame);
        TW_TRY(put_picture(out, p->fresh, caption));
        snprintf(caption, sizeof caption, "where they differ (dissimilarity %.3g)", p->dssim);
        TW_TRY(put_picture(out, p->map, caption));
        fputs("</div>\n", out);
    }
    return TW_OK;
}

/* ---- the page ------------------------------------------------------------------------------ */

static void put_table(FILE *out, const tw_check_cases *cases) {
    size_t good = 0;
    for (size_t i = 0; i < cases->count; i++) good += cases->data[i].status == TW_OK;
    fprintf(out, "<h1>tauwerk check: %zu of %zu as recorded</h1>\n<table>\n", good, cases->count);
    for (size_t i = 0; i < cases->count; i++) {
        const tw_check_case *c = &cases->data[i];
        bool ok = c->status == TW_OK;
        fprintf(out, "<tr><td class=\"%s\">%s</td><td>", ok ? "ok" : "bad",
                ok                     ? "ok"
                : c->missing           ? "no golden"
                : c->comparisons.count ? "differs"
                                       : "failed");
        if (!ok) fprintf(out, "<a href=\"#c%zu\">", i);
        tw_markup_text(out, c->script);
        if (!ok) fputs("</a>", out);
        fprintf(out, "</td><td>%.1f s</td><td>", c->seconds);
        if (!ok) {
            char line[400];
            snprintf(line, sizeof line, "%.*s", (int)strcspn(c->failure, "\n"), c->failure);
            tw_markup_text(out, line);
        }
        fputs("</td></tr>\n", out);
    }
    fputs("</table>\n", out);
}

static tw_status put_case(FILE *out, const tw_check_case *c, size_t i) {
    fprintf(out, "<section id=\"c%zu\"><h2>", i);
    tw_markup_text(out, c->script);
    fputs("</h2>\n<pre>", out);
    tw_markup_text(out, c->failure);
    fputs("</pre>\n", out);
    for (size_t k = 0; k < c->comparisons.count; k++) {
        const tw_comparison *m = &c->comparisons.data[k];
        if (!m->findings.count || !m->golden || !m->fresh) continue;
        if (c->comparisons.count > 1) {
            fputs("<h3>", out);
            tw_markup_text(out, m->fresh->name);
            fputs("</h3>\n", out);
        }
        put_curves(out, m);
        TW_TRY(put_pictures(out, m));
    }
    if (c->output && *c->output) {
        fputs("<details><summary>What it printed</summary><pre>", out);
        tw_markup_text(out, c->output);
        fputs("</pre></details>\n", out);
    }
    fputs("</section>\n", out);
    return TW_OK;
}

tw_status tw_check_report_write(const char *folder, const tw_check_cases *cases) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/index.html", folder) >= (int)sizeof path)
        return tw_fail(TW_IO, "the path of the folder %s is too long", folder);
    TW_TRY(tw_folder_make(folder));
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    FILE *out = tw_file_stream(file);
    fputs(head, out);
    put_table(out, cases);
    tw_status s = TW_OK;
    for (size_t i = 0; s == TW_OK && i < cases->count; i++)
        if (cases->data[i].status != TW_OK) s = put_case(out, &cases->data[i], i);
    fputs("</body></html>\n", out);
    if (s == TW_OK) return tw_file_commit(file);
    tw_file_discard(file);
    return s;
}
