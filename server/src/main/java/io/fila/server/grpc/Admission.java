package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Caller;
import io.fila.server.access.CertificateNames;
import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.access.Requirement;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets in whoever may see all queues, for what is not a call of a service. Any thread. */
public final class Admission {
    private final GrpcServices services;

    Admission(GrpcServices services) {
        this.services = services;
    }

    /** Tells whether a token is of use to its holder for seeing everything; null if it is, now or in a moment. */
    public void judge(@Nullable String token, @Nullable InetAddress from, Consumer<@Nullable Refusal> verdict) {
        Authentication authentication = services.authentication();
        if (authentication == null) {
            verdict.accept(services.notHere());
            return;
        }
        Caller caller = authentication.access().identify(token, CertificateNames.NONE);
        if (caller == null) {
            authentication.refuse(from, () -> verdict.accept(Refusal.unauthenticated()));
        } else {
            verdict.accept(objection(authentication, caller));
        }
    }

    /** Whether a key is needed at all. */
    public boolean isKeyNeeded() {
        Authentication authentication = services.authentication();
        return authentication != null && authentication.access().isRequired();
    }

    /** Calls without a valid key so far. */
    public long wrongKeys() {
        Authentication authentication = services.authentication();
        return authentication == null ? 0 : authentication.access().wrongKeys().count();
    }

    /** What speaks against a token that was let in before, by now; null if nothing does. */
    public @Nullable Refusal objection(@Nullable String token) {
        Authentication authentication = services.authentication();
        Caller caller = authentication == null ? null : authentication.access().identify(token, CertificateNames.NONE);
        return authentication == null || caller == null ? Refusal.unauthenticated() : objection(authentication, caller);
    }

    private static @Nullable Refusal objection(Authentication authentication, Caller caller) {
        return Requirement.ADMIN_EVERYWHERE.objection(
                caller, List.of(), authentication.access().nowMillis());
    }
}
