package io.fila.client.admin;

import java.time.Instant;

/**
 * An API key with a new token.
 *
 * @param token the new secret; it is shown only once
 * @param formerEndsAt when the former token ends
 */
public record RotatedApiKey(String id, String token, Instant formerEndsAt) {

    /** Omits the secret, which must not appear in a log. */
    @Override
    public String toString() {
        return "RotatedApiKey[" + id + ", former until " + formerEndsAt + "]";
    }
}
