#pragma once
#include <gcrypt.h>

// gcry_control is variadic, and Swift cannot call it.
// Secure memory stays off: this library handles secrets only if no other can, and it wipes the memory it used.
static inline int gcrypt_start(void) {
    if (!gcry_check_version(GCRYPT_VERSION)) return -1;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 0;
}
