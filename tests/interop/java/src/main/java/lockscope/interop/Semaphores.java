// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.redisson.api.RSemaphore;

final class Semaphores implements Family {
    @Override
    public Object perform(Target target, String verb, Arguments arguments) throws InterruptedException {
        RSemaphore semaphore = target.client().getSemaphore(target.name());
        switch (verb) {
            case "set-permits":
                return semaphore.trySetPermits(arguments.count(0));
            case "add-permits":
                semaphore.addPermits(arguments.count(0));
                return null;
            case "acquire":
                semaphore.acquire(arguments.count(0));
                return null;
            case "try":
                return arguments.size() == 1
                        ? semaphore.tryAcquire(arguments.count(0))
                        : semaphore.tryAcquire(arguments.count(0), arguments.number(1), MILLISECONDS);
            case "release":
                semaphore.release(arguments.count(0));
                return null;
            case "available":
                return semaphore.availablePermits();
            case "drain":
                return semaphore.drainPermits();
            default:
                throw Family.unknown(target, verb);
        }
    }
}
