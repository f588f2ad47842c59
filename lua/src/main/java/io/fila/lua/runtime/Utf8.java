package io.fila.lua.runtime;

/** The original UTF-8, of up to six bytes and 31 bits, as Lua writes it: one char a byte. */
public final class Utf8 {
    private Utf8() {}

    /** Appends the bytes of a code point. */
    public static void append(StringBuilder bytes, int codePoint) {
        if (codePoint < 0x80) {
            bytes.append((char) codePoint);
            return;
        }
        int continuations = 1;
        while (codePoint >>> (6 * continuations + 6 - continuations) != 0) {
            continuations++;
        }
        int lead = (0xFF << (7 - continuations)) & 0xFF;
        bytes.append((char) (lead | (codePoint >>> (6 * continuations))));
        for (int i = continuations - 1; i >= 0; i--) {
            bytes.append((char) (0x80 | ((codePoint >>> (6 * i)) & 0x3F)));
        }
    }
}
