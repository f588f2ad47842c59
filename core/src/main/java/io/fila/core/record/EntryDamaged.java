package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * The entry of a ready message is damaged: its raw bytes go to quarantine for a person to inspect.
 *
 * @param reason what is wrong with it, as the end of a sentence
 */
public record EntryDamaged(QueueId queue, String fairnessKey, String lane, long position, String reason)
        implements Record {}
