/* Camera rays: pinhole, thin lens or parallel rays. Picture coordinates: y points down; the field
 * of view is the vertical one (frame/frame.h). */
#include "base/math/elementary.h"
#include "picture/rays/scene.h"

/* Axes of the camera. *forward: unit vector; *right, *up: half the picture's width and height, m
 * (in perspective at depth 1); returns the length of *up */
static double axes_of(const tw_camera *c, int width, int height, vec3 *forward, vec3 *right,
                      vec3 *up) {
    vec3 f = v3_normalized(v3_sub(c->target, c->eye)), r = v3_cross(f, c->up);
    /* if the camera looks along its `up`, any direction at right angles serves as right */
    r = v3_length(r) > 1e-9 ? v3_normalized(r) : v3_orthogonal(f);
    double h = c->projection == TW_ORTHOGRAPHIC ? 0.5 * c->height : tw_tan(c->fov / 2),
           w = h * width / height;
    *forward = f;
    *right = v3_scale(r, w);
    *up = v3_scale(v3_cross(r, f), h);
    return h;
}

void tw_eye_make(const tw_frame *f, int width, int height, tw_eye *eye) {
    const tw_camera *c = &f->camera;
    vec3 forward, right, up;
    double h = axes_of(c, width, height, &forward, &right, &up);
    v3_store(eye->forward, forward);
    v3_store(eye->right, right);
    v3_store(eye->up, up);
    for (int i = 0; i < 3; i++) {
        eye->f[i] = (float)eye->forward[i];
        eye->r[i] = (float)eye->right[i];
        eye->u[i] = (float)eye->up[i];
    }
    eye->lens = (float)c->aperture;
    eye->focus = (float)c->focus;
    eye->parallel = c->projection == TW_ORTHOGRAPHIC;
    eye->pixel = (float)((eye->parallel ? -2 : 2) * h / height);
    eye->width = width;
    eye->height = height;
}

void tw_eye_sweep(const tw_frame *f, tw_eye *eye) {
    double far = 0;
    for (int k = 0; k < f->sweep_count; k++) {
        const tw_camera *c = &f->sweep[k];
        vec3 v[4];
        axes_of(c, eye->width, eye->height, &v[1], &v[2], &v[3]);
        v[0] = v3_sub(c->eye, f->camera.eye);
        far = fmax(far, v3_length(v[0]));
        for (int i = 0; i < 4; i++) {
            eye->pose[k].v[3 * i] = (float)v[i].x;
            eye->pose[k].v[3 * i + 1] = (float)v[i].y;
            eye->pose[k].v[3 * i + 2] = (float)v[i].z;
        }
    }
    eye->pose_count = f->sweep_count;
    eye->reach = (float)(far * 1.00001);
}

void tw_eye_at(const tw_eye *e, fv time, fv3 *o, fv3 *f, fv3 *r, fv3 *u) {
    fv a[12], b[12], last = fv_all((float)(e->pose_count - 1));
    fv at = time * last, k = fv_min(fv_floor(at), last - fv_all(1)), part = at - k;
    for (int i = 0; i < 12; i++) {
        a[i] = fv_all(e->pose[0].v[i]);
        b[i] = fv_all(e->pose[1].v[i]);
    }
    /* as there are few poses, selecting among all of them is faster than handling each lane */
    for (int s = 1; s + 1 < e->pose_count; s++) {
        iv later = k >= fv_all((float)s);
        for (int i = 0; i < 12; i++) {
            a[i] = fv_select(later, fv_all(e->pose[s].v[i]), a[i]);
            b[i] = fv_select(later, fv_all(e->pose[s + 1].v[i]), b[i]);
        }
    }
    for (int i = 0; i < 12; i++) a[i] += part * (b[i] - a[i]);
    *o = f3(a[0], a[1], a[2]);
    *f = f3(a[3], a[4], a[5]);
    *r = f3(a[6], a[7], a[8]);
    *u = f3(a[9], a[10], a[11]);
}
