#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>
#include "exec_once.h"
#include "landlock.h"

/* Starts a program that is confined before its first instruction. It is in C because a process with threads may only
   make system calls between fork and exec. */

struct linux_confinement {
    int stream;           /* becomes standard input and output */
    int null;             /* becomes standard error */
    int channel;          /* the child's end of a socket pair, which allows the start or reports its failure */
    int own_channel;      /* our end */
    int ruleset;          /* for Landlock; -1 for none */
    uint64_t memory;      /* bytes of address space */
    uint64_t data;        /* bytes of writable memory */
    uint64_t descriptors; /* open at a time */
    uint64_t threads;     /* in addition to those of the whole system */
    uint64_t seconds;     /* of processor time in total */
};

/* From <linux/sched.h>, which clashes with <sched.h>: the new task is a thread. */
#define LINUX_CLONE_THREAD 0x10000
#define LINUX_REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
#define LINUX_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LINUX_DENY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), LINUX_REFUSE(EPERM)
#define LINUX_LACK(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), LINUX_REFUSE(ENOSYS)
#define LINUX_ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
#define LINUX_UPPER_HALF(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]) + 4)
/* Calls about a process: 0 as the first argument, which is allowed, means this one. */
#define LINUX_OWN(call)                                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LINUX_ARGUMENT(0),                                          \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), LINUX_REFUSE(EPERM), LINUX_ALLOW
/* Calls about a clock by its number: the system-wide clocks have the lower numbers. */
#define LINUX_CLOCK(call)                                                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LINUX_ARGUMENT(0),                                          \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 16, 0, 1), LINUX_REFUSE(EINVAL), LINUX_ALLOW
/* Calls that write to files or create them. */
#define LINUX_WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
#define LINUX_OPEN(call, flags)                                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LINUX_ARGUMENT(flags),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, LINUX_WRITING, 0, 1), LINUX_REFUSE(EACCES), LINUX_ALLOW

/* Denies this thread, and the program it becomes: sockets, new processes, signals to others and access to their memory,
   writing, changing or sharing files, memory that outlives it, kernel keys, its own limits, and system calls newer than
   those known here. Threads stay possible. So does starting a program, which exec_once.h allows once, for the program
   itself. If the program could start another one, it could do so in a thread, and the kernel would not kill that one
   with us, because PR_SET_PDEATHSIG belongs to a thread. Returns 0, or -1. */
static inline int linux_forbid_all_but_computing(pid_t own) {
#if defined(__x86_64__)
    const uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
    errno = ENOSYS;
    return -1;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        LINUX_REFUSE(EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        /* The most frequent calls. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 1),
        LINUX_ALLOW,
        /* mseal, the last call known here. Higher numbers include those of x32. */
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 462, 0, 1),
        LINUX_REFUSE(ENOSYS),
        /* Processes; threads are allowed. A filter cannot see the flags of clone3; glibc falls back to clone. */
        LINUX_LACK(clone3),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        LINUX_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, LINUX_CLONE_THREAD, 1, 0),
        LINUX_REFUSE(EPERM),
        LINUX_ALLOW,
#ifdef SYS_fork
        LINUX_DENY(fork),
        LINUX_DENY(vfork),
