// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of words: separated by blanks, everything but letters, digits and "-._~:" as %XX of its UTF-8 bytes. */
final class Words {
    private static final String PLAIN = "-._~:";

    private Words() {
    }

    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.trim().split(" +")) {
            words.add(decode(word));
        }
        return words;
    }

    static String join(List<String> words) {
        return words.stream().map(Words::encode).collect(Collectors.joining(" "));
    }

    static String decode(String word) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] encoded = word.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < encoded.length; ++i) {
            if (encoded[i] == '%') {
                bytes.write(Integer.parseInt(new String(encoded, i + 1, 2, StandardCharsets.US_ASCII), 16));
                i += 2;
            } else {
                bytes.write(encoded[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String encode(String word) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
            encoded.append(isPlain ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return encoded.toString();
    }
}
