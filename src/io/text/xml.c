/* XML by expat; see xml.h. */
#include "io/text/xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    tw_xml *xml;
    XML_Parser parser;
    const char *name;
    int open[TW_XML_DEPTH]; /* indices of the open elements, from the root inward */
    int depth;
    TW_ARRAY(char) text[TW_XML_DEPTH]; /* [depth] texts of the open elements so far */
    tw_status status;
} reading;

static void stop(reading *r, tw_status s) {
    if (r->status == TW_OK) r->status = s;
    XML_StopParser(r->parser, XML_FALSE);
}

static int line_of(const reading *r) {
    return (int)XML_GetCurrentLineNumber(r->parser);
}

static char *keep(reading *r, const char *text, size_t length) {
    char *copy = tw_arena_alloc(&r->xml->arena, length + 1);
    if (!copy) {
        stop(r, tw_fail_memory());
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static void begin(void *context, const XML_Char *name, const XML_Char **attribute) {
    reading *r = context;
    if (r->status != TW_OK) return;
    if (r->depth == TW_XML_DEPTH) {
        stop(r, tw_fail(TW_ARGUMENT, "%s:%d: elements are nested more than %d deep", r->name,
                        line_of(r), TW_XML_DEPTH));
        return;
    }
    if (r->xml->element.count == TW_XML_ELEMENTS) {
        stop(r, tw_fail(TW_ARGUMENT, "%s:%d: more than %d elements", r->name, line_of(r),
                        TW_XML_ELEMENTS));
        return;
    }
    size_t n = 0;
    while (attribute[n]) n++;
    const char **list = tw_arena_new(&r->xml->arena, const char *, n + 1);
    if (!list) {
        stop(r, tw_fail_memory());
        return;
    }
    tw_xml_element e = {.name = keep(r, name, strlen(name)),
                        .attribute = list,
                        .line = line_of(r),
                        .parent = r->depth ? r->open[r->depth - 1] : -1};
    for (size_t i = 0; i < n; i++) list[i] = keep(r, attribute[i], strlen(attribute[i]));
    list[n] = NULL;
    if (r->status != TW_OK) return;
    r->open[r->depth] = (int)r->xml->element.count;
    r->text[r->depth].count = 0;
    r->depth++;
    if (tw_push(&r->xml->element, e) != TW_OK) stop(r, TW_MEMORY);
}

static void end(void *context, const XML_Char *name) {
    reading *r = context;
    (void)name;
    if (r->status != TW_OK) return;
    r->depth--;
    const char *text = r->text[r->depth].data;
    size_t from = 0, to = r->text[r->depth].count;
    while (from < to && strchr(" \t\r\n", text[from])) from++;
    while (to > from && strchr(" \t\r\n", text[to - 1])) to--;
    if (to > from) r->xml->element.data[r->open[r->depth]].text = keep(r, text + from, to - from);
}

static void characters(void *context, const XML_Char *text, int length) {
    reading *r = context;
    if (r->status != TW_OK || r->depth == 0) return;
    size_t had = r->text[r->depth - 1].count, more = (size_t)length;
    if (tw_reserve(&r->text[r->depth - 1], had + more) != TW_OK) {
        stop(r, TW_MEMORY);
        return;
    }
    memcpy(r->text[r->depth - 1].data + had, text, more);
    r->text[r->depth - 1].count = had + more;
}

static void entity(void *context, const XML_Char *name, int is_parameter, const XML_Char *value,
                   int length, const XML_Char *base, const XML_Char *system,
                   const XML_Char *public_, const XML_Char *notation) {
    reading *r = context;
    (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_;
    (void)notation;
    stop(r, tw_fail(TW_ARGUMENT,
                    "%s:%d: the entity '%.40s' is declared: files with entities are "
                    "not read",
                    r->name, line_of(r), name));
}

static enum XML_Error parse(reading *r, const char *encoding, const char *data, size_t size) {
    r->parser = XML_ParserCreate(encoding);
    if (!r->parser) return XML_ERROR_NO_MEMORY;
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin, end);
    XML_SetCharacterDataHandler(r->parser, characters);
    XML_SetEntityDeclHandler(r->parser, entity);
    return XML_Parse(r->parser, data, (int)size, 1) == XML_STATUS_OK ? XML_ERROR_NONE
                                                                     : XML_GetErrorCode(r->parser);
}

enum { ENCODING = 40 }; /* largest size of the name of an encoding, bytes, with its NUL */

/* name [ENCODING]: the encoding that an XML declaration [from, to) names: the quoted word after
 * `encoding=`. UTF-8 if it names none, or names UTF-8 in another way, such as utf8 */
static void read_encoding(const char *from, const char *to, char name[ENCODING]) {
    static const char word[] = "encoding", usual[] = "UTF-8";
    char plain[ENCODING] = "";
    size_t n = 0, letters = 0;
    memcpy(name, usual, sizeof usual);
    const char *at = strstr(from, word);
    if (!at || at >= to) return;
    at += strlen(word);
    at += strspn(at, " \t\r\n=");
    char quote = *at == '"' || *at == '\'' ? *at++ : ' ';
    for (; at < to && *at != quote && n + 1 < ENCODING; at++) {
        name[n++] = *at;
        char c = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain[letters++] = c;
    }
    name[n] = '\0';
    if (n == 0 || !strcmp(plain, "utf8")) memcpy(name, usual, sizeof usual);
}

/* copy of the text in which spaces replace its XML declaration, and the encoding that the
 * declaration names. Needed since other programs accept files whose declaration has an error or
 * follows a comment. NULL: no memory, or there is no declaration */
static char *without_declaration(const char *data, size_t size, char encoding[ENCODING]) {
    static const char opening[] = "<?xml", closing[] = "?>";
    char *copy = malloc(size + 1);
    if (!copy) return NULL;
    memcpy(copy, data, size);
    copy[size] = '\0';
    char *from = strstr(copy, opening), *to = from ? strstr(from, closing) : NULL;
    if (!to) {
        free(copy);
        return NULL;
    }
    read_encoding(from, to, encoding);
    for (to += sizeof closing - 1; from < to; from++)
        if (*from != '\n') *from = ' ';
    return copy;
}

tw_status tw_xml_parse(const char *name, const char *data, size_t size, tw_xml *xml) {
    *xml = (tw_xml){0};
    if (size > TW_XML_BYTES)
        return tw_fail(TW_ARGUMENT, "%s:1: larger than %d bytes", name, TW_XML_BYTES);
    reading r = {.xml = xml, .name = name};
    char encoding[ENCODING] = "";
    enum XML_Error e = parse(&r, NULL, data, size);
    /* an error in the XML declaration: the text is parsed once more without the declaration */
    if (e == XML_ERROR_XML_DECL || e == XML_ERROR_MISPLACED_XML_PI ||
        e == XML_ERROR_UNKNOWN_ENCODING) {
        char *copy = xml->element.count == 0 ? without_declaration(data, size, encoding) : NULL;
        if (copy) {
            XML_ParserFree(r.parser);
            e = parse(&r, encoding, copy, size);
            free(copy);
        }
    }
    tw_status s = r.status;
    if (s == TW_OK && e == XML_ERROR_NO_MEMORY) s = tw_fail_memory();
    if (s == TW_OK && e == XML_ERROR_UNKNOWN_ENCODING)
        s = tw_fail(TW_ARGUMENT,
                    "%s:%d: its encoding '%s' is not read: expected UTF-8, UTF-16, ISO-8859-1 or "
                    "US-ASCII",
                    name, line_of(&r), encoding);
    if (s == TW_OK && e != XML_ERROR_NONE)
        s = tw_fail(TW_ARGUMENT, "%s:%d: this is no XML: %s", name, line_of(&r),
                    XML_ErrorString(e));
    for (int i = 0; i < TW_XML_DEPTH; i++) tw_array_free(&r.text[i]);
    if (r.parser) XML_ParserFree(r.parser);
    return s;
}

void tw_xml_free(tw_xml *xml) {
    tw_array_free(&xml->element);
    tw_arena_free(&xml->arena);
}
