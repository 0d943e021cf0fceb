// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.redisson.api.RPermitExpirableSemaphore;

/** Permits that have an id each, and may have a lease. */
final class PermitSemaphores implements Family {
    @Override
    public Object perform(Target target, String verb, Arguments arguments) throws InterruptedException {
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
            case "available":
                return semaphore.availablePermits();
            default:
                throw Family.unknown(target, verb);
        }
    }
}
