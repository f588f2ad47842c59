package io.fila.server.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts other nodes of the cluster: those that show the very certificate of this one, and those whose certificate the
 * authorities vouch for. Of a node that is dialled, the certificate must be for the name that was dialled; without authorities the
 * certificates in {@code cert_file} behind the broker's own stand for them. A node that dials is not known by its name, so issuers
 * that vouch for everybody do not count; and its certificate must be good for servers, because clients of the broker have
 * certificates of the same authorities.
 */
final class NodeTrust extends X509ExtendedTrustManager {
    /** What the JDK calls the key exchange of TLS 1.3, which says nothing about the certificate. */
    private static final String ANY_EXCHANGE = "UNKNOWN";

    private final Supplier<Identity> own;
    private final Supplier<X509ExtendedTrustManager> nodes;
    private final boolean hasAuthorities;

    /** @param hasAuthorities whether there are authorities that vouch for nobody but this broker's nodes and clients */
    NodeTrust(Supplier<Identity> own, Supplier<X509ExtendedTrustManager> nodes, boolean hasAuthorities) {
        this.own = own;
        this.nodes = nodes;
        this.hasAuthorities = hasAuthorities;
    }

    private boolean isOwn(X509Certificate[] chain) {
        return chain.length > 0 && chain[0].equals(own.get().certificate());
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        if (!isOwn(chain)) {
            nodes.get().checkServerTrusted(chain, authType, engine);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        if (!isOwn(chain)) {
            nodes.get().checkServerTrusted(chain, authType, socket);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (!isOwn(chain)) {
            nodes.get().checkServerTrusted(chain, authType);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (isOwn(chain)) {
            return;
        }
        if (!hasAuthorities) {
            throw new CertificateException(
                    "Expected the certificate of this node from another node but found a different one;"
                            + " use the same on all nodes, or set tls.ca_file.");
        }
        nodes.get().checkClientTrusted(chain, authType);
        nodes.get().checkServerTrusted(chain, ANY_EXCHANGE);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return nodes.get().getAcceptedIssuers();
    }
}
