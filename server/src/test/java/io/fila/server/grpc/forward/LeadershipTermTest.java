package io.fila.server.grpc.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.message.FakeCall;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LeadershipTermTest {
    private static final Refusal DEPOSED = Refusal.unavailable("Another node leads.");

    private final FakeCall call = new FakeCall();
    private final LeadershipTerm term = new LeadershipTerm(1);
    private final List<ServerCall<byte[], Frame>> underWay = new ArrayList<>();

    @Test
    void callWithoutAnAnswerIsUnavailableWhenItEnds() {
        start();

        term.end(DEPOSED);

        assertThat(call.closedWith).isNotNull();
        assertThat(call.closedWith.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(call.closedWith.getDescription()).isEqualTo("Another node leads.");
    }

    /** The broker of a deposed leader may still decide; the fake call fails whoever writes after its end. */
    @Test
    void answerThatComesTooLateIsHeardByNobody() {
        start();
        term.end(DEPOSED);

        underWay.getFirst().sendHeaders(new Metadata());
        underWay.getFirst().close(Status.OK, new Metadata());

        assertThat(call.headersSent).isFalse();
        assertThat(underWay.getFirst().isCancelled()).isTrue();
    }

    @Test
    void callThatWasAnsweredIsLeftAlone() {
        start();
        underWay.getFirst().close(Status.OK, new Metadata());

        term.end(DEPOSED);

        assertThat(call.closedWith).isEqualTo(Status.OK);
    }

    @Test
    void callThatComesAfterItsEndIsNotBegun() {
        term.end(DEPOSED);

        start();

        assertThat(underWay).isEmpty();
        assertThat(call.closedWith).isNotNull();
        assertThat(call.closedWith.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @SuppressWarnings("unchecked") // it is the only method
    private void start() {
        ServerCallHandler<byte[], Frame> handler = (begun, headers) -> {
            underWay.add(begun);
            return new ServerCall.Listener<>() {};
        };
        ServerServiceDefinition service = ServerServiceDefinition.builder("fila.v1.FilaService")
                .addMethod(call.getMethodDescriptor(), handler)
                .build();
        ServerMethodDefinition<byte[], Frame> limited = (ServerMethodDefinition<byte[], Frame>)
                term.limit(service).getMethods().iterator().next();
        var _ = limited.getServerCallHandler().startCall(call, new Metadata());
    }
}
