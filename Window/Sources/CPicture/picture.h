#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/* Decodes a picture to one byte of brightness for each pixel, on white. Errors of libjpeg leave by longjmp and those of
   libpng by its simple interface, and both stay inside these functions. The caller frees the pixels. */

enum picture_end { PICTURE_READ, PICTURE_BROKEN, PICTURE_TOO_LARGE, PICTURE_ANIMATED, PICTURE_NO_MEMORY };

struct picture {
    uint8_t *pixels;
    uint32_t width, height;
};

/* Room for the pixels, once the size is known. */
static inline enum picture_end picture_allocate(struct picture *picture, uint32_t width, uint32_t height, uint64_t most) {
    picture->width = width;
    picture->height = height;
    if (width == 0 || height == 0) return PICTURE_BROKEN;
    if ((uint64_t)width * height > most) return PICTURE_TOO_LARGE;
    picture->pixels = malloc((size_t)width * height);
    return picture->pixels == NULL ? PICTURE_NO_MEMORY : PICTURE_READ;
}

static inline uint32_t picture_number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Whether a PNG says before its pixels that there are several of it (acTL). libpng would read the first. */
static inline int picture_is_animated(const uint8_t *bytes, size_t count) {
    for (size_t at = 8; count >= 12 && at <= count - 12;) {
        size_t length = picture_number(bytes + at);
        if (memcmp(bytes + at + 4, "acTL", 4) == 0) return 1;
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0 || length > count - 12 - at) return 0;
        at += length + 12;
    }
    return 0;
}

static inline enum picture_end picture_read_png(
    const uint8_t *bytes, size_t count, uint64_t most, struct picture *picture) {
    if (picture_is_animated(bytes, count)) return PICTURE_ANIMATED;
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return PICTURE_BROKEN;
    enum picture_end end = picture_allocate(picture, image.width, image.height, most);
    if (end == PICTURE_READ) {
        const png_color white = {255, 255, 255};
        image.format = PNG_FORMAT_GRAY;
        if (!png_image_finish_read(&image, &white, picture->pixels, 0, NULL)) end = PICTURE_BROKEN;
    }
    png_image_free(&image);
    return end;
}

struct picture_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf leave;
};
static inline void picture_jpeg_fails(j_common_ptr reader) {
    longjmp(((struct picture_jpeg_errors *)reader->err)->leave, 1);
}
static inline void picture_jpeg_says(j_common_ptr reader) { (void)reader; }

/* Half of a JPEG can be read with a warning; it counts as broken. */
static inline enum picture_end picture_read_jpeg(
    const uint8_t *bytes, size_t count, uint64_t most, struct picture *picture) {
    struct jpeg_decompress_struct reader;
    struct picture_jpeg_errors errors;
    volatile enum picture_end end = PICTURE_BROKEN;
    reader.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = picture_jpeg_fails;
    errors.manager.output_message = picture_jpeg_says;
    if (setjmp(errors.leave) == 0) {
        jpeg_create_decompress(&reader);
        jpeg_mem_src(&reader, bytes, (unsigned long)count);
        jpeg_read_header(&reader, TRUE);
        end = picture_allocate(picture, reader.image_width, reader.image_height, most);
        if (end == PICTURE_READ) {
            end = PICTURE_BROKEN;
            reader.out_color_space = JCS_GRAYSCALE;
            jpeg_start_decompress(&reader);
            while (reader.output_scanline < reader.output_height) {
                JSAMPROW row = picture->pixels + (size_t)reader.output_scanline * picture->width;
                jpeg_read_scanlines(&reader, &row, 1);
            }
            jpeg_finish_decompress(&reader);
            if (reader.err->num_warnings == 0) end = PICTURE_READ;
        }
    } else {
        end = reader.err->msg_code == JERR_OUT_OF_MEMORY ? PICTURE_NO_MEMORY : PICTURE_BROKEN;
    }
    jpeg_destroy_decompress(&reader);
    return end;
}
