package io.fila.e2e.crash;

import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.EnqueueRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** Sends one numbered message after the other, never the same twice, whatever becomes of them. */
final class Producer implements Runnable {
    private static final int FLOWS = 4;

    private final String name;
    private final Load load;
    private final PlainClient client;

    Producer(String name, Load load, PlainClient client) {
        this.name = name;
        this.load = load;
        this.client = client;
    }

    @Override
    public void run() {
        for (int number = 0; load.isProducing(); number++) {
            if (load.ledger().outstanding() > Load.OUTSTANDING_LIMIT) {
                load.pause();
            } else {
                send(number);
                load.keepPace();
            }
        }
    }

    private void send(int number) {
        long process = load.process();
        String parcel = name + "-" + number;
        Account account = load.ledger().sent(parcel);
        try {
            String id = client.enqueue(EnqueueRequest.newBuilder()
                    .setQueue(Load.QUEUE)
                    .setFairnessKey("flow-" + number % FLOWS)
                    .setPayload(Parcel.of(parcel))
                    .build());
            load.ledger().enqueued(account, Outcome.CONFIRMED, id);
        } catch (StatusRuntimeException failure) {
            load.ledger().enqueued(account, Outcome.of(failure.getStatus()), null);
            if (failure.getStatus().getCode() == Status.Code.NOT_FOUND) {
                load.ledger().report(failure);
            }
            load.awaitBroker(process);
        }
    }
}
