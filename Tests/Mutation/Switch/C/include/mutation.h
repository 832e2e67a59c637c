#include <stdbool.h>
#include <stdint.h>

/// Whether the change with this number is the one that the environment variable MUTANT chooses. Notes that it was asked.
bool is_mutant(int32_t number);

/// Notes that the change with this number changes nothing, because the two types differ.
void no_mutant(int32_t number);
