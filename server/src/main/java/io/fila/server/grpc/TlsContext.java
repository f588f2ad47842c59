package io.fila.server.grpc;

import io.fila.server.tls.TlsMaterial;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.DelegatingSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TLS for the port: 1.2 and 1.3, HTTP/2 by ALPN, and a line in the log about clients that can't get in. */
final class TlsContext extends DelegatingSslContext {
    private static final Logger log = LoggerFactory.getLogger(TlsContext.class);

    /** How long a client may take to get in. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How often the log tells of clients that did not. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final AtomicLong nextLineNanos = new AtomicLong(System.nanoTime());

    private TlsContext(SslContext context) {
        super(context);
    }

    static TlsContext of(TlsMaterial material) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forServer(material.serverKey())
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2");
        if (material.wantsClientCertificates()) {
            builder.trustManager(material.clientTrust()).clientAuth(ClientAuth.REQUIRE);
        }
        return new TlsContext(
                GrpcSslContexts.configure(builder, SslProvider.JDK).build());
    }

    @Override
    protected void initEngine(SSLEngine engine) {}

    @Override
    protected void initHandler(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(PATIENCE.toMillis());
        var _ = handler.handshakeFuture().addListener(done -> {
            if (!done.isSuccess()) {
                tell(done.cause());
            }
        });
    }

    private void tell(Throwable cause) {
        long now = System.nanoTime();
        long next = nextLineNanos.get();
        if (now - next < 0 || !nextLineNanos.compareAndSet(next, now + QUIET.toNanos())) {
            return;
        }
        if (cause instanceof NotSslRecordException) {
            log.warn("A client spoke plaintext, but this port speaks TLS; let it use https:// or --tls.");
        } else {
            log.warn("A client did not get through the TLS handshake: {}", cause.getMessage());
        }
    }
}
