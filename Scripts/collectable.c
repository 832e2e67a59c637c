/* Copies a static library, or an object file, so that the linker leaves out the functions that nothing calls:
   collectable LIBRARY COPY

   The Swift compiler marks all public functions of a library to be kept (SHF_GNU_RETAIN), because another program may
   look them up at run time. In a program that exports nothing, nobody can. The marks of data stay: the runtime finds the
   descriptions of types and conformances through them. */
#include <ar.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static void fail(const char *path, const char *reason) {
    fprintf(stderr, "error: %s: %s\n", path, reason);
    exit(1);
}

/* Members of archives begin at even addresses only, so headers are copied. False if the file is damaged. */
static int unmark(unsigned char *object, size_t size) {
    Elf64_Ehdr header;
    if (size < sizeof header || memcmp(object, ELFMAG, SELFMAG) != 0) return 1;
    memcpy(&header, object, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr)) return 0;
    Elf64_Shdr section;
    if (header.e_shoff > size || size - header.e_shoff < sizeof section) return 0;
    memcpy(&section, object + header.e_shoff, sizeof section);
    /* The first section has the number of sections if it does not fit into the header. */
    size_t count = header.e_shnum != 0 ? header.e_shnum : section.sh_size;
    if (count > (size - header.e_shoff) / sizeof section) return 0;
    for (size_t number = 0; number < count; number++) {
        unsigned char *place = object + header.e_shoff + number * sizeof section;
        memcpy(&section, place, sizeof section);
        if (section.sh_flags & SHF_EXECINSTR) section.sh_flags &= ~(Elf64_Xword)SHF_GNU_RETAIN;
        memcpy(place, &section, sizeof section);
    }
    return 1;
}

int main(int count, char **arguments) {
    if (count != 3) fail("collectable", "usage: collectable LIBRARY COPY");
    FILE *file = fopen(arguments[1], "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) fail(arguments[1], "cannot be read");
    long end = ftell(file);
    if (end < 0 || fseek(file, 0, SEEK_SET) != 0) fail(arguments[1], "cannot be read");
    size_t size = (size_t)end;
    unsigned char *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) fail(arguments[1], "cannot be read");
    fclose(file);

    if (size < SARMAG || memcmp(bytes, ARMAG, SARMAG) != 0) {
        if (!unmark(bytes, size)) fail(arguments[1], "is not an object file for 64 bits");
    } else {
        for (size_t at = SARMAG; at < size;) {
            struct ar_hdr member;
            if (size - at < sizeof member) fail(arguments[1], "ends within a member");
            memcpy(&member, bytes + at, sizeof member);
            at += sizeof member;
            /* The size is followed by the spaces and the newline of ar_fmag, where strtoul stops. */
            size_t length = strtoul(member.ar_size, NULL, 10);
            if (length > size - at) fail(arguments[1], "ends within a member");
            if (!unmark(bytes + at, length)) fail(arguments[1], "has a member that is not for 64 bits");
            at += length + length % 2;
        }
    }

    file = fopen(arguments[2], "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) fail(arguments[2], "cannot be written");
    return 0;
}
