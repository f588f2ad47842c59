package io.fila.client;

import io.fila.client.error.FilaException;
import io.fila.proto.v1.FilaServiceGrpc;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Letters each in a call of its own, for brokers that know no streams of them. */
final class PlainPost implements Post {
    private final Connection connection;
    private final Sender sender;

    PlainPost(Connection connection, Sender sender) {
        this.connection = connection;
        this.sender = sender;
    }

    @Override
    public void open() {}

    /** Each call has an answer of its own. */
    @Override
    public boolean accepted() {
        return false;
    }

    @Override
    public void send(List<Letter> frame) {
        for (Letter letter : frame) {
            long sequence = letter.sequence;
            CompletableFuture<?> unused = connection
                    .send(
                            FilaServiceGrpc.getEnqueueMethod(),
                            letter.request,
                            new Subject.Queue(letter.request.getQueue()),
                            Receipt::of)
                    .whenComplete((receipt, failure) -> sender.hear(() -> {
                        if (failure instanceof FilaException reason) {
                            sender.failed(sequence, reason);
                        } else {
                            sender.delivered(sequence, receipt);
                        }
                    }));
        }
    }

    @Override
    public void end() {}
}
