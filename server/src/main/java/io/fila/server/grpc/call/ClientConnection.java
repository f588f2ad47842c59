package io.fila.server.grpc.call;

import io.fila.server.access.Caller;
import io.fila.server.access.CertificateNames;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A client's connection, known to all its calls. */
public final class ClientConnection {
    private static final Attributes.Key<ClientConnection> KEY = Attributes.Key.create("connection");

    private final CertificateNames certificate;

    /** Bytes of small messages that are being received on it and counted nowhere else; its event loop's. */
    long smallBytes;

    /** Bytes received on it that are not yet messages; under the lock of {@link IncomingBytes}. */
    long incomingBytes;

    /** Messages they belong to. */
    int incomingParts;

    /** The token that was shown last on it, and by whom; its event loop's. */
    private byte[] token = {};

    private @Nullable Caller holder;

    private ClientConnection(CertificateNames certificate) {
        this.certificate = certificate;
    }

    /** The connection a call came by; null on a transport inside the process. */
    public static @Nullable ClientConnection of(Attributes call) {
        return call.get(KEY);
    }

    public CertificateNames certificate() {
        return certificate;
    }

    /** Whoever showed this token last; null if another one was shown, or none. What it may do now is for the caller to ask. */
    public @Nullable Caller known(String shown) {
        // In a time that does not depend on it: on a connection between nodes the last token may be another client's.
        return MessageDigest.isEqual(token, bytes(shown)) ? holder : null;
    }

    public void remember(String shown, Caller caller) {
        token = bytes(shown);
        holder = caller;
    }

    private static byte[] bytes(String token) {
        return token.getBytes(StandardCharsets.UTF_8);
    }

    /** Makes every connection known to its calls. */
    public static ServerTransportFilter filter() {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes transport) {
                ClientConnection made = new ClientConnection(names(transport.get(Grpc.TRANSPORT_ATTR_SSL_SESSION)));
                return transport.toBuilder().set(KEY, made).build();
            }
        };
    }

    private static CertificateNames names(@Nullable SSLSession session) {
        try {
            return session != null && session.getPeerCertificates()[0] instanceof X509Certificate leaf
                    ? CertificateNames.of(leaf)
                    : CertificateNames.NONE;
        } catch (SSLPeerUnverifiedException none) {
            return CertificateNames.NONE;
        }
    }
}
