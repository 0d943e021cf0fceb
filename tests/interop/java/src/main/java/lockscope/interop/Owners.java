// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** The threads that own locks, by name. */
final class Owners {
    private static final class Owner {
        final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
        final Thread thread;

        Owner(String name) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            while (true) {
                try {
                    work.take().run();
                } catch (InterruptedException late) {
                    // The interrupt came when the work that it was meant for was done already.
                }
            }
        }
    }

    private final Map<String, Owner> byName = new ConcurrentHashMap<>();

    void run(String name, Runnable work) {
        byName.computeIfAbsent(name, Owner::new).work.add(work);
    }

    /**
     * Has the thread lain down to wait for a message? Only then does Redisson's "wake all" (1) reach it: it wakes those
     * who wait already, and a thread that is about to misses it.
     */
    boolean isAsleep(String name) {
        Owner owner = byName.get(name);
        if (owner == null) {
            return false;
        }
        Thread.State state = owner.thread.getState();
        boolean isParked = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        return isParked && Arrays.stream(owner.thread.getStackTrace()).anyMatch(frame ->
                frame.getClassName().equals("java.util.concurrent.Semaphore")
                        || frame.getClassName().endsWith(".ReclosableLatch"));
    }

    void interrupt(String name) {
        Owner owner = byName.get(name);
        if (owner != null) {
            owner.thread.interrupt();
        }
    }
}