#endif
        /* Changes of credentials: they cancel PR_SET_PDEATHSIG, by which the kernel kills the program with us. */
        LINUX_DENY(setuid), LINUX_DENY(setgid),
        LINUX_DENY(setreuid), LINUX_DENY(setregid),
        LINUX_DENY(setresuid), LINUX_DENY(setresgid),
        LINUX_DENY(setfsuid), LINUX_DENY(setfsgid),
        LINUX_DENY(setgroups),
        LINUX_DENY(capset),
        LINUX_DENY(setsid),
        LINUX_DENY(setpgid),
        /* The network, and other programs on this computer. */
        LINUX_DENY(socket),
        LINUX_DENY(socketpair),
        LINUX_DENY(connect),
        LINUX_DENY(bind),
        LINUX_DENY(listen),
        LINUX_DENY(accept),
        LINUX_DENY(accept4),
        LINUX_DENY(sendmsg),
        LINUX_DENY(sendmmsg),
        /* The peer of its input. Some runtimes ask for the type of the socket, which is allowed. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getsockopt, 0, 7),
        LINUX_ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 17 /* SO_PEERCRED */, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 31 /* SO_PEERSEC */, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 59 /* SO_PEERGROUPS */, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 77 /* SO_PEERPIDFD */, 1, 0),
        LINUX_ALLOW,
        LINUX_REFUSE(EPERM),
        LINUX_LACK(io_uring_setup),
        LINUX_LACK(io_uring_enter),
        LINUX_LACK(io_uring_register),
        /* System V IPC and the like: the ids of other programs' objects are easy to guess. */
        LINUX_DENY(shmget),
        LINUX_DENY(shmat),
        LINUX_DENY(shmctl),
        LINUX_DENY(semget),
        LINUX_DENY(semop),
        LINUX_DENY(semtimedop),
        LINUX_DENY(semctl),
        LINUX_DENY(msgget),
        LINUX_DENY(msgsnd),
        LINUX_DENY(msgrcv),
        LINUX_DENY(msgctl),
        LINUX_DENY(mq_open),
        LINUX_DENY(mq_unlink),
        LINUX_DENY(add_key),
        LINUX_DENY(request_key),
        LINUX_DENY(keyctl),
        /* Signals to others; a program may still abort itself. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4),
        LINUX_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)own, 1, 0),
        LINUX_REFUSE(EPERM),
        LINUX_ALLOW,
        LINUX_DENY(kill),
        LINUX_DENY(tkill),
        LINUX_DENY(rt_sigqueueinfo),
        LINUX_DENY(rt_tgsigqueueinfo),
        LINUX_DENY(pidfd_open),
        LINUX_DENY(pidfd_getfd),
        LINUX_DENY(pidfd_send_signal),
        LINUX_DENY(ptrace),
        LINUX_DENY(process_vm_readv),
        LINUX_DENY(process_vm_writev),
        LINUX_DENY(process_madvise),
        LINUX_DENY(process_mrelease),
        LINUX_DENY(kcmp),
        LINUX_DENY(migrate_pages),
        LINUX_DENY(move_pages),
        LINUX_DENY(setpriority),
        LINUX_DENY(ioprio_set),
        LINUX_DENY(ioprio_get),
        /* Information about other processes. */
        LINUX_DENY(getppid),
        LINUX_DENY(getpriority),
        LINUX_OWN(getsid),
        LINUX_OWN(getpgid),
        LINUX_OWN(get_robust_list),
        LINUX_OWN(sched_getscheduler),
        LINUX_OWN(sched_getparam),
        LINUX_OWN(sched_getattr),
        LINUX_OWN(sched_getaffinity),
        LINUX_OWN(sched_rr_get_interval),
        /* Higher numbers are clocks of processes. */
        LINUX_CLOCK(clock_gettime),
        LINUX_CLOCK(clock_getres),
        LINUX_CLOCK(clock_nanosleep),
        LINUX_CLOCK(timer_create),
        LINUX_DENY(sched_setscheduler),
        LINUX_DENY(sched_setparam),
        LINUX_DENY(sched_setattr),
        LINUX_DENY(sched_setaffinity),
        /* F_DUPFD_CLOEXEC, F_DUPFD, F_GETFD, F_SETFD, F_GETFL, and F_SETFL without O_ASYNC. Others set locks and hints
           that everybody can see, enlarge pipes, or send signals to any process when the peer writes. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 8),
        LINUX_ARGUMENT(1),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1030, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 4, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 4, 0, 2),
        LINUX_ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 020000 /* O_ASYNC */, 1, 0),
        LINUX_ALLOW,
        LINUX_REFUSE(EPERM),
        /* TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX. Other requests change files that are open for
           reading, such as their flags and generation, send signals, or reveal this computer's addresses. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 9),
        LINUX_ARGUMENT(1),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5401, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5413, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x541B, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5421, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5450, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5451, 1, 0),
        LINUX_REFUSE(EPERM),
        LINUX_ALLOW,
        /* It must not outlive its starter, nor add a filter that decides about exec. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 6),
        LINUX_ARGUMENT(0),
        /* Its name is visible to all processes. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 1, 0),
        LINUX_ALLOW,
        LINUX_REFUSE(EPERM),
        LINUX_DENY(seccomp),
        LINUX_DENY(perf_event_open),
        LINUX_DENY(bpf),
        LINUX_DENY(userfaultfd),
        /* Memory in a pipe or the kernel does not count towards the program's limit. */
        LINUX_DENY(vmsplice),
        LINUX_DENY(splice),
        /* Neither do growing stacks, nor shared pages after part of their mapping is unmapped. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6),
        LINUX_ARGUMENT(3),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x100 /* MAP_GROWSDOWN */, 3, 0),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x21 /* MAP_SHARED, MAP_ANONYMOUS */),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x21, 1, 0),
        LINUX_ALLOW,
        LINUX_REFUSE(EPERM),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 453 /* map_shadow_stack */, 0, 1),
        LINUX_REFUSE(ENOSYS),
        LINUX_DENY(tee),
        LINUX_DENY(io_setup),
        /* Landlock rules, and memfd_secret. */
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 444 /* landlock_create_ruleset */, 0, 2),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 447, 1, 0),
        LINUX_REFUSE(ENOSYS),
        /* It may read its own limits, but neither set them nor read those of others. */
        LINUX_DENY(setrlimit),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 8),
        LINUX_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5),
        LINUX_ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
        LINUX_UPPER_HALF(2),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        LINUX_ALLOW,
        LINUX_REFUSE(EPERM),
        /* Files: without Landlock in the kernel, only this prevents changes to them. */
        LINUX_LACK(openat2),
        LINUX_DENY(open_by_handle_at),
        LINUX_DENY(name_to_handle_at),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 428 /* open_tree */, 0, 1),
        LINUX_REFUSE(ENOSYS),
        LINUX_DENY(sync),
        LINUX_DENY(syncfs),
        LINUX_OPEN(openat, 2),
