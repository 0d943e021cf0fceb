// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Measures acquire and release of uncontended locks, as the benchmarks of the library do: Bench ADDRESS THREADS PAIRS.
 * Each thread has a lock of its own. After a warm-up of as many pairs it prints "pairs a second, p50, p99" of a pair in
 * microseconds.
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        int pairs = Integer.parseInt(arguments[2]);
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(arguments[0])
                .setDnsMonitoringInterval(-1)
                .setConnectionMinimumIdleSize(Math.min(64, threads + 2))
                .setConnectionPoolSize(64);
        RedissonClient client = Redisson.create(config);
        run(client, threads, pairs);
        long start = System.nanoTime();
        long[] samples = run(client, threads, pairs);
        double seconds = (System.nanoTime() - start) / 1e9;
        Arrays.sort(samples);
        System.out.printf("%.0f %.1f %.1f%n", samples.length / seconds, samples[samples.length / 2] / 1000.0,
                samples[(int) (samples.length * 0.99)] / 1000.0);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static long[] run(RedissonClient client, int threads, int pairs) throws InterruptedException {
        long[] samples = new long[threads * pairs];
        List<Thread> all = new ArrayList<>();
        for (int thread = 0; thread < threads; ++thread) {
            int first = thread * pairs;
            RLock lock = client.getLock("bench:java:" + thread);
            Thread worker = new Thread(() -> {
                for (int i = 0; i < pairs; ++i) {
                    long start = System.nanoTime();
                    lock.lock();
                    lock.unlock();
                    samples[first + i] = System.nanoTime() - start;
                }
            });
            all.add(worker);
            worker.start();
        }
        for (Thread worker : all) {
            worker.join();
        }
        return samples;
    }
}
