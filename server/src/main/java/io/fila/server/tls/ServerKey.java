package io.fila.server.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the broker's certificate, whichever it is at the moment, and however old: whether an expired one will do is for the
 * client to decide.
 */
final class ServerKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "fila";

    private final Supplier<Identity> identity;

    ServerKey(Supplier<Identity> identity) {
        this.identity = identity;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseServerAlias(keyType, issuers, null);
    }

    /** A key of type EC is asked for as EC or, by older versions of TLS, with the type of its issuer's behind it. */
    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        String algorithm = identity.get().key().getAlgorithm();
        return keyType.equals(algorithm) || keyType.startsWith(algorithm + "_") ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return identity.get().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identity.get().key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    /** To another node of its cluster the broker is a client, and the same. */
    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        for (String keyType : keyTypes) {
            if (chooseServerAlias(keyType, issuers, socket) != null) {
                return ALIAS;
            }
        }
        return null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseClientAlias(keyTypes, issuers, null);
    }
}
