package io.fila.server.http;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.fila.server.grpc.LocalCalls;
import io.fila.server.log.JsonText;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Messages of a queue as they are delivered, one JSON object a line, for as long as the client stays or as many as it asks for. */
final class ConsumeLines implements Handler {
    static final String PATH = "/v1/consume";

    private static final String NDJSON = "application/x-ndjson";

    /** Bytes of messages that may wait to be written as lines. */
    private static final long WAITING_BYTES = 256 * 1024;

    private final Methods methods;
    private final LocalCalls calls;

    ConsumeLines(Methods methods, LocalCalls calls) {
        this.methods = methods;
        this.calls = calls;
    }

    @Override
    public void handle(Exchange exchange) {
        String queue = exchange.parameter("queue");
        String most = exchange.parameter("max_messages");
        Methods.Method consume = methods.consume();
        byte[] request;
        try {
            request = consume.request("{\"queue\":" + JsonText.quoted(queue == null ? "" : queue)
                    + (most == null ? "" : ",\"max_messages\":" + JsonText.quoted(most)) + "}");
        } catch (InvalidProtocolBufferException malformed) {
            exchange.answer(Answer.invalid("Expected max_messages to be a number but it is not."));
            return;
        }
        Lines lines = new Lines(exchange, consume);
        lines.began(calls.start(consume.fullName(), request, exchange.token(), exchange.from(), lines));
    }

    /** The consumer at the other end. Deliveries come on any thread and are written on the connection's. */
    private static final class Lines implements LocalCalls.Receiver {
        private final Exchange exchange;
        private final Methods.Method consume;
        private final FieldDescriptor message;
        private final AtomicLong waiting = new AtomicLong();
        private volatile Exchange.@Nullable Stream stream;
        private volatile LocalCalls.@Nullable LocalCall call;

        Lines(Exchange exchange, Methods.Method consume) {
            this.exchange = exchange;
            this.consume = consume;
            this.message = consume.descriptor().getOutputType().findFieldByName("message");
        }

        void began(LocalCalls.LocalCall begun) {
            call = begun;
        }

        @Override
        public void opened() {
            stream = exchange.stream(NDJSON, this::ready, this::gone);
        }

        @Override
        public boolean isReady() {
            Exchange.Stream open = stream;
            return open != null && open.isReady() && waiting.get() < WAITING_BYTES;
        }

        @Override
        public void message(byte[] delivery) {
            waiting.addAndGet(delivery.length);
            exchange.loop().execute(() -> {
                Exchange.Stream open = stream;
                DynamicMessage response = consume.response(delivery);
                if (open != null && response.hasField(message)) {
                    String line = Methods.json((Message) response.getField(message)) + "\n";
                    open.write(line.getBytes(StandardCharsets.UTF_8));
                }
                long before = waiting.getAndAdd(-delivery.length);
                if (before >= WAITING_BYTES) {
                    ready();
                }
            });
        }

        /** The end; a mistake is an answer of its own before the first line, and the last line after it. */
        @Override
        public void closed(Status status, long retryAfterMillis) {
            exchange.loop().execute(() -> {
                Exchange.Stream open = stream;
                if (open == null) {
                    exchange.answer(Answer.refusal(status, retryAfterMillis));
                    return;
                }
                if (!status.isOk()) {
                    String line = Answer.error(status.getCode().name(), String.valueOf(status.getDescription())) + "\n";
                    open.write(line.getBytes(StandardCharsets.UTF_8));
                }
                open.end();
            });
        }

        private void ready() {
            LocalCalls.LocalCall begun = call;
            if (begun != null) {
                begun.ready();
            }
        }

        private void gone() {
            LocalCalls.LocalCall begun = call;
            if (begun != null) {
                begun.cancel();
            }
        }
    }
}
