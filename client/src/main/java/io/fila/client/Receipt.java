package io.fila.client;

import io.fila.proto.v1.EnqueueResponse;

/**
 * What became of a message that the broker took.
 *
 * @param id the message's id; the first message's if this one is a duplicate; empty if it was dropped
 * @param duplicate a message with the same dedup key was there already, and this one was not stored
 * @param dropped the queue was full and drops what is new, and this one was not stored
 */
public record Receipt(String id, boolean duplicate, boolean dropped) {
    /** Whether this very message is in its queue. */
    public boolean stored() {
        return !duplicate && !dropped;
    }

    static Receipt of(EnqueueResponse response) {
        return new Receipt(response.getMessageId(), response.getDuplicate(), response.getDropped());
    }
}
