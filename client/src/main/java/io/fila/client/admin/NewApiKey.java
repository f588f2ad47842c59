package io.fila.client.admin;

/**
 * An API key that was just made.
 *
 * @param id names the key in other calls
 * @param token the secret; it is shown this once and can't be had again
 */
public record NewApiKey(String id, String token, boolean superadmin) {

    /** Without the secret, which has no business in a log. */
    @Override
    public String toString() {
        return "NewApiKey[" + id + (superadmin ? ", superadmin]" : "]");
    }
}
