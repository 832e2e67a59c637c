#pragma once
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Converts binary fractions (IEEE 754) between their bits and decimal text. They occur in contract interfaces, as data
// that is passed on; Swift code sees only their bits and never calculates with them. The C library rounds correctly in
// both directions; its locale determines the decimal point, so the "C" locale is set meanwhile, for this thread only.

static inline locale_t float_text_begin(locale_t *own) {
    *own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return uselocale(*own);
}

static inline void float_text_end(locale_t own, locale_t before) {
    uselocale(before);
    if (own) freelocale(own);
}

// 0 if `text` is too large. `text` is a decimal number; the caller checks its grammar.
static inline int float_text_read64(const char *_Nonnull text, uint64_t *_Nonnull bits) {
    locale_t own, before = float_text_begin(&own);
    double value = strtod(text, NULL);
    float_text_end(own, before);
    memcpy(bits, &value, sizeof value);
    return isfinite(value);
}

static inline int float_text_read32(const char *_Nonnull text, uint32_t *_Nonnull bits) {
    locale_t own, before = float_text_begin(&own);
    float value = strtof(text, NULL);
    float_text_end(own, before);
    memcpy(bits, &value, sizeof value);
    return isfinite(value);
}

// 0 if the bits are an infinity or NaN. 17 and 9 digits suffice to restore the same bits.
static inline int float_text_write64(uint64_t bits, char *_Nonnull text, size_t size) {
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) return 0;
    locale_t own, before = float_text_begin(&own);
    snprintf(text, size, "%.17g", value);
    float_text_end(own, before);
    return 1;
}

static inline int float_text_write32(uint32_t bits, char *_Nonnull text, size_t size) {
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) return 0;
    locale_t own, before = float_text_begin(&own);
    snprintf(text, size, "%.9g", value);
    float_text_end(own, before);
    return 1;
}
