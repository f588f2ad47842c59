package io.fila.server.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts other nodes of the cluster: those that show the very certificate of this one, and those whose certificate the
 * authorities vouch for and whose name is the one that was dialled. Without authorities the certificates in {@code cert_file}
 * behind the broker's own stand for them.
 */
final class NodeTrust extends X509ExtendedTrustManager {
    private final Supplier<Identity> own;
    private final Supplier<X509ExtendedTrustManager> nodes;

    NodeTrust(Supplier<Identity> own, Supplier<X509ExtendedTrustManager> nodes) {
        this.own = own;
        this.nodes = nodes;
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
        throw new CertificateException("Only a node that is dialled is trusted here.");
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
