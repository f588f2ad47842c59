package io.fila.lua;

import java.nio.charset.StandardCharsets;

/**
 * Text on its way in and out. A Lua string is a row of bytes, held as a {@link String} of one char a byte; Java's text
 * becomes its UTF-8 bytes. Plain ASCII is the same in both and is not copied.
 */
public final class LuaText {
    private LuaText() {}

    /** The Lua string of a Java text. */
    public static String encode(String text) {
        return isAscii(text) ? text : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** The Java text of a Lua string; bytes that are no UTF-8 become the replacement character. */
    public static String decode(String lua) {
        return isAscii(lua) ? lua : new String(bytes(lua), StandardCharsets.UTF_8);
    }

    /** The bytes of a Lua string. */
    public static byte[] bytes(String lua) {
        return lua.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The Lua string of some bytes. */
    public static String of(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
