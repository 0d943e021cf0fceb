/* SPDX-License-Identifier: Apache-2.0
 * Preloaded into a program: whatever it connects to on 127.0.0.1 it reaches by way of the same port of 127.0.0.2, where
 * a Partition listens. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int connect(int socket, const struct sockaddr *address, socklen_t length)
{
    static int (*real)(int, const struct sockaddr *, socklen_t);
    if (!real)
        real = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
    struct sockaddr_in other;
    if (length < sizeof other || address->sa_family != AF_INET)
        return real(socket, address, length);
    memcpy(&other, address, sizeof other);
    if (other.sin_addr.s_addr == htonl(INADDR_LOOPBACK))
        other.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
    return real(socket, (const struct sockaddr *)&other, sizeof other);
}
