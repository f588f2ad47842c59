package io.fila.retracker.torrent;

/** Raw bytes in an address: {@code %} and two digits for every byte that is no letter or digit. */
public final class PercentEncoding {
    private static final String DIGITS = "0123456789ABCDEF";
    private static final String PLAIN = "-._~";

    private PercentEncoding() {}

    /**
     * The bytes that were written, one character each. A plus is a plus: that it might mean a space is a habit of forms, and
     * a hash has no form.
     *
     * @throws MalformedException if two hexadecimal digits do not follow a percent sign
     */
    public static String decode(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder bytes = new StringBuilder(text.length()).append(text, 0, percent);
        for (int i = percent; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '%') {
                next = (char) (digit(text, i + 1) << 4 | digit(text, i + 2));
                i += 2;
            }
            bytes.append(next);
        }
        return bytes.toString();
    }

    public static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 3);
        for (byte each : bytes) {
            char c = (char) (each & 0xff);
            if (isPlain(c)) {
                text.append(c);
            } else {
                text.append('%').append(DIGITS.charAt(c >> 4)).append(DIGITS.charAt(c & 15));
            }
        }
        return text.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
    }

    private static int digit(String text, int at) {
        int value = at < text.length() && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
        if (value < 0) {
            throw new MalformedException("Expected two hexadecimal digits after '%' but found something else.");
        }
        return value;
    }
}
