#pragma once
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A process that can start a program exactly once. A system call filter cannot count, and cannot see which program a
   call names: execveat with an absolute path ignores its descriptor. So the kernel asks the parent about each start.
   The parent allows the first and then stops listening, so that the kernel refuses a second with ENOSYS. Available
   since Linux 5.5. */

/* Room for a message with one descriptor. */
union linux_passing {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/* Call this in the child, before its other filters. Those must forbid adding filters: a later one would override this
   one. The reader of `channel` receives the kernel's questions. Returns 0, or -1. */
static inline int linux_ask_before_exec(int channel) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener < 0) return -1;
    char byte = 0;
    struct iovec data = {&byte, 1};
    union linux_passing control = {.bytes = {0}};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(&control.header), &listener, sizeof listener);
    ssize_t sent = sendmsg(channel, &message, MSG_NOSIGNAL);
    int error = errno;
    close(listener);
    errno = error;
    return sent == 1 ? 0 : -1;
}

/* Allows the first start that the kernel asks about, unless `channel` first reports that there will be none. */
static inline void linux_allow_exec(int listener, int channel) {
    struct pollfd sources[] = {{listener, POLLIN, 0}, {channel, POLLIN, 0}};
    while (poll(sources, 2, -1) < 0)
        if (errno != EINTR) return;
    if (!(sources[0].revents & POLLIN)) return;
    struct seccomp_notif asked;
    memset(&asked, 0, sizeof asked);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
    struct seccomp_notif_resp answer = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Call this in the parent, with its own end of the channel, once only the child has the other: it allows the child to
   start one program. Returns 0 once that runs; otherwise the error number that the child wrote to the channel, or
   ECHILD if it wrote none. */
static inline int linux_allow_exec_once(int channel) {
    unsigned char byte = 0;
    struct iovec data = {&byte, 1};
    union linux_passing control;
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count;
    while ((count = recvmsg(channel, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
    if (count != 1) return ECHILD;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_type != SCM_RIGHTS) return byte;
    int listener;
    memcpy(&listener, CMSG_DATA(header), sizeof listener);
    linux_allow_exec(listener, channel);
    close(listener);
    while ((count = read(channel, &byte, 1)) < 0 && errno == EINTR) {}
    return count == 1 ? byte : 0;
}
