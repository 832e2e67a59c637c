/* A prompt program that records when it receives the first byte, and then refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static const char greeting[] = "OK stamp\n";
    char line[2048];
    struct timespec now;
    if (write(1, greeting, sizeof greeting - 1) < 0) return 1;
    if (read(0, line, 1) != 1) return 1;
    clock_gettime(CLOCK_MONOTONIC, &now);
    FILE *stamp = fopen(STAMP, "w");
    if (!stamp) return 1;
    fprintf(stamp, "%lld", (long long)now.tv_sec * 1000000000 + now.tv_nsec);
    fclose(stamp);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "BYE", 3)) { puts("OK"); return 0; }
        if (!strncmp(line, "GETPIN", 6)) puts("ERR 83886179 cancelled");
        else if (!strncmp(line, "GETINFO", 7)) puts("D stamp\nOK");
        else puts("OK");
        fflush(stdout);
    }
    return 0;
}
