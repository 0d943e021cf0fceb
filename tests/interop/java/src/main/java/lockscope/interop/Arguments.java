// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.util.List;

/** What follows the object of a command. */
final class Arguments {
    private final List<String> words;

    Arguments(List<String> words) {
        this.words = words;
    }

    int size() {
        return words.size();
    }

    List<String> texts() {
        return words;
    }

    String text(int index) {
        return words.get(index);
    }

    long number(int index) {
        return Long.parseLong(words.get(index));
    }

    int count(int index) {
        return Integer.parseInt(words.get(index));
    }
}
