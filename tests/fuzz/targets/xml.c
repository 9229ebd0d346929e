/* XML files as trees of elements. */
#include "file.h"

#include "io/text/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 16) return 0;
    char *text = fuzz_text(data, size);
    tw_xml xml = {0};
    if (tw_xml_parse("a.xml", text, size, &xml) == TW_OK)
        for (size_t i = 0; i < xml.element.count; i++) {
            const tw_xml_element *e = &xml.element.data[i];
            if (e->parent >= (int)i || e->line < 1 || (i > 0 && e->parent < 0)) abort();
        }
    tw_xml_free(&xml);
    free(text);
    return 0;
}
