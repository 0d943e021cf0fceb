// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.util.ArrayList;
import java.util.List;
import org.redisson.api.RedissonClient;

/** The object of a command: its type, and where its parts are. */
final class Target {
    /** One name at one client. */
    static final class Part {
        final RedissonClient client;
        final String name;

        Part(RedissonClient client, String name) {
            this.client = client;
            this.name = name;
        }
    }

    private final String type;
    private final List<Part> parts;

    private Target(String type, List<Part> parts) {
        this.type = type;
        this.parts = parts;
    }

    static Target parse(Clients clients, String client, String text) {
        int colon = text.indexOf(':');
        List<Part> parts = new ArrayList<>();
        for (String member : text.substring(colon + 1).split(",")) {
            int at = member.indexOf('@');
            String home = at < 0 ? client : member.substring(0, at);
            parts.add(new Part(clients.get(home), Words.decode(member.substring(at + 1))));
        }
        return new Target(text.substring(0, colon), parts);
    }

    String type() {
        return type;
    }

    List<Part> parts() {
        return parts;
    }

    RedissonClient client() {
        return parts.get(0).client;
    }

    String name() {
        return parts.get(0).name;
    }
}
