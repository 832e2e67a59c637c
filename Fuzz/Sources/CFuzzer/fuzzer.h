// What libFuzzer has for programs that have a `main` of their own (LLVM, compiler-rt/include/fuzzer/FuzzerInterface.h is for
// the others): it reads the arguments, and calls `run` for every input.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t size));
