package io.fila.client.admin;

import java.time.Instant;

/**
 * One step of the broker's flight recorder.
 *
 * @param kind what, in lower case: accepted, leased, acked, nacked, dead_lettered and so on; a newer broker may know more
 * @param messageId empty if it is about no message
 * @param attempts how often the message had failed, at most 255
 * @param consumer the number of the consumer's stream; 0 if none took part
 * @param targetQueue the queue that a message went to from another; otherwise empty
 * @param detail why a message became a dead letter or went to quarantine, or the throttle key it waits for; otherwise empty
 */
public record RecordedStep(
        Instant at,
        String kind,
        String queue,
        String messageId,
        String fairnessKey,
        int attempts,
        long consumer,
        String targetQueue,
        String detail) {}