#ifdef SYS_open
        LINUX_OPEN(open, 1),
        LINUX_DENY(creat),
        LINUX_DENY(mkdir),
        LINUX_DENY(rmdir),
        LINUX_DENY(unlink),
        LINUX_DENY(rename),
        LINUX_DENY(link),
        LINUX_DENY(symlink),
        LINUX_DENY(mknod),
        LINUX_DENY(chmod),
        LINUX_DENY(chown),
        LINUX_DENY(lchown),
        LINUX_DENY(utime),
        LINUX_DENY(utimes),
        LINUX_DENY(futimesat),
#endif
        LINUX_DENY(mkdirat),
        LINUX_DENY(unlinkat),
#ifdef SYS_renameat
        LINUX_DENY(renameat),
#endif
        LINUX_DENY(renameat2),
        LINUX_DENY(linkat),
        LINUX_DENY(symlinkat),
        LINUX_DENY(mknodat),
        LINUX_DENY(truncate),
        LINUX_DENY(fchmod),
        LINUX_DENY(fchmodat),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 452 /* fchmodat2 */, 0, 1),
        LINUX_REFUSE(ENOSYS),
        LINUX_DENY(fchown),
        LINUX_DENY(fchownat),
        LINUX_DENY(utimensat),
        LINUX_DENY(setxattr), LINUX_DENY(lsetxattr),
        LINUX_DENY(fsetxattr),
        LINUX_DENY(removexattr), LINUX_DENY(lremovexattr),
        LINUX_DENY(fremovexattr),
        /* Landlock does not restrict reading extended attributes. */
        LINUX_DENY(getxattr), LINUX_DENY(lgetxattr),
        LINUX_DENY(fgetxattr),
        LINUX_DENY(listxattr), LINUX_DENY(llistxattr),
        LINUX_DENY(flistxattr),
        LINUX_DENY(flock),
        LINUX_DENY(inotify_add_watch),
        LINUX_DENY(fanotify_init),
        /* Landlock does not hide mounts, and nothing hides the kernel's log. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 457 /* statmount */, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 458 /* listmount */, 0, 1),
        LINUX_REFUSE(ENOSYS),
        LINUX_DENY(syslog),
        LINUX_DENY(mount),
        LINUX_DENY(umount2),
        LINUX_DENY(chroot),
        LINUX_DENY(pivot_root),
        LINUX_DENY(unshare),
        LINUX_DENY(setns),
        LINUX_ALLOW,
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#endif
}

