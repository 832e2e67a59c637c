#pragma once
#include <secp256k1.h>
#include <secp256k1_recovery.h>

// The library declares its static context as a variable, which Swift takes for shared mutable state. It is constant.
static inline const secp256k1_context *_Nonnull secp256k1_constant_context(void) {
    return secp256k1_context_static;
}
