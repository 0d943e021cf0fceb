/* SPDX-License-Identifier: Apache-2.0
 * Preloaded into a program: its wall clock is off by the number of milliseconds that stands in the file named by
 * LOCKSCOPE_CLOCK_FILE. Redis 7 asks gettimeofday for the time of expiry, C++ clock_gettime for the time of day; the
 * clocks that programs wait with are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
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

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t now = (int64_t)time->tv_sec * 1000 + offset_ms();
        time->tv_sec = now / 1000;
        time->tv_nsec += now % 1000 * 1000000;
        if (time->tv_nsec >= 1000000000) {
            time->tv_nsec -= 1000000000;
            ++time->tv_sec;
        }
    }
    return result;
}

time_t time(time_t *where)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where)
        *where = now.tv_sec;
    return now.tv_sec;
}
