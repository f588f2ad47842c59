package io.fila.server.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class IncomingBytesTest {
    private static final int KIB = 1024;

    private long now;
    private final IncomingBytes incoming = new IncomingBytes(100 * KIB, () -> now, new Traffic());

    @Test
    void connectionMayHoldHalfOfWhatAllMayAndOthersTheRest() {
        Attributes one = connection();
        Call first = new Call(one);
        Call second = new Call(one);
        Call elsewhere = new Call(connection());

        first.receive(40 * KIB);
        second.receive(20 * KIB);
        elsewhere.receive(50 * KIB);

        assertThat(first.why).isNull();
        assertThat(second.why).isNotNull();
        assertThat(elsewhere.why).isNull();
        assertThat(incoming.held()).isEqualTo(90 * KIB);
    }

    @Test
    void oneMessageOfAConnectionMayBeLargerThanItsShare() {
        Call only = new Call(connection());

        only.receive(90 * KIB);

        assertThat(only.why).isNull();
    }

    @Test
    void partOfTheConnectionThatDoesNotGrowGoesFirst() {
        Attributes one = connection();
        Call idle = new Call(one);
        Call growing = new Call(one);
        idle.receive(40 * KIB);
        now += Duration.ofSeconds(2).toNanos();

        growing.receive(20 * KIB);

        assertThat(idle.why).isNotNull();
        assertThat(growing.why).isNull();
    }

    @Test
    void whatEndsNoLongerCountsForItsConnection() {
        Attributes one = connection();
        Call gone = new Call(one);
        gone.receive(40 * KIB);
        gone.tracer.streamClosed(Status.CANCELLED);

        Call next = new Call(one);
        next.receive(45 * KIB);
        Call small = new Call(one);
        small.receive(4 * KIB);

        assertThat(next.why).isNull();
        assertThat(small.why).isNull();
        assertThat(incoming.held()).isEqualTo(45 * KIB);
    }

    @Test
    void messageThatIsCompleteCountsUntilItsCallIs() {
        Call call = new Call(connection());
        Runnable[] taken = new Runnable[1];
        call.tracer.filterContext(Context.ROOT).run(() -> taken[0] = IncomingBytes.countUntilTaken());

        call.receive(40 * KIB);
        call.tracer.inboundMessageRead(0, 40 * KIB, 40 * KIB);
        assertThat(incoming.held()).isEqualTo(40 * KIB);

        taken[0].run();
        assertThat(incoming.held()).isZero();
    }

    @Test
    void smallMessagesCountWhenAConnectionHasTooMany() {
        IncomingBytes wide = new IncomingBytes(1 << 30, () -> now, new Traffic());
        Attributes one = connection();
        List<Call> calls = new ArrayList<>();
        for (int received = 0; received < IncomingBytes.UNCOUNTED_OF_A_CONNECTION; received += 8 * KIB) {
            calls.add(new Call(wide, one));
            calls.getLast().receive(8 * KIB);
        }
        assertThat(wide.held()).isZero();

        Call further = new Call(wide, one);
        further.receive(8 * KIB);
        assertThat(wide.held()).isEqualTo(8 * KIB);

        calls.forEach(call -> call.tracer.inboundMessageRead(0, 8 * KIB, 8 * KIB));
        further.tracer.streamClosed(Status.CANCELLED);
        Call again = new Call(wide, one);
        again.receive(8 * KIB);
        assertThat(wide.held()).isZero();
    }

    private static Attributes connection() {
        return ClientConnection.filter().transportReady(Attributes.EMPTY);
    }

    /** A call whose message is being received. */
    private final class Call implements IncomingBytes.Receiver {
        private final ServerStreamTracer tracer;
        private @Nullable Refusal why;

        Call(Attributes connection) {
            this(incoming, connection);
        }

        Call(IncomingBytes counting, Attributes connection) {
            tracer = counting.newServerStreamTracer("call", new Metadata());
            tracer.serverCallStarted(new Started(connection));
            tracer.filterContext(Context.ROOT).run(() -> IncomingBytes.attach(this));
        }

        void receive(int bytes) {
            tracer.inboundWireSize(bytes);
        }

        @Override
        public void giveUp(Refusal refusal) {
            why = refusal;
        }

        @Override
        public void unreadable(Refusal refusal) {
            why = refusal;
        }
    }

    private static final class Started extends ServerStreamTracer.ServerCallInfo<Object, Object> {
        private final Attributes attributes;

        Started(Attributes attributes) {
            this.attributes = attributes;
        }

        @Override
        @SuppressWarnings("unchecked") // nobody looks at the types
        public MethodDescriptor<Object, Object> getMethodDescriptor() {
            return (MethodDescriptor<Object, Object>) (MethodDescriptor<?, ?>) FilaServiceGrpc.getEnqueueMethod();
        }

        @Override
        public Attributes getAttributes() {
            return attributes;
        }

        @Override
        public @Nullable String getAuthority() {
            return null;
        }
    }
}
