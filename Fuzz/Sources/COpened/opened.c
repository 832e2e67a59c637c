// The program's own `open` takes precedence over libc's, both for Swift code and for libraries.
#define _GNU_SOURCE
#include "opened.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_ulong count;

unsigned long openedFiles(void) { return atomic_load(&count); }

static int opening(int folder, const char *path, int flags, va_list rest) {
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, unsigned) : 0;
    atomic_fetch_add(&count, 1);
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPENING(folder)                                 \
    va_list rest;                                       \
    va_start(rest, flags);                              \
    int descriptor = opening(folder, path, flags, rest); \
    va_end(rest);                                       \
    return descriptor;

int open(const char *path, int flags, ...) { OPENING(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPENING(AT_FDCWD) }
int openat(int folder, const char *path, int flags, ...) { OPENING(folder) }
int openat64(int folder, const char *path, int flags, ...) { OPENING(folder) }
