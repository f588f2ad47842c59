package io.fila.client.fake;

import io.fila.proto.v1.Message;
import io.grpc.Status;

/** A consumer's stream. Guarded by the broker's lock. */
interface FakeConsumer {
    /** Whether it will take nothing more. */
    boolean over();

    boolean ready();

    void deliver(Message message);

    void keepAlive();

    void end(Status status);
}
