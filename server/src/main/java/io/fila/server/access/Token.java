package io.fila.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token of a key: {@code fila_}, the id of the key, and 256 random bits. If one leaks into a log or a repository, it is
 * recognisable, and so is its key.
 */
public final class Token {
    private static final String PREFIX = "fila_";
    private static final int ID_BYTES = 8;
    private static final int ID_CHARS = 2 * ID_BYTES;
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_CHARS = 43;
    private static final int CHARS = PREFIX.length() + ID_CHARS + 1 + SECRET_CHARS;
    private static final Pattern IN_A_TEXT = Pattern.compile(PREFIX + "([0-9a-f]{" + ID_CHARS + "})_[A-Za-z0-9_-]+");
    private static final SecureRandom RANDOM = new SecureRandom();

    private Token() {}

    /** An id that no key has, as far as chance goes. */
    public static String newId() {
        return HexFormat.of().formatHex(random(ID_BYTES));
    }

    /** A new token for the key of that id. */
    public static String make(String keyId) {
        return PREFIX + keyId + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random(SECRET_BYTES));
    }

    /** The id of the key that a text would stand for if it were a token; null if it is none. */
    static @Nullable String keyId(String text) {
        boolean shaped =
                text.length() == CHARS && text.startsWith(PREFIX) && text.charAt(PREFIX.length() + ID_CHARS) == '_';
        return shaped ? text.substring(PREFIX.length(), PREFIX.length() + ID_CHARS) : null;
    }

    /** Whether a text can be the id of a key. */
    public static boolean isKeyId(String text) {
        return text.length() == ID_CHARS && text.chars().allMatch(HexFormat::isHexDigit);
    }

    /** Whether somebody shows a token, told in a time that does not depend on it. */
    public static boolean isShown(String token, @Nullable String shown) {
        return shown != null && MessageDigest.isEqual(sha256(token), sha256(shown));
    }

    /** A text without the secrets of tokens in it. */
    public static String hidden(String text) {
        return text.contains(PREFIX) ? IN_A_TEXT.matcher(text).replaceAll(PREFIX + "$1_…") : text;
    }

    /** What is stored of a token. Its 256 random bits can't be guessed, so they need no slow digest. */
    public static String digest(String token) {
        return HexFormat.of().formatHex(sha256(token));
    }

    static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every JDK has SHA-256.", impossible);
        }
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }
}
