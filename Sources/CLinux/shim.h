#pragma once
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/xattr.h>

/* prctl is variadic, and Swift cannot call it. */
static inline int linux_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }
static inline int linux_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
static inline int linux_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int linux_no_new_privileges(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); }
/* Makes this process the parent of its children's orphans, so that it can wait for them. */
static inline int linux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Swift refuses `environ` as shared mutable state; a function returns its current value. */
extern char **environ;
static inline char **linux_environment(void) { return environ; }

/* GNU extensions. The Glibc module is built without _GNU_SOURCE, so they are declared here as glibc 2.34 has them. */
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

extern void closefrom(int lowest);
extern int clearenv(void);

static inline void linux_close_from(int lowest) { closefrom(lowest); }
static inline int linux_clear_environment(void) { return clearenv(); }
static inline int linux_pipe(int ends[2], int flags) { return pipe2(ends, flags); }
static inline int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
    return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}
static inline int linux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
static const int linux_spawn_new_session = 0x80; /* POSIX_SPAWN_SETSID */
/* A descriptor that becomes readable after a write to it. */
static inline int linux_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
/* Whether executing a file grants capabilities (capabilities(7)). */
static inline int linux_has_capabilities(const char *path) {
    return getxattr(path, "security.capability", NULL, 0) >= 0;
}
static const int linux_open_path = 010000000; /* O_PATH */
