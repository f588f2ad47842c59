package io.fila.client;

/**
 * The broker's answer to a message that it accepted.
 *
 * @param id the message's id; the first message's if this one is a duplicate; empty if it was dropped
 * @param duplicate the queue already had a message with the same dedup key, and this one was not stored
 * @param dropped the queue was full and drops new messages, and this one was not stored
 */
public record Receipt(String id, boolean duplicate, boolean dropped) {
    /** Whether this very message is in its queue. */
    public boolean stored() {
        return !duplicate && !dropped;
    }
}
