package io.fila.server.fuzz;

import io.fila.core.access.ApiKey;
import io.fila.core.record.KeyChanged;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import io.fila.server.access.Access;
import io.fila.server.access.CertificateNames;
import io.fila.server.access.Keyring;
import io.fila.server.access.Token;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tokens as callers show them; no other than the one that was made may be taken for it. */
final class TokenTarget implements Target {
    private static final String BOOTSTRAP = "the-key-of-the-configuration";

    private final String id = Token.newId();
    private final String token = Token.make(id);
    private final Access access;

    TokenTarget() {
        Keyring keys = new Keyring();
        keys.notice(new KeyChanged(id, ApiKey.fresh(id, "name", 0, false, Token.digest(token))));
        access = Access.locked(BOOTSTRAP, false, keys, new Inbox(1), Clock.system());
    }

    @Override
    public List<byte[]> corpus() {
        return List.of(bytes(token), bytes(BOOTSTRAP), bytes(Token.make(Token.newId())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean read(byte[] input) {
        String shown = new String(input, StandardCharsets.UTF_8);
        boolean known = access.identify(shown, CertificateNames.NONE) != null;
        boolean right = shown.equals(token) || shown.equals(BOOTSTRAP);
        if (known != right) {
            throw new AssertionError("Expected " + (right ? "to know" : "not to know") + " whoever shows this.");
        }
        if (Token.hidden("before " + shown + " after").contains(token)) {
            throw new AssertionError("A token can be read in a text that hides it.");
        }
        return known;
    }
}
