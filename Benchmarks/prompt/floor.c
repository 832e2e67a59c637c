/* What a click cannot be faster than: a program that is linked with the same libraries and does nothing else. With the
   path of a prompt program it starts that, and writes it a line; without one it only ends. */
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv) {
    if (argc < 2) return 0;
    int in[2], out[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe(in) != 0 || pipe(out) != 0 || posix_spawn_file_actions_init(&actions) != 0) return 1;
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addclose(&actions, in[1]);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    if (posix_spawn(&child, argv[1], &actions, NULL, argv + 1, environ) != 0) return 1;
    if (write(in[1], "NOP\nBYE\n", 8) != 8 || close(in[1]) != 0) return 1;
    return waitpid(child, NULL, 0) == child ? 0 : 1;
}
