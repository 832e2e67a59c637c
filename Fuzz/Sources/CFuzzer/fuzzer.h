// The entry point of libFuzzer for programs with their own `main`: it reads the arguments, and calls `run` for every
// input. (LLVM's compiler-rt/include/fuzzer/FuzzerInterface.h is for programs without one.)
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t size));
