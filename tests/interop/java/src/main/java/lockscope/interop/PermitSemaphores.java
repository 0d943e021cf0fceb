// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;

import org.redisson.api.RPermitExpirableSemaphore;

/** Permits that have an id each, and may have a lease. */
final class PermitSemaphores implements Family {
    @Override
    public Object perform(Target target, String verb, Arguments arguments) throws Exception {
        RPermitExpirableSemaphore semaphore = target.client().getPermitExpirableSemaphore(target.name());
        switch (verb) {
            case "set-permits":
                return semaphore.trySetPermits(arguments.count(0));
            case "add-permits":
                semaphore.addPermits(arguments.count(0));
                return null;
            case "acquire":
                return arguments.size() == 0
                        ? semaphore.acquire()
                        : semaphore.acquire(arguments.number(0), MILLISECONDS);
            case "try":
                return arguments.size() == 1
                        ? semaphore.tryAcquire(arguments.number(0), MILLISECONDS)
                        : semaphore.tryAcquire(arguments.number(0), arguments.number(1), MILLISECONDS);
            case "release":
                semaphore.release(arguments.text(0));
                return null;
            case "try-release":
                return semaphore.tryRelease(arguments.text(0));
            case "acquire-several":
                return acquireSeveral(semaphore, arguments.count(0));
            case "release-several":
                return releaseSeveral(semaphore, arguments.texts());
            case "available":
                return semaphore.availablePermits();
            default:
                throw Family.unknown(target, verb);
        }
    }

    // Reached by their names, for the older version does not have them.

    private static Object acquireSeveral(RPermitExpirableSemaphore semaphore, int permits)
            throws ReflectiveOperationException {
        return RPermitExpirableSemaphore.class.getMethod("acquire", int.class).invoke(semaphore, permits);
    }

    private static Object releaseSeveral(RPermitExpirableSemaphore semaphore, List<String> ids)
            throws ReflectiveOperationException {
        return RPermitExpirableSemaphore.class.getMethod("tryRelease", List.class).invoke(semaphore, ids);
    }
}
