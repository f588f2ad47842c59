package io.fila.client.produce;

import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.client.error.FilaException;
import io.fila.proto.v1.FilaServiceGrpc;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends each message in a call of its own, for brokers without enqueue streams. */
final class UnarySendPath implements SendPath {
    private final Connection connection;
    private final Sender sender;

    UnarySendPath(Connection connection, Sender sender) {
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
    public void send(List<PendingSend> frame) {
        for (PendingSend send : frame) {
            long sequence = send.sequence;
            CompletableFuture<?> unused = connection
                    .send(
                            FilaServiceGrpc.getEnqueueMethod(),
                            send.request,
                            new Subject.Queue(send.request.getQueue()),
                            Receipts::of)
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
