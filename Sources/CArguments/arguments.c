#include "arguments.h"
#include <features.h>

/* How a program that contains the Swift runtime learns its arguments. The runtime's own way, before main, is to read
   /proc/self/maps line by line and to search the stack: a twentieth of all that `router explain` executes. glibc hands
   the arguments to constructors, so that this file has them for nothing.

   These are the two functions of the runtime's CommandLine.cpp, which is not linked where something else has both. They
   are weak: where a runtime needs more of that file, it is linked, and its own functions count; and a runtime that is a
   shared library has its own anyway. */
#ifdef __GLIBC__
static int count;
static char **words;

__attribute__((constructor)) static void keep(int given, char **arguments) {
    count = given;
    words = arguments;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *given) {
    *given = count;
    return words;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int given) {
    count = given;
    words = arguments;
}
#endif
