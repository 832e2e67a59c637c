#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock's system calls: glibc has no functions for them, and a distribution's kernel headers are often older than
   its kernel, so the definitions are here. Numbers and layouts are the kernel's ABI and do not change; see
   Documentation/userspace-api/landlock.rst of the kernel. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

/* The members of ABI 6; a kernel accepts a shorter structure, and refuses a longer one than it knows. */
struct linux_landlock_ruleset {
    uint64_t handled_files;   /* ABI 1 */
    uint64_t handled_network; /* ABI 4 */
    uint64_t scoped;          /* ABI 6 */
};

struct linux_landlock_path_rule {
    uint64_t allowed;
    int32_t descriptor;
} __attribute__((packed));

static const uint64_t linux_landlock_execute = 1ULL << 0;
static const uint64_t linux_landlock_read_file = 1ULL << 2;
static const uint64_t linux_landlock_read_directory = 1ULL << 3;

/* All file rights of an ABI: 13 in the first, then REFER, TRUNCATE and IOCTL_DEV. */
static inline uint64_t linux_landlock_files(int abi) {
    uint64_t rights = (1ULL << 13) - 1;
    if (abi >= 2) rights |= 1ULL << 13;
    if (abi >= 3) rights |= 1ULL << 14;
    if (abi >= 5) rights |= 1ULL << 15;
    return rights;
}

/* Restricts listening on TCP ports, but not connecting, because ports are not known in advance. */
static inline uint64_t linux_landlock_network(int abi) { return abi >= 4 ? 1ULL << 0 : 0; }

/* Restricts abstract Unix sockets of outside processes, and signals to them. */
static inline uint64_t linux_landlock_scopes(int abi) { return abi >= 6 ? 3ULL : 0; }

/* The version of the ABI; -1 if the kernel has none, or it is switched off. */
static inline int linux_landlock_abi(void) {
    return (int)syscall(SYS_landlock_create_ruleset, (void *)0, (size_t)0, 1U);
}

static inline int linux_landlock_create(int abi) {
    struct linux_landlock_ruleset rules = {
        linux_landlock_files(abi), linux_landlock_network(abi), linux_landlock_scopes(abi)};
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0U);
}

static inline int linux_landlock_allow(int ruleset, int descriptor, uint64_t rights) {
    struct linux_landlock_path_rule rule = {rights, descriptor};
    return (int)syscall(SYS_landlock_add_rule, ruleset, 1 /* path beneath */, &rule, 0U);
}

static inline int linux_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0U);
}
