package io.fila.client.admin;

/**
 * A new API key.
 *
 * @param id names the key in other calls
 * @param token the secret; it is shown only once
 */
public record NewApiKey(String id, String token, boolean superadmin) {

    /** Omits the secret, which must not appear in a log. */
    @Override
    public String toString() {
        return "NewApiKey[" + id + (superadmin ? ", superadmin]" : "]");
    }
}
