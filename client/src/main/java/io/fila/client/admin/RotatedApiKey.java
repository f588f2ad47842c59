package io.fila.client.admin;

import java.time.Instant;

/**
 * An API key that was given another token.
 *
 * @param token the new secret; it is shown this once and can't be had again
 * @param formerEndsAt until when the one before it can still be used
 */
public record RotatedApiKey(String id, String token, Instant formerEndsAt) {

    /** Without the secret, which has no business in a log. */
    @Override
    public String toString() {
        return "RotatedApiKey[" + id + ", former until " + formerEndsAt + "]";
    }
}
