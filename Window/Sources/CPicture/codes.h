#pragma once
#include "picture.h"
#include <zbar.h>

/* Finds QR codes with zbar, and no other kind. Binary: zbar would otherwise guess a character set, and take UTF-8 for
   Shift-JIS. Codes of light on dark are looked for where there are none of dark on light. */

struct codes {
    zbar_image_scanner_t *scanner;
    zbar_image_t *image;
};

/* What a code is. Parts of a divided text are whole if all parts are in the picture. */
enum codes_kind { CODES_WHOLE, CODES_PART, CODES_GOODS };

/* - step: 1 looks at every line of pixels, 2 at every second one, which halves the time. */
static inline int codes_find(struct codes *codes, const struct picture *picture, int step) {
    codes->scanner = zbar_image_scanner_create();
    codes->image = zbar_image_create();
    if (codes->scanner == NULL || codes->image == NULL) return -1;
    zbar_image_scanner_set_config(codes->scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(codes->scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    zbar_image_scanner_set_config(codes->scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    zbar_image_scanner_set_config(codes->scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1);
    zbar_image_scanner_set_config(codes->scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, step);
    zbar_image_scanner_set_config(codes->scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, step);
    zbar_image_set_format(codes->image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(codes->image, picture->width, picture->height);
    zbar_image_set_data(
        codes->image, picture->pixels, (unsigned long)picture->width * picture->height, NULL);
    return zbar_scan_image(codes->scanner, codes->image);
}

static inline void codes_free(struct codes *codes) {
    if (codes->image != NULL) zbar_image_destroy(codes->image);
    if (codes->scanner != NULL) zbar_image_scanner_destroy(codes->scanner);
}

/* The first code for NULL; NULL after the last one. */
static inline const zbar_symbol_t *codes_next(const struct codes *codes, const zbar_symbol_t *code) {
    return code == NULL ? zbar_image_first_symbol(codes->image) : zbar_symbol_next(code);
}
static inline enum codes_kind codes_kind_of(const zbar_symbol_t *code) {
    if (zbar_symbol_get_type(code) == ZBAR_PARTIAL) return CODES_PART;
    return zbar_symbol_get_modifiers(code) != 0 ? CODES_GOODS : CODES_WHOLE;
}
static inline const char *codes_bytes(const zbar_symbol_t *code, size_t *count) {
    *count = zbar_symbol_get_data_length(code);
    return zbar_symbol_get_data(code);
}
/* Its highest and leftmost points, in pixels. */
static inline void codes_place(const zbar_symbol_t *code, int *top, int *left) {
    *top = *left = INT32_MAX;
    for (unsigned i = 0; i < zbar_symbol_get_loc_size(code); i++) {
        int x = zbar_symbol_get_loc_x(code, i), y = zbar_symbol_get_loc_y(code, i);
        if (y < *top) *top = y;
        if (x < *left) *left = x;
    }
}

/* The picture twice as large: zbar seldom finds codes that have one pixel for each module. Not larger than `most`. */
static inline int picture_double(const struct picture *picture, struct picture *doubled, uint64_t most) {
    memset(doubled, 0, sizeof *doubled);
    if (picture->width > UINT32_MAX / 2 || picture->height > UINT32_MAX / 2) return 0;
    if (picture_allocate(doubled, picture->width * 2, picture->height * 2, most) != PICTURE_READ) return 0;
    for (uint32_t y = 0; y < doubled->height; y++)
        for (uint32_t x = 0; x < doubled->width; x++)
            doubled->pixels[(size_t)y * doubled->width + x] = picture->pixels[(size_t)(y / 2) * picture->width + x / 2];
    return 1;
}
