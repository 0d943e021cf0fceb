// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

/** Objects that understand the same verbs. */
interface Family {
    /** @return null for an empty answer, a list for several words, else one word */
    Object perform(Target target, String verb, Arguments arguments) throws Exception;

    static IllegalArgumentException unknown(Target target, String verb) {
        return new IllegalArgumentException("a " + target.type() + " knows no " + verb);
    }
}
