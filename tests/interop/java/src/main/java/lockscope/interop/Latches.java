// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.redisson.api.RCountDownLatch;

final class Latches implements Family {
    @Override
    public Object perform(Target target, String verb, Arguments arguments) throws InterruptedException {
        RCountDownLatch latch = target.client().getCountDownLatch(target.name());
        switch (verb) {
            case "set-count":
                return latch.trySetCount(arguments.number(0));
            case "count-down":
                latch.countDown();
                return null;
            case "count":
                return latch.getCount();
            case "await":
                if (arguments.size() == 0) {
                    latch.await();
                    return true;
                }
                return latch.await(arguments.number(0), MILLISECONDS);
            default:
                throw Family.unknown(target, verb);
        }
    }
}
