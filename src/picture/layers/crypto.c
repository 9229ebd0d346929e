/* Cryptomatte ids from names, and the list of all names (manifest); see crypto.h. */
#include "picture/layers/crypto.h"

#include "base/array.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char tw_crypto_layer[] = "CryptoObject", tw_crypto_ground[] = "ground";

static uint32_t rotate(uint32_t x, int by) {
    return x << by | x >> (32 - by);
}

static uint32_t mixed(uint32_t k) {
    return rotate(k * 0xcc9e2d51u, 15) * 0x1b873593u;
}

uint32_t tw_murmur3(const char *text) {
    size_t n = strlen(text), i = 0;
    const unsigned char *p = (const unsigned char *)text;
    uint32_t h = 0, rest = 0;
    for (; i + 4 <= n; i += 4) {
        uint32_t k = (uint32_t)p[i] | (uint32_t)p[i + 1] << 8 | (uint32_t)p[i + 2] << 16 |
                     (uint32_t)p[i + 3] << 24;
        h = rotate(h ^ mixed(k), 13) * 5 + 0xe6546b64u;
    }
    for (size_t k = n; k-- > i;) rest = rest << 8 | p[k];
    if (n > i) h ^= mixed(rest);
    h ^= (uint32_t)n;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

uint32_t tw_crypto_id(const char *name) {
    uint32_t h = tw_murmur3(name), exponent = h >> 23 & 255;
    return exponent == 0 || exponent == 255 ? h ^ 1u << 23 : h;
}

/* copy of the name, which the caller frees, with \xNN in place of bytes that are no UTF-8; NULL: no
 * memory */
static char *readable(const char *name) {
    char *own = malloc(4 * strlen(name) + 1), *to = own;
    for (int n; own && *name; name += n ? n : 1) {
        n = tw_utf8_length(name);
        if (n) {
            memcpy(to, name, (size_t)n);
            to += n;
        } else {
            to += snprintf(to, 5, "\\x%02x", (unsigned)(unsigned char)*name);
        }
    }
    if (own) *to = '\0';
    return own;
}

static bool is_readable(const char *name) {
    for (int n; *name; name += n)
        if ((n = tw_utf8_length(name)) == 0) return false;
    return true;
}

bool tw_crypto_renames(const tw_frame_item *item) {
    return !item->name || !strcmp(item->name, tw_crypto_ground) || !is_readable(item->name);
}

const char *tw_crypto_name(const tw_frame_item *item, char **own) {
    enum { TAG = 16 };
    *own = NULL;
    if (!tw_crypto_renames(item)) return item->name;
    if (item->name && !is_readable(item->name)) return *own = readable(item->name);
    if ((*own = malloc(TAG)) == NULL) return NULL;
    /* the item's own name: no name begins with '/', which separates groups from members, so
     * "/ground" and other made names are unique */
    if (item->name)
        snprintf(*own, TAG, "/%s", tw_crypto_ground);
    else
        snprintf(*own, TAG, "#%08" PRIx32, item->tag);
    return *own;
}

void tw_crypto_key(const char *member, char key[TW_CRYPTO_KEY]) {
    snprintf(key, TW_CRYPTO_KEY, "cryptomatte/%07" PRIx32 "/%s", tw_murmur3(tw_crypto_layer) >> 4,
             member);
}

/* ---- the manifest -------------------------------------------------------------------------- */

typedef TW_ARRAY(char) text;

static tw_status put(text *t, const char *s) {
    for (; *s; s++) TW_TRY(tw_push(t, *s));
    return TW_OK;
}

static tw_status put_string(text *t, const char *s) {
    TW_TRY(tw_push(t, '"'));
    for (char piece[TW_TEXT_JSON]; *s;) {
        tw_text_json(&s, piece);
        TW_TRY(put(t, piece));
    }
    return tw_push(t, '"');
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static tw_status put_entry(text *t, const char *name) {
    char id[16];
    if (t->count > 1) TW_TRY(tw_push(t, ','));
    TW_TRY(put_string(t, name));
    snprintf(id, sizeof id, ":\"%08" PRIx32 "\"", tw_crypto_id(name));
    return put(t, id);
}

static tw_status put_all(text *t, const char **name, size_t n) {
    qsort(name, n, sizeof *name, by_name);
    TW_TRY(tw_push(t, '{'));
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(name[i], name[i - 1])) TW_TRY(put_entry(t, name[i]));
    TW_TRY(tw_push(t, '}'));
    return tw_push(t, '\0');
}

tw_status tw_crypto_manifest(const tw_frame *f, char **json) {
    text t = {0};
    size_t n = f->item_count;
    const char **name = malloc((n + 1) * sizeof *name);
    char **own = calloc(n + 1, sizeof *own);
    tw_status s = name && own ? TW_OK : tw_fail_memory();
    for (size_t i = 0; i < n && s == TW_OK; i++)
        if ((name[i] = tw_crypto_name(&f->item[i], &own[i])) == NULL) s = tw_fail_memory();
    if (s == TW_OK && f->has_ground) name[n] = tw_crypto_ground;
    if (s == TW_OK) s = put_all(&t, name, n + (f->has_ground ? 1 : 0));
    for (size_t i = 0; own && i < n; i++) free(own[i]);
    free(name);
    free(own);
    if (s != TW_OK) {
        tw_array_free(&t);
        return s;
    }
    *json = t.data;
    return TW_OK;
}