static inline int linux_limit(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0) return -1;
    if (value > limit.rlim_max) value = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = value;
    return setrlimit((__rlimit_resource_t)resource, &limit);
}

/* Confines the child, before it starts the program. */
static inline int linux_confine(const struct linux_confinement *given, uint64_t threads) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    if (setsid() < 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    if (chdir("/") != 0) return -1;
    umask(077);
    if (given->ruleset >= 0 && linux_landlock_restrict(given->ruleset) != 0) return -1;
    if (dup2(given->stream, 0) < 0 || dup2(given->stream, 1) < 0 || dup2(given->null, 2) < 0) return -1;
    /* Other code in this process may have opened descriptors without CLOEXEC. */
    if (syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */) != 0) return -1;
    /* Before the limits: it needs one more descriptor than is open here. */
    if (linux_ask_before_exec(given->channel) != 0) return -1;
    if (linux_limit(RLIMIT_CORE, 0) != 0 || linux_limit(RLIMIT_FSIZE, 0) != 0) return -1;
    if (linux_limit(RLIMIT_AS, given->memory) != 0 || linux_limit(RLIMIT_DATA, given->data) != 0) return -1;
    if (linux_limit(RLIMIT_NOFILE, given->descriptors) != 0 || linux_limit(RLIMIT_MEMLOCK, 0) != 0) return -1;
    /* Timers use kernel memory, and count as pending signals. */
    if (linux_limit(RLIMIT_SIGPENDING, given->threads) != 0) return -1;
    if (linux_limit(RLIMIT_CPU, given->seconds) != 0 || linux_limit(RLIMIT_NPROC, threads) != 0) return -1;
    /* No capabilities, even if the user is root. */
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) != 0) return -1;
    sigset_t empty;
    sigemptyset(&empty);
    sigprocmask(SIG_SETMASK, &empty, NULL);
    return linux_forbid_all_but_computing(getpid());
}

/* Starts a confined program, which dies with the calling thread. All descriptors in `given` are 3 or higher, and the
   caller closes them, except the child's end of the channel. Returns the process id once the program runs, or -1. */
static inline pid_t linux_start_confined(
    const char *program, char *const *arguments, char *const *environment, const struct linux_confinement *given) {
    struct sysinfo system;
    /* The limit counts all threads of the user, for which this is the only cheap upper bound. */
    uint64_t threads = given->threads + (sysinfo(&system) == 0 ? system.procs : 0);
    pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    /* None of our handlers may run in the child. */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(127);
        if (linux_confine(given, threads) == 0) execve(program, arguments, environment);
        unsigned char error = (unsigned char)errno;
        ssize_t told = write(given->channel, &error, 1);
        _exit(told == 1 ? 127 : 126);
    }
    int error = errno;
    close(given->channel);
    if (child > 0 && (error = linux_allow_exec_once(given->own_channel)) != 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        child = -1;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child;
}

/* Waits until a child ends without reaping it, so that no other process can get its id yet. */
static inline void linux_await_end(pid_t child) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}
