package io.fila.core.access;

/**
 * What the broker stores of a token: enough to recognise it, not enough to recreate it.
 *
 * @param digest the SHA-256 of the token, in hexadecimal
 * @param untilMillis when the token ends, since 1970; 0 if only its key does
 */
public record Secret(String digest, long untilMillis) {
    /** As a secret that ends then, or earlier if it does already. */
    Secret endingAt(long millis) {
        return untilMillis != 0 && untilMillis <= millis ? this : new Secret(digest, millis);
    }

    public boolean isOver(long nowMillis) {
        return untilMillis != 0 && untilMillis <= nowMillis;
    }

    /** Digests are not secret, but do not belong in a log. */
    @Override
    public String toString() {
        return "Secret[until " + untilMillis + "]";
    }
}
