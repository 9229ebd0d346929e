/* The camera: pinhole or thin lens; picture y down, field of view vertical; see frame/frame.h. */
#include "base/elementary.h"
#include "picture/scene.h"

void tw_eye_make(const tw_frame *f, int width, int height, tw_eye *eye) {
    const tw_camera *c = &f->camera;
    vec3 forward = v3_normalized(v3_sub(c->target, c->eye));
    vec3 right = v3_cross(forward, c->up);
    /* looking along `up`: any right */
    right = v3_length(right) > 1e-9 ? v3_normalized(right) : v3_orthogonal(forward);
    vec3 up = v3_cross(right, forward);
    double h = tw_tan(c->fov / 2), w = h * width / height;
    v3_store(eye->forward, forward);
    v3_store(eye->right, v3_scale(right, w));
    v3_store(eye->up, v3_scale(up, h));
    for (int i = 0; i < 3; i++) {
        eye->f[i] = (float)eye->forward[i];
        eye->r[i] = (float)eye->right[i];
        eye->u[i] = (float)eye->up[i];
    }
    eye->lens = (float)c->aperture;
    eye->focus = (float)c->focus;
    eye->pixel = (float)(2 * h / height);
    eye->width = width;
    eye->height = height;
}
