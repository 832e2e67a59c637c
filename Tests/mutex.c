// Tells the thread sanitizer how the locks of Swift's Mutex order threads.
//
// A Mutex that nobody else holds is locked and released by atomic instructions in the calling code, which the sanitizer
// sees. One that has to be waited for goes through these two functions of libswiftSynchronization, which is built without
// the sanitizer: what it saw of such a lock was a race. `make sanitize` links this file into every program that it builds.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF mutex) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF mutex) {
    SWIFT void (*next)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF mutex) {
    SWIFT void (*next)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW);
    __tsan_release(mutex);
    next(mutex);
}
