/*
 * Measure of how different two pictures look: structural dissimilarity, DSSIM = (1 - MSSIM) / 2.
 *
 *     SSIM = (2 m_x m_y + C1) (2 s_xy + C2) / ((m_x^2 + m_y^2 + C1) (s_x^2 + s_y^2 + C2))
 *
 * with means m, variances s^2 and covariance s_xy under a Gaussian window of 11 x 11 pixels and
 * sigma = 1.5, C1 = (0.01 L)^2, C2 = (0.03 L)^2, L = 255; MSSIM is its mean over the pixels.
 * [Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: Image quality assessment: from error
 * visibility to structural similarity, IEEE Trans. Image Processing 13(4), 2004, eq. 13 to 17.] At
 * the border the window is cut and its weights are made to sum to 1. DSSIM is computed for each
 * channel of the sRGB values; the largest of the three is the result.
 */
#ifndef TW_IO_PICTURE_LIKENESS_H
#define TW_IO_PICTURE_LIKENESS_H

#include "base/status.h"

#include <stdint.h>

/* a, b: pictures [height][width][4] in sRGB, alpha ignored. *dssim: 0 (the same) .. 1. map: NULL,
 * or set to a picture [height][width][4] of the differences: black for none, then red, yellow,
 * white */
tw_status tw_likeness(int width, int height, const uint8_t *a, const uint8_t *b, double *dssim,
                      uint8_t *map);

#endif
