#pragma once
#include <gcrypt.h>

// gcry_control takes a variable number of arguments, which Swift cannot pass.
// Secure memory stays off: secrets meet this library only where nothing else has what is wanted, and it wipes what it used.
static inline int gcrypt_start(void) {
    if (!gcry_check_version(GCRYPT_VERSION)) return -1;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 0;
}
