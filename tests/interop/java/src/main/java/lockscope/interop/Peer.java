// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Java service that does with Redisson's locks what it is told.
 *
 * <p>A line of the standard input is a command, its words separated by blanks and percent-encoded:
 *
 * <pre>
 *   id client thread verb [argument…]
 *   1  main   -      connect redis://127.0.0.1:7000 30000     answers: 1 ok uuid
 *   2  main   t1     whoami                                   answers: 2 ok uuid thread-number
 *   3  main   t1     lock fair:orders 5000                    answers: 3 ok
 *   4  main   t2     unlock fair:orders                       answers: 4 error IllegalMonitorStateException …
 * </pre>
 *
 * <p>Each command is answered by one line with its id, as soon as it is done. Commands of one thread, which is made when
 * first named, run one after the other, so that it can enter a lock again; those of different threads run side by side.
 * The object of a command is {@code type:name}, or {@code type:name,name} for a lock of several, each name
 * percent-encoded once more and, if it is another client's, led by {@code client@}. Durations are milliseconds.
 * The end of the input ends the program, and so do {@code exit} and {@code halt}, none of which releases anything.
 */
public final class Peer {
    private static final Map<String, Family> FAMILIES = Map.of(
            "semaphore", new Semaphores(),
            "permits", new PermitSemaphores(),
            "latch", new Latches());
    private static final Family LOCKS = new Locks();

    private final Clients clients = new Clients();
    private final Owners owners = new Owners();
    private final PrintStream answers;

    private Peer(PrintStream answers) {
        this.answers = answers;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err); // whatever a library prints is no answer
        new Peer(answers).serve();
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            List<String> words = Words.split(line);
            if (words.size() < 4) {
                throw new IOException("not a command: " + line);
            }
            take(words.get(0), words.get(1), words.get(2), words.get(3), words.subList(4, words.size()));
        }
    }

    private void take(String id, String client, String thread, String verb, List<String> arguments) {
        switch (verb) {
            case "connect":
                answer(id, () -> clients.connect(client, arguments.get(0), Long.parseLong(arguments.get(1))));
                break;
            case "is-asleep":
                answer(id, () -> owners.isAsleep(thread));
                break;
            case "interrupt":
                answer(id, () -> {
                    owners.interrupt(thread);
                    return null;
                });
                break;
            case "exit":
            case "halt":
                Runtime.getRuntime().halt(verb.equals("exit") ? 0 : 3);
                break;
            case "whoami":
                owners.run(thread, () -> answer(id,
                        () -> List.of(clients.get(client).getId(), Thread.currentThread().getId())));
                break;
            default:
                owners.run(thread, () -> answer(id, () -> perform(client, verb, arguments)));
        }
    }

    private Object perform(String client, String verb, List<String> arguments) throws Exception {
        Target target = Target.parse(clients, client, arguments.get(0));
        return FAMILIES.getOrDefault(target.type(), LOCKS)
                .perform(target, verb, new Arguments(arguments.subList(1, arguments.size())));
    }

    private interface Work {
        Object run() throws Exception;
    }

    private void answer(String id, Work work) {
        List<String> words = new ArrayList<>(List.of(id));
        try {
            Object result = work.run();
            words.add("ok");
            for (Object value : result instanceof List ? (List<?>) result : result == null ? List.of() : List.of(result)) {
                words.add(String.valueOf(value));
            }
        } catch (Throwable thrown) {
            Throwable cause = thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
            words.addAll(List.of("error", cause.getClass().getSimpleName(), String.valueOf(cause.getMessage())));
        }
        synchronized (answers) {
            answers.print(Words.join(words) + '\n');
            answers.flush();
        }
    }
}
