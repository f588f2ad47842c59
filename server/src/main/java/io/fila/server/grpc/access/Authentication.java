package io.fila.server.grpc.access;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Access;
import io.fila.server.access.Caller;
import io.fila.server.access.CertificateNames;
import io.fila.server.audit.AuditLog;
import io.fila.server.grpc.audit.AuditTrail;
import io.fila.server.grpc.audit.Audited;
import io.fila.server.grpc.call.CallHandler;
import io.fila.server.grpc.call.ClientConnection;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Statuses;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Identifies the caller, as the first step of every call. Runs on the connections' event loops. */
public final class Authentication {
    private static final Metadata.Key<String> HEADER =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final String SCHEME = "Bearer ";

    private final Access access;
    private final AuditLog audit;
    private final @Nullable ScheduledExecutorService later;

    /** @param later where answers to wrong keys wait; null if every key is right */
    public Authentication(Access access, AuditLog audit, @Nullable ScheduledExecutorService later) {
        this.access = access;
        this.audit = audit;
        this.later = later;
    }

    public Access access() {
        return access;
    }

    /** Lets a handler take the calls of whoever may call at all. */
    <R> ServerCallHandler<byte[], R> before(CallHandler<R> handler, Audited kind) {
        return (call, headers) -> {
            Caller caller = identify(call, headers);
            if (caller == null) {
                audit.recordDenied(AuditTrail.unauthenticated(call));
                refuse(address(call), () -> answer(call));
                return new ServerCall.Listener<>() {};
            }
            AuditTrail trail = new AuditTrail(audit, kind, call, caller);
            boolean isUnary = call.getMethodDescriptor().getType() == MethodType.UNARY;
            ServerCall.Listener<byte[]> listener =
                    handler.start(isUnary ? call : new WatchedCall<>(call, trail), headers, trail);
            if (listener instanceof IncomingBytes.Receiver receiver) {
                IncomingBytes.attach(receiver);
            }
            return listener;
        };
    }

    /** Most calls of a connection show the same token: its digest is not computed again, but what it is worth is asked again. */
    private @Nullable Caller identify(ServerCall<?, ?> call, Metadata headers) {
        ClientConnection connection = ClientConnection.of(call.getAttributes());
        String token = token(headers);
        if (connection == null) {
            return access.identify(token, CertificateNames.NONE);
        }
        if (token == null) {
            // The certificate of a node that passes a call on says nothing about its caller.
            return access.identify(
                    null, ForwardingHeaders.isForwarded(headers) ? CertificateNames.NONE : connection.certificate());
        }
        Caller known = connection.known(token);
        if (known != null) {
            return access.identifyAgain(known);
        }
        Caller caller = access.identify(token, CertificateNames.NONE);
        if (caller != null) {
            connection.remember(token, caller);
        }
        return caller;
    }

    private static @Nullable String token(Metadata headers) {
        String header = headers.get(HEADER);
        return header != null && header.startsWith(SCHEME) ? header.substring(SCHEME.length()) : null;
    }

    /** Whether a key is shown, whatever it is worth. */
    public static boolean showsToken(Metadata headers) {
        return token(headers) != null;
    }

    /** The header by which a key is shown. */
    public static Metadata showing(@Nullable String token) {
        Metadata headers = new Metadata();
        if (token != null) {
            headers.put(HEADER, SCHEME + token);
        }
        return headers;
    }

    /** Answers whoever showed no key that counts: at once, or after a while if its address has shown many. */
    public void refuse(@Nullable InetAddress from, Runnable answer) {
        Duration delay = access.wrongKeys().note(from);
        if (delay.isZero() || later == null) {
            answer.run();
            return;
        }
        Runnable delayed = () -> {
            access.wrongKeys().answered(from);
            answer.run();
        };
        try {
            var _ = later.schedule(delayed, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            delayed.run();
        }
    }

    private static void answer(ServerCall<?, ?> call) {
        if (!call.isCancelled()) {
            Statuses.close(call, Refusal.unauthenticated());
        }
    }

    static @Nullable InetAddress address(ServerCall<?, ?> call) {
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return remote instanceof InetSocketAddress internet ? internet.getAddress() : null;
    }
}
