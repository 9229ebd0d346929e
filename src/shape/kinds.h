/* The headers, and the number pi, that every file in shape/kinds needs. */
#ifndef TW_SHAPE_KINDS_H
#define TW_SHAPE_KINDS_H

#include "shape/core.h"
#include "shape/ray.h"
#include "shape/span.h"
#include "shape/triangles.h"

#define TW_SHAPE_PI 3.14159265358979323846

#endif
