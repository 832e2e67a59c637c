#include "arguments.h"
#include <features.h>

/* Gives the Swift runtime the program's arguments. Before main, the runtime itself would read /proc/self/maps line by
   line and search the stack: a twentieth of the instructions of `router explain`. glibc passes the arguments to
   constructors, so this file gets them at no cost.

   These are the two functions of the runtime's CommandLine.cpp, which is not linked if both are defined elsewhere. They
   are weak: if a runtime needs more of that file, it is linked, and its own functions take precedence; a runtime in a
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
