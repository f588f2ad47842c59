package io.fila.server.grpc;

import io.fila.server.tls.TlsMaterial;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/** TLS for the port: 1.2 and 1.3, and HTTP/2 by ALPN. */
final class TlsContext {
    private TlsContext() {}

    static SslContext of(TlsMaterial material) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forServer(material.serverKey())
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2");
        if (material.wantsClientCertificates()) {
            builder.trustManager(material.clientTrust()).clientAuth(ClientAuth.REQUIRE);
        }
        return GrpcSslContexts.configure(builder, SslProvider.JDK).build();
    }
}
