// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Does with Redisson's locks what the benchmarks of the library do with ours: Bench ADDRESS CONNECTIONS.
 *
 * <p>A line of the standard input is a command, and is answered by a line of figures when it is done:
 *
 * <pre>
 *   hello                         0
 *   pairs THREADS PAIRS           each thread takes and leaves a lock of its own, after a warm-up of as many pairs:
 *                                 pairs a second, p50 and p99 of a pair in microseconds
 *   contend NAME THREADS MILLIS   all take and leave one lock for so long: how often, p50, p99 and longest of the
 *                                 waits in milliseconds
 *   take NAME                     when it was had, in nanoseconds of the monotonic clock
 *   leave NAME                    the moment before it was left, likewise
 *   hold NAME                     takes a fair lock: 0
 *   queue NAME WAITERS            so many threads want it, once each; answered when they have been started: 0
 *   serve NAME                    leaves it; how many of those had it and left it, when all have ended
 * </pre>
 */
public final class Bench {
    private final RedissonClient client;
    private final List<Thread> queue = new ArrayList<>();
    private final AtomicInteger served = new AtomicInteger();

    private Bench(RedissonClient client) {
        this.client = client;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        // A fair lock listens to a channel for each waiter: the defaults are enough for 250.
        config.useSingleServer()
                .setAddress(arguments[0])
                .setDnsMonitoringInterval(-1)
                .setConnectionMinimumIdleSize(Integer.parseInt(arguments[1]))
                .setConnectionPoolSize(64)
                .setSubscriptionConnectionPoolSize(64)
                .setSubscriptionsPerConnection(64);
        Bench bench = new Bench(Redisson.create(config));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            System.out.println(bench.perform(line.split(" ")));
            System.out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private String perform(String[] words) throws InterruptedException {
        switch (words[0]) {
            case "hello":
                return "0";
            case "pairs":
                return pairs(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "contend":
                return contend(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]));
            case "take":
                client.getLock(words[1]).lock();
                return String.valueOf(System.nanoTime());
            case "leave":
                long before = System.nanoTime();
                client.getLock(words[1]).unlock();
                return String.valueOf(before);
            case "hold":
                client.getFairLock(words[1]).lock();
                return "0";
            case "queue":
                return queue(client.getFairLock(words[1]), Integer.parseInt(words[2]));
            case "serve":
                return serve(client.getFairLock(words[1]));
            default:
                return "not a command: " + words[0];
        }
    }

    private String pairs(int threads, int pairs) throws InterruptedException {
        inParallel(threads, thread -> takeAndLeave("bench:java:" + thread, pairs));
        long start = System.nanoTime();
        long[] samples = inParallel(threads, thread -> takeAndLeave("bench:java:" + thread, pairs));
        double seconds = (System.nanoTime() - start) / 1e9;
        return figures("%.0f %.1f %.1f", samples.length / seconds, part(samples, 0.5) / 1e3, part(samples, 0.99) / 1e3);
    }

    private long[] takeAndLeave(String name, int pairs) {
        RLock lock = client.getLock(name);
        long[] samples = new long[pairs];
        for (int i = 0; i < pairs; ++i) {
            long start = System.nanoTime();
            lock.lock();
            lock.unlock();
            samples[i] = System.nanoTime() - start;
        }
        return samples;
    }

    private String contend(String name, int threads, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        long[] waits = inParallel(threads, thread -> {
            RLock lock = client.getLock(name);
            LongStream.Builder mine = LongStream.builder();
            for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
                lock.lock();
                mine.add(System.nanoTime() - start);
                lock.unlock();
            }
            return mine.build().toArray();
        });
        return figures("%d %.3f %.3f %.3f", waits.length, part(waits, 0.5) / 1e6, part(waits, 0.99) / 1e6,
                part(waits, 1) / 1e6);
    }

    private String queue(RLock lock, int waiters) {
        served.set(0);
        for (int i = 0; i < waiters; ++i) {
            Thread waiter = new Thread(() -> {
                lock.lock();
                lock.unlock();
                served.incrementAndGet();
            });
            queue.add(waiter);
            waiter.start();
        }
        return "0";
    }

    private String serve(RLock lock) throws InterruptedException {
        lock.unlock();
        for (Thread waiter : queue) {
            waiter.join();
        }
        queue.clear();
        return String.valueOf(served.get());
    }

    private interface Work {
        long[] run(int thread);
    }

    /** @return the samples of all threads, sorted */
    private static long[] inParallel(int threads, Work work) throws InterruptedException {
        long[][] samples = new long[threads][];
        List<Thread> all = new ArrayList<>();
        for (int thread = 0; thread < threads; ++thread) {
            int number = thread;
            Thread worker = new Thread(() -> samples[number] = work.run(number));
            all.add(worker);
            worker.start();
        }
        for (Thread worker : all) {
            worker.join();
        }
        return Arrays.stream(samples).flatMapToLong(Arrays::stream).sorted().toArray();
    }

    private static double part(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) ((sorted.length - 1) * part)];
    }

    private static String figures(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
