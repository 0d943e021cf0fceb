// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.Redisson;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Redisson instances by name, each with a UUID and a watchdog time-out of its own. */
final class Clients {
    private final Map<String, RedissonClient> byName = new ConcurrentHashMap<>();

    /** @return the UUID of the client of that name, which is made if there is none */
    String connect(String name, String address, long watchdogMillis) {
        return byName.computeIfAbsent(name, absent -> create(absent, address, watchdogMillis)).getId();
    }

    private static RedissonClient create(String name, String address, long watchdogMillis) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE); // names of values as they are; and the default one is slow to load
        config.setThreads(8);
        config.setNettyThreads(4);
        config.setLockWatchdogTimeout(watchdogMillis);
        new Servers(address).configure(config, "java-" + name);
        RedissonClient client = Redisson.create(config);
        // The first subscription makes a connection. A wait that ends before that leaves the subscription behind.
        RTopic topic = client.getTopic("interop-" + name, StringCodec.INSTANCE);
        topic.removeListener(topic.addListener(String.class, (channel, message) -> { }));
        return client;
    }

    RedissonClient get(String name) {
        RedissonClient client = byName.get(name);
        if (client == null) {
            throw new NoSuchElementException("no client is named " + name);
        }
        return client;
    }
}
