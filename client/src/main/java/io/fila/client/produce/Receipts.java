package io.fila.client.produce;

import io.fila.client.Receipt;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.EnqueueResult;

/** Reads receipts off the wire. */
public final class Receipts {
    private Receipts() {}

    public static Receipt of(EnqueueResponse response) {
        return new Receipt(response.getMessageId(), response.getDuplicate(), response.getDropped());
    }

    static Receipt of(EnqueueResult result) {
        return new Receipt(result.getMessageId(), result.getDuplicate(), result.getDropped());
    }
}
