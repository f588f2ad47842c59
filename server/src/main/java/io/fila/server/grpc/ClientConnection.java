package io.fila.server.grpc;

import io.fila.server.access.CertificateNames;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A client's connection, known to all its calls. */
final class ClientConnection {
    private static final Attributes.Key<ClientConnection> KEY = Attributes.Key.create("connection");

    private final CertificateNames certificate;

    /** Bytes of small messages that are being received on it and counted nowhere else; its event loop's. */
    long smallBytes;

    /** Bytes received on it that are not yet messages; under the lock of {@link IncomingBytes}. */
    long incomingBytes;

    /** Messages they belong to. */
    int incomingParts;

    private ClientConnection(CertificateNames certificate) {
        this.certificate = certificate;
    }

    /** The connection a call came by; null on a transport inside the process. */
    static @Nullable ClientConnection of(Attributes call) {
        return call.get(KEY);
    }

    CertificateNames certificate() {
        return certificate;
    }

    /** Makes every connection known to its calls. */
    static ServerTransportFilter filter() {
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
