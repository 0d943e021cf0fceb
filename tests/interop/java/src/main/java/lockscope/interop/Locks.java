// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * Everything that is an RLock. Each command makes a handle of its own: a handle remembers the last lease that it was
 * given, which up to 3.19.1 even a lock() without one took over.
 */
final class Locks implements Family {
    @Override
    public Object perform(Target target, String verb, Arguments arguments) throws Exception {
        RLock lock = lockOf(target);
        switch (verb) {
            case "lock":
                if (arguments.size() == 0) {
                    lock.lock();
                } else {
                    lock.lock(arguments.number(0), MILLISECONDS);
                }
                return null;
            case "try":
                return tryLock(lock, arguments);
            case "unlock":
                lock.unlock();
                return null;
            case "force":
                return lock.forceUnlock();
            case "is-locked":
                return lock.isLocked();
            case "is-held":
                return lock.isHeldByCurrentThread();
            case "count":
                return lock.getHoldCount();
            case "ttl":
                return lock.remainTimeToLive();
            case "count-up":
                countUp(lock, target.client().getBucket(arguments.text(0), StringCodec.INSTANCE), arguments.count(1));
                return null;
            case "lock-token":
                return arguments.size() == 0
                        ? token(lock, "lockAndGetToken")
                        : token(lock, "lockAndGetToken", arguments.number(0));
            case "try-token":
                return token(lock, "tryLockAndGetToken", arguments.number(0), arguments.number(1));
            case "token":
                return token(lock, "getToken");
            default:
                throw Family.unknown(target, verb);
        }
    }

    private static boolean tryLock(RLock lock, Arguments arguments) throws InterruptedException {
        switch (arguments.size()) {
            case 0:
                return lock.tryLock();
            case 1:
                return lock.tryLock(arguments.number(0), MILLISECONDS);
            default:
                return lock.tryLock(arguments.number(0), arguments.number(1), MILLISECONDS);
        }
    }

    /** Adds 1 in two steps, so that the sum is right only if nobody else is inside. */
    private static void countUp(RLock lock, RBucket<String> counter, int rounds) {
        for (int i = 0; i < rounds; ++i) {
            lock.lock();
            try {
                counter.set(String.valueOf(Long.parseLong(counter.get()) + 1));
            } finally {
                lock.unlock();
            }
        }
    }

    private static RLock lockOf(Target target) throws ReflectiveOperationException {
        RedissonClient client = target.client();
        String name = target.name();
        switch (target.type()) {
            case "reentrant":
                return client.getLock(name);
            case "fair":
                return client.getFairLock(name);
            case "read":
                return client.getReadWriteLock(name).readLock();
            case "write":
                return client.getReadWriteLock(name).writeLock();
            case "spin":
                return client.getSpinLock(name);
            case "fenced":
                return newer(client, "getFencedLock", name);
            case "non-reentrant":
                return newer(client, "getNonReentrantLock", name);
            case "non-reentrant-fair":
                return newer(client, "getNonReentrantFairLock", name);
            case "multi":
                return client.getMultiLock(members(target));
            case "red":
                return client.getRedLock(members(target));
            case "group":
                return group(target);
            default:
                throw new IllegalArgumentException("there is no lock type " + target.type());
        }
    }

    private static RLock[] members(Target target) {
        return target.parts().stream().map(part -> part.client.getLock(part.name)).toArray(RLock[]::new);
    }

    // What the older version does not have yet is reached by its name, so that one source serves both.

    private static RLock newer(RedissonClient client, String getter, String name) throws ReflectiveOperationException {
        return (RLock) RedissonClient.class.getMethod(getter, String.class).invoke(client, name);
    }

    /** The "faster multi lock": the first name is the group, the others are the values locked in it. */
    private static RLock group(Target target) throws ReflectiveOperationException {
        List<Object> values = target.parts().stream().skip(1).map(part -> part.name).collect(Collectors.toList());
        return (RLock) RedissonClient.class.getMethod("getMultiLock", String.class, java.util.Collection.class)
                .invoke(target.client(), target.name(), values);
    }

    private static Object token(RLock lock, String verb, long... durations) throws ReflectiveOperationException {
        Class<?> fenced = Class.forName("org.redisson.api.RFencedLock");
        switch (durations.length) {
            case 0:
                return fenced.getMethod(verb).invoke(lock);
            case 1:
                return fenced.getMethod(verb, long.class, MILLISECONDS.getDeclaringClass())
                        .invoke(lock, durations[0], MILLISECONDS);
            default:
                Method method = fenced.getMethod(verb, long.class, long.class, MILLISECONDS.getDeclaringClass());
                return method.invoke(lock, durations[0], durations[1], MILLISECONDS);
        }
    }
}
