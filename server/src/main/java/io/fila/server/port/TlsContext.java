package io.fila.server.port;

import io.fila.server.tls.TlsMaterial;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/** TLS for the ports: 1.2 and 1.3. */
public final class TlsContext {
    private TlsContext() {}

    /** For gRPC: HTTP/2 by ALPN. */
    public static SslContext forGrpc(TlsMaterial material) throws SSLException {
        return GrpcSslContexts.configure(builder(material), SslProvider.JDK).build();
    }

    /** For HTTP/1.1. */
    public static SslContext forHttp(TlsMaterial material) throws SSLException {
        return builder(material).build();
    }

    /** For gRPC to another node of the cluster, which asks for a certificate if clients need one. */
    public static SslContext forNodes(TlsMaterial material) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .trustManager(material.nodeTrust());
        if (material.wantsClientCertificates()) {
            builder.keyManager(material.serverKey());
        }
        return GrpcSslContexts.configure(builder, SslProvider.JDK).build();
    }

    private static SslContextBuilder builder(TlsMaterial material) {
        SslContextBuilder builder = SslContextBuilder.forServer(material.serverKey())
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2");
        if (material.wantsClientCertificates()) {
            builder.trustManager(material.clientTrust()).clientAuth(ClientAuth.REQUIRE);
        }
        return builder;
    }
}
