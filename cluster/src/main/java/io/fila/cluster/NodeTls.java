package io.fila.cluster;

import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;

/**
 * How nodes know each other. Both sides of a connection show a certificate.
 *
 * @param key what this node shows, to those that it dials and to those that dial it
 * @param trust whom it believes, on either side
 */
public record NodeTls(X509ExtendedKeyManager key, X509ExtendedTrustManager trust) {
    /** The JDK's own TLS, as on the other ports: nothing native has to be unpacked. Nodes are never older than TLS 1.3. */
    GrpcTlsConfig forEngine() {
        return GrpcTlsConfig.newBuilder()
                .setName("nodes")
                .setKeyManager(key)
                .setTrustManager(trust)
                .setMutualTls(true)
                .setSslProvider(SslProvider.JDK)
                .setProtocols("TLSv1.3")
                .build();
    }
}
