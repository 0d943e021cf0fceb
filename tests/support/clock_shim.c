/* SPDX-License-Identifier: Apache-2.0
 * Preloaded into a redis-server: its wall clock is off by the number of milliseconds that stands in the file named by
 * LOCKSCOPE_CLOCK_FILE. Redis 7 asks gettimeofday for the time of expiry; the clocks it waits with are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static int64_t offset_ms(void)
{
    static volatile const int64_t *shared;
    if (!shared) {
        const char *path = getenv("LOCKSCOPE_CLOCK_FILE");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (file < 0)
            return 0;
        void *memory = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (memory == MAP_FAILED)
            return 0;
        shared = memory;
    }
    return *shared;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    static int (*real)(struct timeval *, void *);
    if (!real)
        real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(time, zone);
    int64_t offset = offset_ms();
    if (result == 0 && offset != 0) {
        int64_t now = (int64_t)time->tv_sec * 1000000 + time->tv_usec + offset * 1000;
        time->tv_sec = now / 1000000;
        time->tv_usec = now % 1000000;
    }
    return result;
}
