/*
 * Colours by name and by number: the 148 names of CSS Color 4 (SVG's and rebeccapurple), and
 * #rrggbb or #rgb. Both are sRGB bytes; they become linear light, Rec. 709 primaries [IEC
 * 61966-2-1]:
 *
 *   c = b / 255,  L = c / 12.92                      where c <= 0.04045
 *                 L = ((c + 0.055) / 1.055) ^ 2.4    else
 */
#include "base/text/color.h"

#include "base/math/elementary.h"
#include "base/text/suggest.h"
#include "base/text/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* colours sorted by their names, for a binary search */
static const struct {
    const char *name;
    unsigned rgb; /* 0xrrggbb, sRGB */
} names[] = {
    {"aliceblue", 0xf0f8ff},
    {"antiquewhite", 0xfaebd7},
    {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff},
    {"beige", 0xf5f5dc},
    {"bisque", 0xffe4c4},
    {"black", 0x000000},
    {"blanchedalmond", 0xffebcd},
    {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2},
    {"brown", 0xa52a2a},
    {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0},
    {"chartreuse", 0x7fff00},
    {"chocolate", 0xd2691e},
    {"coral", 0xff7f50},
    {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c},
    {"cyan", 0x00ffff},
    {"darkblue", 0x00008b},
    {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b},
    {"darkgray", 0xa9a9a9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b},
    {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f},
    {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000},
    {"darksalmon", 0xe9967a},
    {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b},
    {"darkslategray", 0x2f4f4f},
    {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3},
    {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff},
    {"firebrick", 0xb22222},
    {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22},
    {"fuchsia", 0xff00ff},
    {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700},
    {"goldenrod", 0xdaa520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xadff2f},
    {"grey", 0x808080},
    {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4},
    {"indianred", 0xcd5c5c},
    {"indigo", 0x4b0082},
    {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa},
    {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00},
    {"lemonchiffon", 0xfffacd},
    {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff},
    {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3},
    {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1},
    {"lightsalmon", 0xffa07a},
    {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de},
    {"lightyellow", 0xffffe0},
    {"lime", 0x00ff00},
    {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6},
    {"magenta", 0xff00ff},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd},
    {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db},
    {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a},
    {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5},
    {"navajowhite", 0xffdead},
    {"navy", 0x000080},
    {"oldlace", 0xfdf5e6},
    {"olive", 0x808000},
    {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500},
    {"orangered", 0xff4500},
    {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa},
    {"palegreen", 0x98fb98},
    {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5},
    {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f},
    {"pink", 0xffc0cb},
    {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f},
    {"royalblue", 0x4169e1},
    {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460},
    {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee},
    {"sienna", 0xa0522d},
    {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f},
    {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},
    {"teal", 0x008080},
    {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347},
    {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},
    {"wheat", 0xf5deb3},
    {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xffff00},
    {"yellowgreen", 0x9acd32},
};

enum { NAMES = sizeof names / sizeof names[0] };

double tw_srgb_light(double c) {
    return c <= 0.04045 ? c / 12.92 : tw_pow((c + 0.055) / 1.055, 2.4);
}

double tw_srgb_signal(double light) {
    if (!(light > 0)) return 0;
    if (light >= 1) return 1;
    return light <= 0.0031308 ? 12.92 * light : 1.055 * tw_pow(light, 1 / 2.4) - 0.055;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* reads the 3 or 6 hexadecimal digits after '#' as 0xrrggbb */
static bool read_digits(const char *digits, unsigned *rgb) {
    size_t n = strlen(digits);
    *rgb = 0;
    for (size_t i = 0; i < n; i++) {
        int d = hex_digit(digits[i]);
        if (d < 0 || n > 6) return false;
        *rgb = *rgb << 4 | (unsigned)d;
        if (n == 3) *rgb = *rgb << 4 | (unsigned)d;
    }
    return n == 3 || n == 6;
}

static void light_of(unsigned rgb, double light[3]) {
    for (int i = 0; i < 3; i++) light[i] = tw_srgb_light((double)(rgb >> (16 - 8 * i) & 255) / 255);
}

tw_status tw_color_parse(const char *text, double light[3]) {
    unsigned rgb;
    if (text[0] == '#') {
        if (!read_digits(text + 1, &rgb))
            return tw_fail(TW_ARGUMENT,
                           "expected a colour of 3 or 6 hexadecimal digits, as in '#ff6347', got "
                           "'%.40s'",
                           text);
        light_of(rgb, light);
        return TW_OK;
    }
    tw_suggestion near = tw_suggestion_for(text);
    for (int i = 0; i < NAMES; i++) {
        if (tw_text_same(names[i].name, text)) {
            light_of(names[i].rgb, light);
            return TW_OK;
        }
        tw_suggestion_offer(&near, names[i].name);
    }
    return tw_fail(TW_ARGUMENT,
                   "expected the name of a colour, '#rrggbb' or {r, g, b}, got '%.40s'%s%s%s", text,
                   near.best ? "; did you mean '" : "", near.best ? near.best : "",
                   near.best ? "'?" : "");
}

const char *tw_color_name(int i, unsigned *rgb) {
    if (i < 0 || i >= NAMES) return NULL;
    *rgb = names[i].rgb;
    return names[i].name;
}
